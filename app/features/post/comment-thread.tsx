import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { CommentView } from "~/contract/comments";
import { COMMENT_EDIT_MINUTES } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { editComment, removeComment } from "./comment-changes";
import { type CommentDialog, CommentDialogs } from "./comment-dialogs";
import { CommentItem } from "./comment-item";
import { commentMenu } from "./comment-menu";
import { CommentReplies, type RenderComment } from "./comment-replies";
import { HiddenComments } from "./hidden-comments";
import { useCommentLikes } from "./use-comment-likes";
import type { ShownComments } from "./use-comment-pager";
import { useThread } from "./use-thread";

/** The comment that the address names, and the reply if it is one. */
export interface LinkedComment {
  comment: CommentView;
  reply: CommentView | null;
}

interface Props {
  post: PostView;
  /** The post as the page loaded it, with the first page of comments. */
  loaded: PostView;
  /** The post's owner may delete any of its comments. */
  isOwner: boolean;
  /** The comment that the address names; null when it is gone. */
  linked?: LinkedComment | null | undefined;
}

/**
 * The comments, oldest first, page by page, each with its replies on request. New comments of the viewer appear at
 * the end. Those that the post's owner has hidden are behind a button.
 */
export function CommentThread(props: Props) {
  const { t } = useLingui();
  const { post, loaded, linked } = props;
  const [pinned, setPinned] = useState(loaded.pinnedComment ?? null);
  const { comments, remaining, isLoading, loadMore, ...list } = useThread(post, loaded, [
    ...(pinned ? [pinned] : []),
    ...(linked ? [linked.comment] : []),
  ]);
  const { render, dialogs } = useRenderComment(props, { pinned, setPinned }, comments, list);
  const linkedId = linked ? (linked.reply ?? linked.comment).id : undefined;
  const item = (comment: CommentView): ReactNode => {
    const reply = linked?.comment.id === comment.id ? linked.reply : null;
    return (
      <CommentReplies
        key={`${comment.id} ${reply?.id}`}
        post={post}
        comment={comment}
        linked={reply}
        list={list}
        render={render}
      />
    );
  };
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {linked === null && (
        <p role="status" className="rounded-control bg-wash p-3">
          <Trans>This comment is no longer available.</Trans>
        </p>
      )}
      {comments.length === 0 && remaining === 0 ? (
        <p className="text-muted">
          {post.commenting === "open" ? t`No comments yet. Say something kind.` : t`No comments yet.`}
        </p>
      ) : (
        <>
          <ul aria-label={t`Comments`} className="grid gap-3">
            {[...comments]
              .sort((a, b) => Number(b.id === pinned?.id) - Number(a.id === pinned?.id))
              .filter(({ isHidden }) => !isHidden)
              .map(item)}
          </ul>
          <HiddenComments key={linkedId} comments={comments} item={item} linkedId={linked?.comment.id} />
          {dialogs}
        </>
      )}
      {remaining > 0 && (
        <Button
          variant="quiet"
          size="small"
          busy={isLoading}
          busyLabel={t`Loading...`}
          onClick={() => void loadMore()}
        >
          <Trans>Load more</Trans>
        </Button>
      )}
    </div>
  );
}

/**
 * Returns how a comment or reply is rendered with its buttons, and the dialogs that its menu opens.
 * @param comments those of the thread, and `list` changes them
 */
function useRenderComment(
  { post, isOwner, linked }: Props,
  pin: { pinned: CommentView | null; setPinned: (comment: CommentView | null) => void },
  comments: readonly CommentView[],
  list: ShownComments,
): { render: RenderComment; dialogs: ReactNode } {
  const { i18n } = useLingui();
  const viewerId = useViewer()?.id;
  const { likesOf, toggle } = useCommentLikes(post.id);
  const [reported, setReported] = useState<CommentDialog | null>(null);
  const [deletion, setDeletion] = useState<{ id: string; isOpen: boolean } | null>(null);
  const deleting = comments.find(({ id }) => id === deletion?.id);
  const linkedId = linked && (linked.reply ?? linked.comment).id;
  const isOpen = post.commenting === "open";
  const remove = async (comment: CommentView, drop: ShownComments["drop"]) => {
    if (!(await removeComment(post, comment))) return;
    drop(comment.id);
    if (comment.id === pin.pinned?.id) pin.setPinned(null);
  };
  const menu = {
    ...{ post, isOwner, viewerId, ...pin },
    onReport: (comment: CommentView) => setReported({ comment, isOpen: true }),
    onDelete: (comment: CommentView, drop: ShownComments["drop"]) => {
      if (comment.replyCount) setDeletion({ id: comment.id, isOpen: true });
      else void remove(comment, drop);
    },
  };
  const render: RenderComment = (comment, shown, onReply) => (
    <CommentItem
      comment={comment}
      isLinked={comment.id === linkedId}
      isPinned={comment.id === pin.pinned?.id}
      likes={likesOf(comment)}
      onLike={() => toggle(comment)}
      onReply={isOpen ? onReply : undefined}
      canEdit={isOpen && comment.userId === viewerId && isEditable(comment)}
      onEdit={async (text) => {
        const edited = await editComment(post, comment.id, text);
        if (edited) shown.update(comment.id, () => ({ comment: edited.comment, editedAt: edited.editedAt }));
        return edited !== null;
      }}
      items={[commentMenu(i18n, comment, shown, menu)]}
    />
  );
  const dialogs = (
    <CommentDialogs
      {...{ post, reported, setReported, onBlocked: list.drop }}
      deleted={deletion && deleting ? { comment: deleting, isOpen: deletion.isOpen } : null}
      setDeleted={({ comment, isOpen }) => setDeletion({ id: comment.id, isOpen })}
      onDelete={(comment) => void remove(comment, list.drop)}
    />
  );
  return { render, dialogs };
}

/** Returns whether the viewer's comment may still be edited; the server decides in the end. */
const isEditable = ({ createdAt }: CommentView): boolean =>
  Date.now() - Date.parse(createdAt) < COMMENT_EDIT_MINUTES * 60_000;
