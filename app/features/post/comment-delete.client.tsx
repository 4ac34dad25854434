import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ConfirmDialog } from "~/ui/confirm-dialog";

interface Props {
  replyCount: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** The confirmation before a comment is deleted with its replies. A default export, because `lazy` needs one. */
export default function CommentDelete({ replyCount, open, onOpenChange, onConfirm }: Props) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      {...{ open, onOpenChange, onConfirm }}
      title={t`Delete comment?`}
      text={t({
        message: plural(replyCount, {
          one: "Its reply is deleted too. This cannot be undone.",
          other: "Its # replies are deleted too. This cannot be undone.",
        }),
      })}
      confirmLabel={t`Delete comment`}
    />
  );
}
