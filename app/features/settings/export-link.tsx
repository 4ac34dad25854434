import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { buttonClasses } from "~/ui/button-classes";

/** Renders the download link of the data export. The server may redirect to the page that asks for identity proof. */
export function ExportLink() {
  return (
    <a href="/settings/export" className={buttonClasses({ variant: "quiet" })}>
      <Download aria-hidden />
      <Trans>Export my data</Trans>
    </a>
  );
}
