import { Suspense } from "react";
import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import { ReportDialog } from "~/features/safety/report-dialog";
import { lazyPart } from "~/ui/lazy-part";
import { useReload } from "~/ui/router/use-reload";

const CommentDelete = lazyPart(() => import("./comment-delete.client"));

/** A dialog about a comment. It stays mounted while it closes. */
export interface CommentDialog {
  comment: CommentView;
  isOpen: boolean;
}

interface Props {
  post: PostView;
  reported: CommentDialog | null;
  setReported: (dialog: CommentDialog) => void;
  /** Called when the viewer has blocked the comment's author. */
  onBlocked: (commentId: string) => void;
  deleted: CommentDialog | null;
  setDeleted: (dialog: CommentDialog) => void;
  onDelete: (comment: CommentView) => void;
}

/** The dialogs that report a comment, and that ask before one with replies is deleted. */
export function CommentDialogs({
  post,
  reported,
  setReported,
  onBlocked,
  deleted,
  setDeleted,
  onDelete,
}: Props) {
  const reload = useReload();
  return (
    <>
      {reported && (
        <ReportDialog
          key={reported.comment.id}
          subject={{ postId: post.id, commentId: reported.comment.id }}
          member={reported.comment.user}
          onBlocked={() => {
            onBlocked(reported.comment.id);
            void reload();
          }}
          open={reported.isOpen}
          onOpenChange={(isOpen) => setReported({ ...reported, isOpen })}
        />
      )}
      {deleted && (
        <Suspense>
          <CommentDelete
            replyCount={deleted.comment.replyCount ?? 0}
            open={deleted.isOpen}
            onOpenChange={(isOpen) => setDeleted({ ...deleted, isOpen })}
            onConfirm={() => {
              setDeleted({ ...deleted, isOpen: false });
              onDelete(deleted.comment);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
