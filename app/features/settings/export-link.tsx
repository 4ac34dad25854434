import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { buttonLook } from "~/ui/button-look";

/** Renders the download link of the data export. The server may redirect to the page that asks for identity proof. */
export function ExportLink() {
  return (
    <a href="/settings/export" className={buttonLook({ look: "quiet" })}>
      <Download aria-hidden />
      <Trans>Export my data</Trans>
    </a>
  );
}
