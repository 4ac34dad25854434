import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
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
  const [target, setTarget] = useState<CommentView | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  useLiveReplyCount(id, list.update);
  useLinkedReply(linked, own.loadTo, rows);
  const changes = changesOf(own, comment, list);
  const open = async () => {
    setOpen(true);
    if (!isLoaded && !(await load())) setOpen(false);
  };
  function sent(reply: CommentView) {
    own.add(reply);
    // The live count may have arrived before the reply to the call.
    list.update(id, (now) => ({ replyCount: Math.max(now.replyCount ?? 0, replyCount + 1) }));
    setTarget(null);
    void open();
    // The form that had the focus unmounts.
    requestAnimationFrame(() => rows.current?.focus());
  }
  const item = (reply: CommentView) => (
    <li key={reply.id}>{render(reply, changes, () => setTarget(reply))}</li>
  );
  return (
    <li className="grid gap-4">
      {render(comment, list, () => setTarget(comment))}
      {replyCount > 0 && (
        <RepliesButton
          replyCount={replyCount}
          isOpen={isOpen}
          busy={isLoading && !isLoaded}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        />
      )}
      {isOpen && replies.length > 0 && (
        <ul ref={rows} tabIndex={-1} aria-label={t`Replies to ${username}`} className="ms-11 grid gap-3">
          {replies.filter(({ isHidden }) => !isHidden).map(item)}
        </ul>
      )}
      {isOpen && <HiddenComments comments={replies} item={item} linkedId={linked?.id} />}
      {isOpen && hasMore && <MoreButton busy={isLoading} onClick={() => void load()} />}
      {target && (
        <ReplyForm
          key={target.id}
          {...{ post, target }}
          parent={comment}
          onSent={sent}
          onCancel={() => setTarget(null)}
        />
      )}
    </li>
  );
}

/** Returns the changes of the replies to a comment. Those that drop one lower the count of the comment in its list. */
function changesOf(
  own: ShownComments,
  { id, replyCount = 0 }: CommentView,
  list: ShownComments,
): ShownComments {
  return {
    update: own.update,
    drop: (replyId) => {
      own.drop(replyId);
      list.update(id, (now) => ({ replyCount: Math.min(now.replyCount ?? 0, replyCount - 1) }));
    },
  };
}

interface RepliesButtonProps {
  replyCount: number;
  isOpen: boolean;
  busy: boolean;
  onClick: () => void;
}

function RepliesButton({ replyCount, isOpen, busy, onClick }: RepliesButtonProps) {
  const { t } = useLingui();
  return (
    <Button
      variant="plain"
      size="small"
      aria-expanded={isOpen}
      busy={busy}
      busyLabel={t`Loading...`}
      onClick={onClick}
      className="ms-7.5 justify-self-start text-muted before:h-px before:w-6 before:bg-edge"
    >
      {isOpen
        ? t`Hide replies`
        : t({ message: plural(replyCount, { one: "View # reply", other: "View # replies" }) })}
    </Button>
  );
}

function MoreButton({ busy, onClick }: Pick<RepliesButtonProps, "busy" | "onClick">) {
  const { t } = useLingui();
  return (
    <Button
      variant="quiet"
      size="small"
      busy={busy}
      busyLabel={t`Loading...`}
      onClick={onClick}
      className="ms-11"
    >
      <Trans>View more replies</Trans>
    </Button>
  );
}

/** Loads the replies up to the one that the address names, and scrolls to it. */
function useLinkedReply(
  linked: CommentView | null,
  loadTo: ReturnType<typeof useReplies>["loadTo"],
  rows: RefObject<HTMLElement | null>,
): void {
  const [isLoaded, setLoaded] = useState(false);
  const load = useEffectEvent(async () => {
    if (!linked) return;
    await loadTo(linked.id);
    // As the replies, which render in a transition.
    startTransition(() => setLoaded(true));
  });
  useEffect(() => void load(), []);
  // The loaded replies are above the linked one, and have moved it down.
  useEffect(() => {
    // The attribute also highlights the reply.
    if (isLoaded) rows.current?.querySelector("[data-linked]")?.scrollIntoView({ block: "center" });
  }, [isLoaded, rows]);
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
        variant="plain"
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
