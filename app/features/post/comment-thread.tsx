import { type ReactNode, Suspense, useRef, useState } from "react";
import { COMMENT_EDIT_MINUTES, PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { CommentView, PostView } from "~/contract/posts";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList, listOf } from "~/features/api/pager";
import { usePager } from "~/features/api/use-pager";
import { ReportDialog } from "~/features/safety/report-dialog";
import { useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import type { MenuItem } from "~/ui/menu";
import { showError } from "~/ui/toast-store";
import { useReload } from "~/ui/use-reload";
import { isSentHere } from "./comment-actions";
import { editComment, removeComment, setCommentHidden, setCommentPinned } from "./comment-changes";
import { CommentItem } from "./comment-item";
import { CommentReplies, HiddenComments, type RenderComment, type ShownComments } from "./comment-replies";
import { updatePost } from "./post-store";
import { useCommentLikes } from "./use-comment-likes";

const CommentDelete = lazyPart(() => import("./comment-delete.client"));

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
 * The comments, oldest first, page by page, each with its replies on request. Comments that the viewer sends appear at the end. Those that
 * the post's owner has hidden are behind a button.
 */
export function CommentThread({ post, loaded, isOwner, linked }: Props) {
  const viewer = useViewer();
  const [pinned, setPinned] = useState(loaded.pinnedComment ?? null);
  const { comments, remaining, isLoading, loadMore, ...list } = useThread(post, loaded, [
    ...(pinned ? [pinned] : []),
    ...(linked ? [linked.comment] : []),
  ]);
  const { likesOf, toggle } = useCommentLikes(post.id);
  const [reported, setReported] = useState<CommentView | null>(null);
  const [isReporting, setReporting] = useState(false);
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const deleting = comments.find(({ id }) => id === deletingId);
  const reload = useReload();
  const linkedId = linked && (linked.reply ?? linked.comment).id;
  const gone = linked === null && (
    <p role="status" className="rounded-control bg-wash p-3">
      This comment is no longer available.
    </p>
  );
  if (comments.length === 0 && remaining === 0) {
    return (
      <div className="grid gap-3 border-line border-t pt-4">
        {gone}
        <p className="text-muted">No comments yet.{post.commenting === "open" && " Say something kind."}</p>
      </div>
    );
  }
  const remove = async (comment: CommentView, drop: ShownComments["drop"]) => {
    if (!(await removeComment(post, comment))) return;
    drop(comment.id);
    if (comment.id === pinned?.id) setPinned(null);
  };
  const menuOf = (comment: CommentView, { drop, update }: ShownComments): MenuItem[] => {
    const isOwn = comment.userId === viewer?.id;
    const isPinned = comment.id === pinned?.id;
    const { isHidden } = comment;
    const pin = async () => {
      if (await setCommentPinned(post, comment.id, !isPinned)) setPinned(isPinned ? null : comment);
    };
    const hide = async () => {
      if (!(await setCommentHidden(post, comment.id, !isHidden))) return;
      update(comment.id, () => ({ isHidden: !isHidden }));
      if (isPinned) setPinned(null);
    };
    const askOrRemove = () => {
      if (!comment.replyCount) return void remove(comment, drop);
      setDeletingId(comment.id);
      setDeleting(true);
    };
    const report = () => {
      setReported(comment);
      setReporting(true);
    };
    const canPin = isOwner && !comment.parentId && !isHidden;
    return [
      ...(canPin
        ? [
            {
              label: isPinned ? "Unpin" : "Pin",
              icon: isPinned ? "unpin" : "pin",
              onSelect: () => void pin(),
            } as const,
          ]
        : []),
      ...(isOwner
        ? [
            {
              label: isHidden ? "Show" : "Hide",
              icon: isHidden ? "show" : "hide",
              onSelect: () => void hide(),
            } as const,
          ]
        : []),
      ...(isOwn ? [] : [{ label: "Report", icon: "report", onSelect: report } as const]),
      ...(isOwner || isOwn
        ? [{ label: "Delete", icon: "delete", danger: true, onSelect: askOrRemove } as const]
        : []),
    ];
  };
  const render: RenderComment = (comment, shown, onReply) => {
    const isOpen = post.commenting === "open";
    return (
      <CommentItem
        comment={comment}
        isLinked={comment.id === linkedId}
        isPinned={comment.id === pinned?.id}
        likes={likesOf(comment)}
        onLike={() => toggle(comment)}
        onReply={isOpen ? onReply : undefined}
        canEdit={isOpen && comment.userId === viewer?.id && isEditable(comment)}
        onEdit={async (text) => {
          const edited = await editComment(post, comment.id, text);
          if (edited)
            shown.update(comment.id, () => ({ comment: edited.comment, editedAt: edited.editedAt }));
          return edited !== null;
        }}
        items={[menuOf(comment, shown)]}
      />
    );
  };
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
      {gone}
      <ul aria-label="Comments" className="grid gap-3">
        {[...comments]
          .sort((a, b) => Number(b.id === pinned?.id) - Number(a.id === pinned?.id))
          .filter(({ isHidden }) => !isHidden)
          .map(item)}
      </ul>
      <HiddenComments key={linkedId} comments={comments} item={item} linkedId={linked?.comment.id} />
      {reported && (
        <ReportDialog
          key={reported.id}
          subject={{ postId: post.id, commentId: reported.id }}
          name="this comment"
          member={reported.user}
          onBlocked={() => {
            list.drop(reported.id);
            void reload();
          }}
          open={isReporting}
          onOpenChange={setReporting}
        />
      )}
      {deleting && (
        <Suspense>
          <CommentDelete
            replyCount={deleting.replyCount ?? 0}
            open={isDeleting}
            onOpenChange={setDeleting}
            onConfirm={() => {
              setDeleting(false);
              void remove(deleting, list.drop);
            }}
          />
        </Suspense>
      )}
      {remaining > 0 && (
        <Button
          look="quiet"
          size="small"
          busy={isLoading}
          busyLabel="Loading..."
          onClick={() => void loadMore()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

/** Returns the loaded comments, oldest first, and the number of comments and replies that can still be loaded. */
function useThread(post: PostView, loaded: PostView, extra: readonly CommentView[]) {
  const isEnd = useRef(false);
  const [pager] = useState(() =>
    createPager(
      async (cursor: string) => {
        const { items, next } = await apiPage("GET /api/posts/{id}/comments", {
          params: { id: post.id },
          query: { cursor: cursor || null, parent: "none" },
        });
        isEnd.current = next === null;
        return { items, next: next ?? items.at(-1)?.id ?? cursor };
      },
      // Comments may be added at the end, so the list always has a cursor: the last comment's id, or "" for none.
      listOf({ items: loaded.comments, next: loaded.comments.at(-1)?.id ?? "" }),
    ),
  );
  const { phase, ...list } = usePager(pager);
  /** Those of `extra` that have changed: they may be in no loaded page. */
  const [changed, setChanged] = useState<readonly CommentView[]>([]);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  // The post's count includes comments that no page lists, such as those of blocked members. Their number is computed at the
  // end of the list.
  const [hidden, setHidden] = useState(
    loaded.comments.length + (loaded.hiddenComments ?? 0) < PAGE_LIMIT_DEFAULT
      ? loaded.commentCount - countOf(loaded.comments)
      : 0,
  );
  const shown = (list: LoadedList<CommentView>) =>
    withOthers(list, post, [...extra, ...changed]).filter(({ id }) => !dropped.has(id));
  const comments = shown(list);

  async function loadMore() {
    await pager.loadMore();
    const list = pager.$list.get();
    if (list.phase === "failed") return showError("Failed to load comments");
    if (isEnd.current) setHidden(Math.max(0, post.commentCount - countOf(shown(list))));
  }
  return {
    comments,
    remaining: Math.max(0, post.commentCount - countOf(comments) - hidden),
    isLoading: phase === "loading",
    loadMore,
    drop: (id: string) => {
      setDropped(new Set([...dropped, id]));
      pager.update((comment) => (comment.id === id ? null : comment));
    },
    update: (id: string, change: (comment: CommentView) => Partial<CommentView>) => {
      const apply = (comment: CommentView) =>
        comment.id === id ? { ...comment, ...change(comment) } : comment;
      pager.update(apply);
      setChanged((all) =>
        [...new Map([...extra, ...all].map((comment) => [comment.id, comment])).values()].map(apply),
      );
      // Comments that were sent from here are in the stored post only.
      updatePost(post.id, (stored) => ({ comments: stored.comments.map(apply) }));
    },
  };
}

/** Returns the number of comments with their replies. */
const countOf = (comments: readonly CommentView[]): number =>
  comments.reduce((count, { replyCount = 0 }) => count + 1 + replyCount, 0);

/** Returns whether the viewer's comment may still be edited; the server decides in the end. */
const isEditable = ({ createdAt }: CommentView): boolean =>
  Date.now() - Date.parse(createdAt) < COMMENT_EDIT_MINUTES * 60_000;

/** Merges the loaded comments with those sent from here, and with the pinned one and the one that the address names. */
function withOthers(list: LoadedList<CommentView>, post: PostView, extra: readonly CommentView[]) {
  const byId = new Map(
    [...extra, ...post.comments.filter(isSentHere), ...itemsOf(list)].map((comment) => [comment.id, comment]),
  );
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
