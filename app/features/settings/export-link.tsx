import { Download } from "lucide-react";
import { buttonLook } from "~/ui/button-look";
import { showToast } from "~/ui/toast";

/** A download by the browser itself: it shows how far it is, and needs no script. */
export function ExportLink() {
  return (
    <a
      href="/settings/export"
      download
      onClick={() => showToast({ title: "Download started", text: "Your browser shows how far it is" })}
      className={buttonLook({ look: "quiet" })}
    >
      <Download aria-hidden />
      Export my data
    </a>
  );
}
