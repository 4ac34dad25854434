import { Flag, Heart, Trash2 } from "lucide-react";
import { Link } from "react-router";
import type { CommentView } from "~/contract/posts";
import { LinkedText } from "~/features/text/linked-text";
import { Avatar } from "~/ui/avatar";
import { IconButton } from "~/ui/icon-button";
import { TimeAgo } from "~/ui/time-ago";
import type { CommentLikes } from "./use-comment-likes";

interface Props {
  comment: CommentView;
  likes: CommentLikes;
  onLike: () => void;
  onDelete?: () => Promise<void>;
  onReport?: () => void;
  /** Hides the comment, or shows a hidden one. */
  onHide?: () => Promise<void>;
}

/** A comment of the thread with its likes and buttons. */
export function CommentItem({ comment, likes, onLike, onDelete, onReport, onHide }: Props) {
  const { user } = comment;
  return (
    <li className="group flex gap-3">
      <Avatar name={user.fullName} image={user.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          <Link to={`/profile/${user.username}`} dir="ltr" className="font-semibold hover:underline">
            {user.username}
          </Link>{" "}
          <LinkedText text={comment.comment} />
        </p>
        <p className="flex flex-wrap items-center gap-x-4 text-muted text-sm">
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
    </li>
  );
}
