import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";

export interface ReportDialogProps {
  /** What is reported. */
  subject: { postId: string } | { userId: string };
  /** How the subject is called in the title: a username, "this post". */
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const ReportForm = lazyPart(() => import("./report-form"));

/** Reports a member or a post to the operator. Mount it beside any menu; its code is fetched when it first opens. */
export function ReportDialog(props: ReportDialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ReportForm {...props} />
    </Suspense>
  );
}
