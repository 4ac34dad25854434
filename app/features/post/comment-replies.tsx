import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import { useDraft } from "~/features/session/drafts";
import { onFrame } from "~/realtime/frames";
import { Button } from "~/ui/button";
import { CommentForm } from "./comment-box";
import { HiddenComments } from "./hidden-comments";
import type { ShownComments } from "./use-comment-pager";
import { useReplies } from "./use-replies";

/** Renders a comment of a list with its buttons. */
export type RenderComment = (comment: CommentView, list: ShownComments, onReply: () => void) => ReactNode;

interface Props {
  post: PostView;
  comment: CommentView;
  /** The reply that the address names: the replies are open then. */
  linked: CommentView | null;
  /** The list that the comment is in. */
  list: ShownComments;
  render: RenderComment;
}

/** A comment, its replies behind "View 3 replies", oldest first, page by page, and the form for a reply. */
export function CommentReplies({ post, comment, linked, list, render }: Props) {
  const { t } = useLingui();
  const { id, replyCount = 0 } = comment;
  const { username } = comment.user;
  const { replies, isLoaded, hasMore, isLoading, load, ...own } = useReplies(post, comment, linked);
  const [isOpen, setOpen] = useState(linked !== null);
  const [isLinkedLoaded, setLinkedLoaded] = useState(false);
  const [target, setTarget] = useState<CommentView | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  useLiveReplyCount(id, list.update);
  const changes: ShownComments = {
    update: own.update,
    drop: (replyId) => {
      own.drop(replyId);
      list.update(id, (now) => ({ replyCount: Math.min(now.replyCount ?? 0, replyCount - 1) }));
    },
  };
  const open = async () => {
    setOpen(true);
    if (!isLoaded && !(await load())) setOpen(false);
  };
  const loadLinked = useEffectEvent(async () => {
    if (!linked) return;
    await own.loadTo(linked.id);
    // As the replies, which render in a transition.
    startTransition(() => setLinkedLoaded(true));
  });
  useEffect(() => void loadLinked(), []);
  // The loaded replies are above the linked one, and have moved it down.
  useEffect(() => {
    if (isLinkedLoaded) rows.current?.querySelector("[data-linked]")?.scrollIntoView({ block: "center" });
  }, [isLinkedLoaded]);
  const item = (reply: CommentView) => (
    <li key={reply.id}>{render(reply, changes, () => setTarget(reply))}</li>
  );
  return (
    <li className="grid gap-4">
      {render(comment, list, () => setTarget(comment))}
      {replyCount > 0 && (
        <Button
          look="plain"
          size="small"
          aria-expanded={isOpen}
          busy={isLoading && !isLoaded}
          busyLabel={t`Loading...`}
          onClick={() => (isOpen ? setOpen(false) : void open())}
          className="ms-7.5 justify-self-start text-muted before:h-px before:w-6 before:bg-edge"
        >
          {isOpen
            ? t`Hide replies`
            : t({ message: plural(replyCount, { one: "View # reply", other: "View # replies" }) })}
        </Button>
      )}
      {isOpen && replies.length > 0 && (
        <ul ref={rows} tabIndex={-1} aria-label={t`Replies to ${username}`} className="ms-11 grid gap-3">
          {replies.filter(({ isHidden }) => !isHidden).map(item)}
        </ul>
      )}
      {isOpen && <HiddenComments comments={replies} item={item} linkedId={linked?.id} />}
      {isOpen && hasMore && (
        <Button
          look="quiet"
          size="small"
          busy={isLoading}
          busyLabel={t`Loading...`}
          onClick={() => void load()}
          className="ms-11"
        >
          <Trans>View more replies</Trans>
        </Button>
      )}
      {target && (
        <ReplyForm
          key={target.id}
          post={post}
          parent={comment}
          target={target}
          onSent={(reply) => {
            own.add(reply);
            // The live count may have arrived before the reply to the call.
            list.update(id, (now) => ({ replyCount: Math.max(now.replyCount ?? 0, replyCount + 1) }));
            setTarget(null);
            void open();
            // The form that had the focus unmounts.
            requestAnimationFrame(() => rows.current?.focus());
          }}
          onCancel={() => setTarget(null)}
        />
      )}
    </li>
  );
}

/** Updates the number of replies to a comment as frames announce it. */
function useLiveReplyCount(id: string, update: ShownComments["update"]): void {
  const updateNow = useEffectEvent(update);
  useEffect(
    () =>
      onFrame("comment_reply_update", (frame) => {
        if (frame.commentId === id) updateNow(id, () => ({ replyCount: frame.count }));
      }),
    [id],
  );
}

interface ReplyFormProps {
  post: PostView;
  /** The comment to which the reply belongs, and the comment or reply that it answers. */
  parent: CommentView;
  target: CommentView;
  onSent: (reply: CommentView) => void;
  onCancel: () => void;
}

/** The form for a reply. It has the focus, behind the mention of the member. */
function ReplyForm({ post, parent, target, onSent, onCancel }: ReplyFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft("reply", target.id, box);
  const [isTyped, setTyped] = useState(false);
  const mention = target.id === parent.id ? "" : `@${target.user.username} `;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of Reply focuses the form.
  useEffect(() => {
    const field = box.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [target]);
  return (
    <div className="ms-11 flex items-end gap-1">
      <div className="min-w-0 flex-1">
        <CommentForm
          post={post}
          inputRef={box}
          username={target.user.username}
          parentId={parent.id}
          text={isTyped ? draft : draft || mention}
          setText={(next) => {
            setTyped(true);
            setDraft(next);
          }}
          onSent={onSent}
        />
      </div>
      <Button
        look="plain"
        size="small"
        onClick={() => {
          setDraft("");
          onCancel();
        }}
      >
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
