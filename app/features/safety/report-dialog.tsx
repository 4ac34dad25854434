import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import type { ReportProps } from "./report-form";

const ReportForm = lazyPart(() => import("./report-form"));

/** Reports a member or a post to the operator. Mount it beside a menu; its code is fetched when it first opens. */
export function ReportDialog(props: ReportProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ReportForm {...props} />
    </Suspense>
  );
}
