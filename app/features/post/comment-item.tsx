import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Ellipsis, Heart, Pin } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { CommentView } from "~/contract/comments";
import { LinkedText } from "~/features/text/linked-text";
import { useTranslation } from "~/features/text/use-translation";
import { Avatar } from "~/ui/avatar";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Menu, type MenuItem } from "~/ui/menu";
import { TimeAgo } from "~/ui/time-ago";
import type { CommentLikes } from "./use-comment-likes";

const CommentEdit = lazyPart(() => import("./comment-edit.client"));

interface Props {
  comment: CommentView;
  /** Whether the address names it: scrolls to it, and marks it. */
  isLinked: boolean;
  isPinned: boolean;
  likes: CommentLikes;
  onLike: () => void;
  onReply: (() => void) | undefined;
  /** Whether the menu offers to edit it. A form that is already open stays open without it, with its text. */
  canEdit: boolean;
  /** Stores another text; resolves to whether that succeeded. */
  onEdit: (text: string) => Promise<boolean>;
  /** Further items of its menu, by group. */
  items: readonly (readonly MenuItem[])[];
}

/** A comment of the thread with its likes, buttons and menu. */
export function CommentItem(props: Props) {
  const { comment, isLinked, isPinned, canEdit, onEdit, items } = props;
  const { t } = useLingui();
  const { user } = comment;
  const { username } = user;
  const [isEditing, setEditing] = useState(false);
  const row = useFocusIfLinked(isLinked);
  const { text, lang, offer } = useTranslation(comment.comment, user.id);
  return (
    <div
      ref={row}
      tabIndex={-1}
      data-linked={isLinked || undefined}
      className="-m-1.5 flex gap-3 rounded-control p-1.5 data-linked:bg-ember/10"
    >
      <Avatar name={user.fullName} image={user.profileImage} size="sm" />
      <div className="min-w-0 flex-1">
        {isPinned && <PinnedLabel />}
        {isEditing ? (
          <Suspense>
            <CommentEdit
              id={comment.id}
              text={comment.comment}
              onSave={onEdit}
              onClose={() => {
                setEditing(false);
                // The field that had the focus unmounts.
                row.current?.focus();
              }}
            />
          </Suspense>
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            <Author username={username} />{" "}
            <span lang={lang}>
              <LinkedText text={text} />
            </span>
          </p>
        )}
        <CommentBar {...props} offer={offer} />
      </div>
      <Menu
        trigger={
          <IconButton
            label={t`Options of comment by ${username}`}
            icon={<Ellipsis aria-hidden className="!size-4 text-muted" />}
            className="-my-2 -me-2.5 self-start"
          />
        }
        items={[
          ...(canEdit ? [[{ label: t`Edit`, icon: "edit", onSelect: () => setEditing(true) } as const]] : []),
          ...items,
        ]}
      />
    </div>
  );
}

/** Returns the ref of a comment, to which the page scrolls if the address names it. */
function useFocusIfLinked(isLinked: boolean) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [isLinked]);
  return row;
}

function PinnedLabel() {
  return (
    <p className="flex items-center gap-1 text-muted text-sm">
      <Pin aria-hidden className="size-3.5" />
      <Trans comment="Above a comment that its post's owner has pinned">Pinned</Trans>
    </p>
  );
}

function Author({ username }: { username: string }) {
  return (
    <Link to={`/profile/${username}`} dir="ltr" translate="no" className="font-semibold hover:underline">
      {username}
    </Link>
  );
}

type CommentBarProps = Pick<Props, "comment" | "likes" | "onLike" | "onReply"> & { offer: ReactNode };

/** The line under a comment: its time, likes, Reply, and the offer to translate it. */
function CommentBar({ comment, likes, onLike, onReply, offer }: CommentBarProps) {
  const { t } = useLingui();
  const { username } = comment.user;
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-muted text-sm">
      <TimeAgo iso={comment.createdAt} />
      {comment.editedAt && (
        <span>
          <Trans comment="When a comment was edited, such as: edited 2 hours ago">
            edited <TimeAgo iso={comment.editedAt} />
          </Trans>
        </span>
      )}
      <LikeButton {...{ username, likes, onLike }} />
      {onReply && (
        <button
          type="button"
          onClick={onReply}
          aria-label={t`Reply to ${username}`}
          className="touch-around relative rounded-sm font-semibold hover:text-ink"
        >
          <Trans context="verb">Reply</Trans>
        </button>
      )}
      <span className="empty:hidden">{offer}</span>
    </p>
  );
}

type LikeButtonProps = Pick<Props, "likes" | "onLike"> & { username: string };

function LikeButton({ username, likes: { isLiked, likeCount }, onLike }: LikeButtonProps) {
  const { t } = useLingui();
  return (
    <span className="figures inline-flex items-center gap-1">
      <button
        type="button"
        aria-label={t`Like comment by ${username}`}
        aria-pressed={isLiked}
        onClick={onLike}
        className="touch-around relative rounded-sm hover:text-ink"
      >
        <Heart
          aria-hidden
          key={String(isLiked)}
          className={`size-4 ${isLiked ? "animate-heart fill-ember text-ember" : ""}`}
        />
      </button>
      {likeCount > 0 && (
        <span>
          <span aria-hidden>{likeCount}</span>
          <span className="sr-only">
            {t({ message: plural(likeCount, { one: "# like", other: "# likes" }) })}
          </span>
        </span>
      )}
    </span>
  );
}
