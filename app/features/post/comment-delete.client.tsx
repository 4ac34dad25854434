import { ConfirmDialog } from "~/ui/confirm-dialog";

interface Props {
  replyCount: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** The confirmation before a comment is deleted with its replies. A default export, because `lazy` needs one. */
export default function CommentDelete({ replyCount, open, onOpenChange, onConfirm }: Props) {
  const replies = replyCount === 1 ? "Its reply is" : `Its ${replyCount} replies are`;
  return (
    <ConfirmDialog
      {...{ open, onOpenChange, onConfirm }}
      title="Delete comment?"
      text={`${replies} deleted too. This cannot be undone.`}
      confirmLabel="Delete comment"
    />
  );
}
