import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { ReportProps } from "./report-form.client";

const ReportForm = lazyPart(() => import("./report-form.client"));

/** Renders a dialog to report a member or post to the operator. Mount it beside a menu; its code loads when opened. */
export function ReportDialog(props: ReportProps) {
  const [requested, setRequested] = useState(props.open);
  if (props.open && !requested) setRequested(true);
  if (!requested) return null;
  return (
    <Suspense>
      <ReportForm {...props} />
    </Suspense>
  );
}
