import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import type { UserSummary } from "~/contract/accounts";
import { apiPage } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

/** `ready` and `members` keep the last loaded list, so that the strip is full when the feed opens again. */
interface Stories {
  phase: "loading" | "ready" | "failed";
  members: readonly UserSummary[];
  /** The cursor of further ones; null at the end. */
  next: string | null;
}

const unloaded: Stories = { phase: "loading", members: [], next: null };
export const $stories = atom(unloaded);

/** Number of requests so far. */
let requests = 0;

/** Loads the strip. A reply counts only while no later request was sent. */
async function loadStories(): Promise<void> {
  requests += 1;
  const request = requests;
  const page = await apiPage("GET /api/connections/stories").catch(() => null);
  // After log-out the strip stays empty.
  if (request !== requests || link.state === "closed") return;
  if (page) $stories.set({ phase: "ready", members: page.items, next: page.next });
  // A strip that was loaded before stays as it is.
  else if ($stories.get().phase === "loading") $stories.set({ ...unloaded, phase: "failed" });
}

/** The cursor of the page that is being loaded. */
let loadingNext: string | null = null;

/** Adds the next members, if any. After a failure the next call tries again. */
export async function loadMoreStories(): Promise<void> {
  const { next } = $stories.get();
  if (next === null || next === loadingNext) return;
  loadingNext = next;
  const page = await apiPage("GET /api/connections/stories", { query: { cursor: next } }).catch(() => null);
  loadingNext = null;
  const { members, next: present } = $stories.get();
  // The strip may have been loaded anew meanwhile.
  if (page && present === next)
    $stories.set({ phase: "ready", members: [...members, ...page.items], next: page.next });
}

/** Loads the strip again after a failure. */
export function retryStories(): void {
  $stories.set(unloaded);
  void loadStories();
}

link.$state.listen((state) => {
  if (state === "closed") $stories.set(unloaded);
});

/**
 * Returns the viewer's connections for the strip. The browser loads them, not the page's loader: the feed's document makes
 * no query beyond its posts (docs/product.md#speed).
 */
export function useStories(): Stories {
  useEffect(() => {
    if (link.state !== "open") void loadStories();
    const stops = [
      // Also after a loss of the link, because frames were missed meanwhile.
      link.onOpen(() => void loadStories()),
      onFrame("connection_status", ({ status }) => {
        if (status === "accepted" || status === "disconnected") void loadStories();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return useStore($stories, { ssr: "initial" });
}
