import { useState } from "react";
import type { CommentView } from "~/contract/comments";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { type LoadedList, listOf } from "~/features/api/pager";
import { usePager } from "~/features/api/use-pager";
import { isSentHere } from "./comment-actions";
import { updatePost } from "./post-store";
import { merged, useCommentPager } from "./use-comment-pager";

/**
 * Returns the loaded comments of a post, oldest first, and the number of comments and replies that can still be loaded.
 * @param loaded the post as the page loaded it, with the first page of comments
 * @param extra comments that may be in no loaded page: the pinned one, and the one that the address names
 */
export function useThread(post: PostView, loaded: PostView, extra: readonly CommentView[]) {
  const pager = useCommentPager(
    post.id,
    "none",
    listOf({ items: loaded.comments, next: loaded.comments.at(-1)?.id ?? "" }),
  );
  const { phase, ...list } = usePager(pager);
  /** Those of `extra` that have changed: they may be in no loaded page. */
  const [changed, setChanged] = useState<readonly CommentView[]>([]);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  // The post's count includes comments that no page lists, such as those of blocked members. Their number is computed
  // at the end of the list.
  const [hidden, setHidden] = useState(
    loaded.comments.length + (loaded.hiddenComments ?? 0) < PAGE_LIMIT_DEFAULT
      ? loaded.commentCount - countOf(loaded.comments)
      : 0,
  );
  const shown = (list: LoadedList<CommentView>) =>
    merged([...extra, ...changed, ...post.comments.filter(isSentHere)], list).filter(
      ({ id }) => !dropped.has(id),
    );
  const comments = shown(list);

  async function loadMore() {
    const { isLoaded, isEnd } = await pager.load();
    if (isLoaded && isEnd) setHidden(Math.max(0, post.commentCount - countOf(shown(pager.$list.get()))));
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
