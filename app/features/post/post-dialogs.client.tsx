import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { PostView } from "~/contract/posts";
import { ReportDialog } from "~/features/safety/report-dialog";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { useReload } from "~/ui/router/use-reload";
import { deletePost } from "./delete-post";

export type PostDialog = "delete" | "report";

interface Props {
  post: PostView;
  open: PostDialog | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The dialogs of a post's menu, delete and report. A default export, because `lazy` needs one. */
export default function PostDialogs({ post, open, onClose, onDeleted }: Props) {
  const { t } = useLingui();
  const reload = useReload();
  const [busy, setBusy] = useState(false);
  const close = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  async function remove() {
    setBusy(true);
    const isDeleted = await deletePost(post.id);
    setBusy(false);
    onClose();
    if (isDeleted) onDeleted?.();
  }
  return (
    <>
      <ReportDialog
        subject={{ postId: post.id }}
        member={post.user}
        onBlocked={onDeleted ?? (() => void reload())}
        open={open === "report"}
        onOpenChange={close}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={close}
        title={t`Delete post?`}
        text={t`Its photo, likes and comments are deleted too. This cannot be undone.`}
        confirmLabel={t`Delete post`}
        busy={busy}
        busyLabel={t`Deleting...`}
        onConfirm={() => void remove()}
      />
    </>
  );
}
