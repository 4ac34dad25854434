import { useEffect, useRef } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import type { Page } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { loadFeed } from "./load-feed";

/** Posts newer than the loaded ones. */
export interface NewerPosts extends Page<PostView> {
  /** There may be a gap before the loaded posts, so these replace the feed. */
  startsOver: boolean;
}

interface Check {
  isEnabled: boolean;
  /** Check at once, not only when the channel announces a post. */
  isImmediate: boolean;
  /** Fetch the first page although its newest post may be loaded: posts in between may be missing. */
  isStale: boolean;
  newestId: string;
}

/** `maybe`: posts may have been missed. `announced`: the channel has named a newer post. */
type Due = "no" | "maybe" | "announced";

/**
 * Fetches posts newer than the newest one when the channel announces one, and after each opening of the channel, when
 * announcements may have been missed. A hidden page fetches when it becomes visible.
 */
export function useNewerPosts(
  { isEnabled, isImmediate, isStale, newestId }: Check,
  onFound: (newer: NewerPosts) => void,
): void {
  // Outlives the effect: a post may be announced while an earlier one is fetched.
  const due = useRef<Due>("no");
  useEffect(() => {
    if (!isEnabled) return;
    let isCancelled = false;
    let isBusy = false;
    const check = async () => {
      if (isBusy || due.current === "no" || document.visibilityState !== "visible") return;
      const isAnnounced = due.current === "announced";
      due.current = "no";
      isBusy = true;
      // The announcement may be old: the page was hidden, or an earlier post was being fetched.
      requestFreshReads();
      try {
        const isWorthAPage = isStale || isAnnounced || (await hasNewer(newestId));
        const newer = isWorthAPage ? await loadNewer({ newestId, isStale }) : null;
        if (!isCancelled && newer) onFound(newer);
      } catch {
        // The next announcement repeats it; nothing on the screen depends on this one.
      }
      isBusy = false;
      if (!isCancelled) void check();
    };
    const request = (level: Due) => {
      if (due.current !== "announced") due.current = level;
      void check();
    };
    const stops = [
      onFrame("new_post", ({ postId }) => {
        if (postId > newestId) request("announced");
      }),
      // The hub sends it after it has listed the member as online: later posts are announced.
      onFrame("online-users", () => request("maybe")),
    ];
    if (isImmediate) request("maybe");
    else void check();
    document.addEventListener("visibilitychange", check);
    return () => {
      isCancelled = true;
      // Its result is dropped.
      if (isBusy) due.current = "maybe";
      for (const stop of stops) stop();
      document.removeEventListener("visibilitychange", check);
    };
  }, [isEnabled, isImmediate, isStale, newestId, onFound]);
}

/** Fetches the first page and returns its posts newer than the loaded ones; null without any. @throws as `api` does */
export async function loadNewer({
  newestId,
  isStale,
}: Pick<Check, "newestId" | "isStale">): Promise<NewerPosts | null> {
  const page = await loadFeed(null, PAGE_LIMIT_DEFAULT);
  const items = page.items.filter(({ id }) => isStale || id > newestId);
  if (items.length === 0) return null;
  return { items, next: page.next, startsOver: isStale || items.length === page.items.length };
}

/** Returns whether the feed has a newer post. Fetches a single post only, because most checks find none. */
async function hasNewer(newestId: string): Promise<boolean> {
  const { items, next } = await loadFeed(null, 1);
  // The page omits a hidden AI post; the cursor then shows whether there are newer posts.
  return items[0] ? items[0].id > newestId : next !== null && next > newestId;
}
