import { useEffect } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import type { Page } from "~/features/api/client";
import { loadFeed } from "./load-feed";

/** Interval, in milliseconds, at which a visible feed checks for newer posts. */
const POLL_INTERVAL_MS = 60_000;

/** Posts newer than the loaded ones. */
export interface NewerPosts extends Page<PostView> {
  /** There may be a gap before the loaded posts, so these replace the feed. */
  startsOver: boolean;
}

interface Poll {
  isEnabled: boolean;
  /** Poll at once, not only after an interval. */
  isImmediate: boolean;
  /** Fetch the first page although its newest post may be loaded: posts in between may be missing. */
  isStale: boolean;
  newestId: string;
}

/** Polls for posts newer than the newest one while the page is visible. */
export function useNewerPosts(
  { isEnabled, isImmediate, isStale, newestId }: Poll,
  onFound: (newer: NewerPosts) => void,
): void {
  useEffect(() => {
    if (!isEnabled) return;
    let isCancelled = false;
    const poll = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        if (!isStale && !(await hasNewer(newestId))) return;
        if (isCancelled) return;
        const page = await loadFeed(null, PAGE_LIMIT_DEFAULT);
        const items = page.items.filter(({ id }) => isStale || id > newestId);
        const startsOver = isStale || items.length === page.items.length;
        if (!isCancelled && items.length > 0) onFound({ items, next: page.next, startsOver });
      } catch {
        // The next poll repeats it; nothing on the screen depends on this one.
      }
    };
    if (isImmediate) void poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    document.addEventListener("visibilitychange", poll);
    return () => {
      isCancelled = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", poll);
    };
  }, [isEnabled, isImmediate, isStale, newestId, onFound]);
}

/** Returns whether the feed has a newer post. Fetches a single post only, because most polls find none. */
async function hasNewer(newestId: string): Promise<boolean> {
  const { items, next } = await loadFeed(null, 1);
  // The page omits a hidden AI post; the cursor then shows whether there are newer posts.
  return items[0] ? items[0].id > newestId : next !== null && next > newestId;
}
