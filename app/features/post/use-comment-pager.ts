import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { CommentView } from "~/contract/comments";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList, type Pager } from "~/features/api/pager";
import { showError } from "~/ui/toast-store";

/** Changes a list of comments that is shown. */
export interface ShownComments {
  drop: (id: string) => void;
  update: (id: string, change: (comment: CommentView) => Partial<CommentView>) => void;
}

interface CommentPager extends Pager<CommentView> {
  /** Loads the next page; shows an error on failure. @returns whether it succeeded, and whether that was the end */
  load: () => Promise<{ isLoaded: boolean; isEnd: boolean }>;
}

/**
 * Returns a pager of a post's comments, or of a comment's replies. Comments may be added at the end, so the list
 * always has a cursor: the last comment's id, or "" for none.
 * @param parent the id of the comment, or "none"
 */
export function useCommentPager(
  postId: string,
  parent: string,
  initial: LoadedList<CommentView>,
): CommentPager {
  const [pager] = useState(() => {
    let isEnd = false;
    const created = createPager(async (cursor: string) => {
      const { items, next } = await apiPage("GET /api/posts/{id}/comments", {
        params: { id: postId },
        query: { cursor: cursor || null, parent },
      });
      isEnd = next === null;
      return { items, next: next ?? items.at(-1)?.id ?? cursor };
    }, initial);
    return {
      ...created,
      async load() {
        await created.loadMore();
        const isLoaded = created.$list.get().phase !== "failed";
        if (!isLoaded) showError(t`Failed to load comments`);
        return { isLoaded, isEnd };
      },
    };
  });
  return pager;
}

/** Returns the comments of a list and others, each once, oldest first. A loaded one replaces another of the same id. */
export function merged(others: readonly CommentView[], list: LoadedList<CommentView>): CommentView[] {
  const byId = new Map([...others, ...itemsOf(list)].map((comment) => [comment.id, comment]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
