import { Flag, Heart, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { CommentView } from "~/contract/posts";
import { LinkedText } from "~/features/text/linked-text";
import { Avatar } from "~/ui/avatar";
import { IconButton } from "~/ui/icon-button";
import { TimeAgo } from "~/ui/time-ago";
import type { CommentLikes } from "./use-comment-likes";

interface Props {
  comment: CommentView;
  /** Whether the address names it: scrolls to it, and marks it. */
  isLinked: boolean;
  likes: CommentLikes;
  onLike: () => void;
  onDelete: (() => Promise<void>) | undefined;
  onReport: (() => void) | undefined;
  /** Hides the comment, or shows a hidden one. */
  onHide: (() => Promise<void>) | undefined;
  onReply: (() => void) | undefined;
}

/** A comment of the thread with its likes and buttons. */
export function CommentItem({
  comment,
  isLinked,
  likes,
  onLike,
  onDelete,
  onReport,
  onHide,
  onReply,
}: Props) {
  const { user } = comment;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [isLinked]);
  return (
    <div
      ref={row}
      tabIndex={-1}
      data-linked={isLinked || undefined}
      className="-m-1.5 flex gap-3 rounded-control p-1.5 data-linked:bg-ember/10"
    >
      <Avatar name={user.fullName} image={user.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          <Link to={`/profile/${user.username}`} dir="ltr" className="font-semibold hover:underline">
            {user.username}
          </Link>{" "}
          <LinkedText text={comment.comment} />
        </p>
        <p className="flex flex-wrap items-center gap-x-5 text-muted text-sm">
          <TimeAgo iso={comment.createdAt} />
          <span className="figures inline-flex items-center gap-1">
            <button
              type="button"
              aria-label={`Like comment by ${user.username}`}
              aria-pressed={likes.isLiked}
              onClick={onLike}
              className="touch-around relative rounded-sm hover:text-ink"
            >
              <Heart
                aria-hidden
                key={String(likes.isLiked)}
                className={`size-4 ${likes.isLiked ? "animate-heart fill-ember text-ember" : ""}`}
              />
            </button>
            {likes.likeCount > 0 && (
              <span>
                {likes.likeCount}
                <span className="sr-only">{likes.likeCount === 1 ? " like" : " likes"}</span>
              </span>
            )}
          </span>
          {onReply && (
            <button
              type="button"
              onClick={onReply}
              aria-label={`Reply to ${user.username}`}
              className="touch-around relative rounded-sm font-semibold hover:text-ink"
            >
              Reply
            </button>
          )}
          {onHide && (
            <button
              type="button"
              onClick={() => void onHide()}
              aria-label={`${comment.isHidden ? "Show" : "Hide"} comment by ${user.username}`}
              className="touch-around relative rounded-sm font-semibold hover:text-ink"
            >
              {comment.isHidden ? "Show" : "Hide"}
            </button>
          )}
        </p>
      </div>
      {onReport && (
        <IconButton
          label={`Report comment by ${user.username}`}
          icon={<Flag aria-hidden className="!size-4 text-muted" />}
          onClick={onReport}
          className="-my-2 -me-2.5"
        />
      )}
      {onDelete && (
        <IconButton
          label={`Delete comment by ${user.username}`}
          icon={<Trash2 aria-hidden className="!size-4 text-muted" />}
          onClick={() => void onDelete()}
          className="-my-2 -me-2.5"
        />
      )}
    </div>
  );
}
