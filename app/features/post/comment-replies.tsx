import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { counted } from "~/contract/counted";
import type { CommentView, PostView } from "~/contract/posts";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList } from "~/features/api/pager";
import { usePager } from "~/features/api/use-pager";
import { onFrame } from "~/realtime/frames";
import { Button } from "~/ui/button";
import { showError } from "~/ui/toast-store";
import { CommentForm } from "./comment-box";

/** Changes a list of comments that is shown. */
export interface ShownComments {
  drop: (id: string) => void;
  update: (id: string, change: (comment: CommentView) => Partial<CommentView>) => void;
}

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
  const { id, replyCount = 0, user } = comment;
  const { replies, isLoaded, hasMore, isLoading, load, ...own } = useReplies(post, comment, linked);
  const [isOpen, setOpen] = useState(linked !== null);
  const [target, setTarget] = useState<CommentView | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const updateList = useEffectEvent(list.update);
  // The live count may have arrived before the reply to the call.
  const added = () =>
    list.update(id, (now) => ({ replyCount: Math.max(now.replyCount ?? 0, replyCount + 1) }));
  const dropped = () =>
    list.update(id, (now) => ({ replyCount: Math.min(now.replyCount ?? 0, replyCount - 1) }));
  const changes: ShownComments = {
    update: own.update,
    drop: (replyId) => {
      own.drop(replyId);
      dropped();
    },
  };
  const open = async () => {
    setOpen(true);
    if (!isLoaded && !(await load())) setOpen(false);
  };
  useEffect(
    () =>
      onFrame("comment_reply_update", (frame) => {
        if (frame.commentId === id) updateList(id, () => ({ replyCount: frame.count }));
      }),
    [id],
  );
  const openLinked = useEffectEvent(() => {
    if (linked) void load();
  });
  useEffect(() => openLinked(), []);
  useEffect(() => {
    const field = box.current;
    if (!target || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [target]);
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
          busyLabel="Loading..."
          onClick={() => (isOpen ? setOpen(false) : void open())}
          className="ms-8 justify-self-start text-muted"
        >
          {isOpen ? "Hide replies" : `View ${counted(replyCount, "reply", "replies")}`}
        </Button>
      )}
      {isOpen && replies.length > 0 && (
        <ul ref={rows} tabIndex={-1} aria-label={`Replies to ${user.username}`} className="ms-11 grid gap-3">
          {replies.filter(({ isHidden }) => !isHidden).map(item)}
        </ul>
      )}
      {isOpen && <HiddenComments comments={replies} item={item} linkedId={linked?.id} />}
      {isOpen && hasMore && (
        <Button
          look="quiet"
          size="small"
          busy={isLoading}
          busyLabel="Loading..."
          onClick={() => void load()}
          className="ms-11"
        >
          View more replies
        </Button>
      )}
      {target && (
        <div className="ms-11 flex items-end gap-1">
          <div className="min-w-0 flex-1">
            <CommentForm
              key={target.id}
              post={post}
              inputRef={box}
              label={`Reply to ${target.user.username}`}
              parentId={id}
              initial={target.id === id ? "" : `@${target.user.username} `}
              onSent={(reply) => {
                own.add(reply);
                added();
                setTarget(null);
                void open();
                // The form that had the focus unmounts.
                requestAnimationFrame(() => rows.current?.focus());
              }}
            />
          </div>
          <Button look="plain" size="small" onClick={() => setTarget(null)}>
            Cancel
          </Button>
        </div>
      )}
    </li>
  );
}

/** Returns the loaded replies to a comment, oldest first. Fetches none before `load`. */
function useReplies(post: PostView, { id: parent, replyCount = 0 }: CommentView, linked: CommentView | null) {
  const isEnd = useRef(false);
  const [pager] = useState(() =>
    createPager(
      async (cursor: string) => {
        const { items, next } = await apiPage("GET /api/posts/{id}/comments", {
          params: { id: post.id },
          query: { cursor: cursor || null, parent },
        });
        isEnd.current = next === null;
        // Replies may be added at the end, so the list always has a cursor.
        return { items, next: next ?? items.at(-1)?.id ?? cursor };
      },
      { pages: [], next: "" },
    ),
  );
  const { phase, ...list } = usePager(pager);
  /** The linked reply, and those sent from here. */
  const [others, setOthers] = useState<readonly CommentView[]>(linked ? [linked] : []);
  /** The number of replies that no page lists, such as those of blocked members. Null before the end of the list. */
  const [unlisted, setUnlisted] = useState<number | null>(null);
  const merge = (list: LoadedList<CommentView>) => [
    ...new Map([...others, ...itemsOf(list)].map((reply) => [reply.id, reply])).values(),
  ];
  const replies = merge(list).sort((a, b) => (a.id < b.id ? -1 : 1));
  const change = (one: (reply: CommentView) => CommentView | null) => {
    pager.update(one);
    setOthers((all) => all.map(one).filter((reply) => reply !== null));
  };
  const isLoaded = list.next !== "";
  return {
    replies,
    hasMore: isLoaded && (unlisted === null || replyCount > replies.length + unlisted),
    isLoaded,
    isLoading: phase === "loading",
    /** Fetches the next page. Returns whether it succeeded, and shows an error if not. */
    load: async () => {
      await pager.loadMore();
      const loaded = pager.$list.get();
      const isFailed = loaded.phase === "failed";
      if (isFailed) showError("Failed to load comments");
      else if (isEnd.current) setUnlisted(Math.max(0, replyCount - merge(loaded).length));
      return !isFailed;
    },
    add: (reply: CommentView) => setOthers((all) => [...all, reply]),
    drop: (id: string) => change((reply) => (reply.id === id ? null : reply)),
    update: (id: string, changes: (reply: CommentView) => Partial<CommentView>) =>
      change((reply) => (reply.id === id ? { ...reply, ...changes(reply) } : reply)),
  };
}

/** A button that opens those of the comments that the post's owner has hidden. They are open at first when one of them has the linked id. */
export function HiddenComments({
  comments,
  item,
  linkedId,
}: {
  comments: readonly CommentView[];
  item: (comment: CommentView) => ReactNode;
  linkedId: string | undefined;
}) {
  const hidden = comments.filter(({ isHidden }) => isHidden);
  const [isOpen, setOpen] = useState(hidden.some(({ id }) => id === linkedId));
  if (hidden.length === 0) return null;
  return (
    <>
      <Button
        look="plain"
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start text-muted"
      >
        {counted(hidden.length, "hidden comment")}
      </Button>
      {isOpen && (
        <ul aria-label="Hidden comments" className="grid gap-3">
          {hidden.map(item)}
        </ul>
      )}
    </>
  );
}
