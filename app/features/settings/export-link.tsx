import { Download } from "lucide-react";
import { buttonLook } from "~/ui/button-look";
import { showToast } from "~/ui/toast";

/** Renders the download link of the data export. The browser downloads it and shows the progress; no JavaScript is needed. */
export function ExportLink() {
  return (
    <a
      href="/settings/export"
      download
      onClick={() => showToast({ title: "Download started", text: "Your browser shows the progress" })}
      className={buttonLook({ look: "quiet" })}
    >
      <Download aria-hidden />
      Export my data
    </a>
  );
}
