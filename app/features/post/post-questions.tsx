import { useState } from "react";
import { ReportDialog } from "~/features/safety/report-dialog";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { deletePost } from "./delete-post";

export type PostQuestion = "delete" | "report";

/** What the menu of a post asks before it does something. */
export default function PostQuestions({
  postId,
  asked,
  onAnswered,
  onDeleted,
}: {
  postId: string;
  asked: PostQuestion | null;
  onAnswered: () => void;
  onDeleted?: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const close = (open: boolean) => {
    if (!open) onAnswered();
  };
  async function remove() {
    setBusy(true);
    const gone = await deletePost(postId);
    setBusy(false);
    onAnswered();
    if (gone) onDeleted?.();
  }
  return (
    <>
      <ReportDialog subject={{ postId }} name="this post" open={asked === "report"} onOpenChange={close} />
      <ConfirmDialog
        open={asked === "delete"}
        onOpenChange={close}
        title="Delete post?"
        text="Its photo, likes and comments go with it. This cannot be undone."
        confirmLabel="Delete post"
        busy={busy}
        busyLabel="Deleting..."
        onConfirm={() => void remove()}
      />
    </>
  );
}
