import { useRef, useState } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { CommentView, PostView } from "~/contract/posts";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList, listOf } from "~/features/api/pager";
import { usePager } from "~/features/api/use-pager";
import { ReportDialog } from "~/features/safety/report-dialog";
import { useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { showError } from "~/ui/toast-store";
import { useReload } from "~/ui/use-reload";
import { removeComment, setCommentHidden } from "./comment-changes";
import { CommentItem } from "./comment-item";
import { countLabel } from "./count-label";
import { useCommentLikes } from "./use-comment-likes";

interface Props {
  post: PostView;
  /** The post as the page loaded it, with the first page of comments. */
  loaded: PostView;
  /** The post's owner may delete any of its comments. */
  isOwner: boolean;
}

/**
 * The comments, oldest first, page by page. Comments that the viewer sends appear at the end. Those that the post's owner has hidden
 * are behind a button.
 */
export function CommentThread({ post, loaded, isOwner }: Props) {
  const viewer = useViewer();
  const { comments, remaining, isLoading, loadMore, drop, update } = useThread(post, loaded);
  const { likesOf, toggle } = useCommentLikes(post.id);
  const hidden = comments.filter(({ isHidden }) => isHidden);
  const [showsHidden, setShowsHidden] = useState(false);
  const [reported, setReported] = useState<CommentView | null>(null);
  const [isReporting, setReporting] = useState(false);
  const reload = useReload();
  if (comments.length === 0 && remaining === 0) {
    return (
      <p className="border-line border-t pt-4 text-muted">
        No comments yet.{post.commenting === "open" && " Say something kind."}
      </p>
    );
  }
  const item = (comment: CommentView) => (
    <CommentItem
      key={comment.id}
      comment={comment}
      likes={likesOf(comment)}
      onLike={() => toggle(comment)}
      onDelete={
        isOwner || comment.userId === viewer?.id
          ? async () => {
              if (await removeComment(post, comment.id)) drop(comment.id);
            }
          : undefined
      }
      onReport={
        comment.userId === viewer?.id
          ? undefined
          : () => {
              setReported(comment);
              setReporting(true);
            }
      }
      onHide={
        isOwner
          ? async () => {
              const isHidden = !comment.isHidden;
              if (await setCommentHidden(post, comment.id, isHidden)) update(comment.id, { isHidden });
            }
          : undefined
      }
    />
  );
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <ul aria-label="Comments" className="grid gap-3">
        {comments.filter(({ isHidden }) => !isHidden).map(item)}
      </ul>
      {hidden.length > 0 && (
        <Button
          look="plain"
          size="small"
          aria-expanded={showsHidden}
          onClick={() => setShowsHidden(!showsHidden)}
          className="justify-self-start text-muted"
        >
          {countLabel(hidden.length, "hidden comment")}
        </Button>
      )}
      {hidden.length > 0 && showsHidden && (
        <ul aria-label="Hidden comments" className="grid gap-3">
          {hidden.map(item)}
        </ul>
      )}
      {reported && (
        <ReportDialog
          key={reported.id}
          subject={{ postId: post.id, commentId: reported.id }}
          name="this comment"
          member={reported.user}
          onBlocked={() => {
            drop(reported.id);
            void reload();
          }}
          open={isReporting}
          onOpenChange={setReporting}
        />
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

/** Returns the loaded comments, oldest first, and the number of comments that can still be loaded. */
function useThread(post: PostView, loaded: PostView) {
  const isEnd = useRef(false);
  const [pager] = useState(() =>
    createPager(
      async (cursor: string) => {
        const { items, next } = await apiPage("GET /api/posts/{id}/comments", {
          params: { id: post.id },
          query: { cursor: cursor || null },
        });
        isEnd.current = next === null;
        return { items, next: next ?? items.at(-1)?.id ?? cursor };
      },
      // Comments may be added at the end, so the list always has a cursor: the last comment's id, or "" for none.
      listOf({ items: loaded.comments, next: loaded.comments.at(-1)?.id ?? "" }),
    ),
  );
  const { phase, ...list } = usePager(pager);
  // The post's count includes comments that no page lists, such as those of blocked members. Their number is computed at the
  // end of the list.
  const [hidden, setHidden] = useState(
    loaded.comments.length + (loaded.hiddenComments ?? 0) < PAGE_LIMIT_DEFAULT
      ? loaded.commentCount - loaded.comments.length
      : 0,
  );
  const comments = withSent(list, post);

  async function loadMore() {
    await pager.loadMore();
    const list = pager.$list.get();
    if (list.phase === "failed") return showError("Failed to load comments");
    if (isEnd.current) setHidden(Math.max(0, post.commentCount - withSent(list, post).length));
  }
  return {
    comments,
    remaining: Math.max(0, post.commentCount - comments.length - hidden),
    isLoading: phase === "loading",
    loadMore,
    drop: (id: string) => pager.update((comment) => (comment.id === id ? null : comment)),
    update: (id: string, change: Partial<CommentView>) =>
      pager.update((comment) => (comment.id === id ? { ...comment, ...change } : comment)),
  };
}

/**
 * Merges the loaded comments with the comments of the stored post: the two that cards show, and those sent from here.
 */
function withSent(list: LoadedList<CommentView>, post: PostView): CommentView[] {
  // The comments of cards lack their likes.
  const byId = new Map([...post.comments, ...itemsOf(list)].map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
