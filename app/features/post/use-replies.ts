import { useState } from "react";
import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import { usePager } from "~/features/api/use-pager";
import { merged, useCommentPager } from "./use-comment-pager";

/** The most pages that are fetched to show a linked reply with all those before it. */
const PAGES_TO_LINKED_MAX = 10;

/**
 * Returns the loaded replies to a comment, oldest first. Fetches none before `load`.
 * @param linked the reply that the address names
 */
export function useReplies(
  post: PostView,
  { id: parent, replyCount = 0 }: CommentView,
  linked: CommentView | null,
) {
  const pager = useCommentPager(post.id, parent, { pages: [], next: "" });
  const { phase, ...list } = usePager(pager);
  /** The linked reply, and those sent from here. */
  const [others, setOthers] = useState<readonly CommentView[]>(linked ? [linked] : []);
  /** The number of replies that no page lists, such as those of blocked members. Null before the end of the list. */
  const [unlisted, setUnlisted] = useState<number | null>(null);
  const replies = merged(others, list);
  const change = (one: (reply: CommentView) => CommentView | null) => {
    pager.update(one);
    setOthers((all) => all.map(one).filter((reply) => reply !== null));
  };
  const isLoaded = list.next !== "";
  /** Fetches the next page. Returns whether it succeeded, and shows an error if not. */
  const load = async () => {
    const page = await pager.load();
    if (page.isLoaded && page.isEnd)
      setUnlisted(Math.max(0, replyCount - merged(others, pager.$list.get()).length));
    return page.isLoaded;
  };
  return {
    replies,
    hasMore: isLoaded && (unlisted === null || replyCount > replies.length + unlisted),
    isLoaded,
    isLoading: phase === "loading",
    load,
    /** Fetches the pages up to a reply; of more than ten the first ones. */
    loadTo: async (id: string) => {
      for (let pages = 0; pages < PAGES_TO_LINKED_MAX; pages++) {
        const before = pager.$list.get().next ?? "";
        if (before >= id || !(await load()) || pager.$list.get().next === before) return;
      }
    },
    add: (reply: CommentView) => setOthers((all) => [...all, reply]),
    drop: (id: string) => change((reply) => (reply.id === id ? null : reply)),
    update: (id: string, changes: (reply: CommentView) => Partial<CommentView>) =>
      change((reply) => (reply.id === id ? { ...reply, ...changes(reply) } : reply)),
  };
}
