import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import type { UserSummary } from "~/contract/accounts";
import type { ServerFrame } from "~/contract/channel";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf } from "~/features/api/pager";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

type StatusFrame = Extract<ServerFrame, { type: "connection_status" }>["payload"];

/** `ready` and `members` keep the last loaded list, so that the strip is full when the feed opens again. */
interface Stories {
  phase: "loading" | "ready" | "failed";
  members: readonly UserSummary[];
}

const nobody = { pages: [], next: null };
const pager = createPager<UserSummary>(
  (cursor) => apiPage("GET /api/connections/stories", { query: { cursor } }),
  nobody,
);

const unloaded: Stories = { phase: "loading", members: [] };
// Not computed: the document's render needs its initial value.
export const $stories = atom(unloaded);
pager.$list.listen((list, previous) => {
  if (list.pages !== previous?.pages) $stories.set({ ...$stories.get(), members: itemsOf(list) });
});

/** Number of requests for the first page so far. */
let requests = 0;

/** Loads the first members; those loaded after them stay. A reply counts only while no later request was sent. */
async function loadStories(): Promise<void> {
  requests += 1;
  const request = requests;
  const page = await apiPage("GET /api/connections/stories").catch(() => null);
  // After log-out the strip stays empty.
  if (request !== requests || link.state === "closed") return;
  if (page) {
    pager.refresh(page);
    $stories.set({ ...$stories.get(), phase: "ready" });
  }
  // A strip that was loaded before stays as it is.
  else if ($stories.get().phase === "loading") $stories.set({ ...unloaded, phase: "failed" });
}

/** Adds the next members, if any. After a failure the next call tries again. */
export const loadMoreStories = (): Promise<void> => pager.loadMore();

/** Loads the strip again after a failure. */
export function retryStories(): void {
  empty();
  void loadStories();
}

/** Removes a disconnected member, who may be in a later page, and loads the first page again. */
export function updateStories({ fromUserId, toUserId, status }: StatusFrame): void {
  if (status !== "accepted" && status !== "disconnected") return;
  if (status === "disconnected")
    pager.update((member) => ([fromUserId, toUserId].includes(member.id) ? null : member));
  void loadStories();
}

function empty(): void {
  pager.reset(nobody);
  $stories.set(unloaded);
}

link.$state.listen((state) => {
  if (state === "closed") empty();
});

/**
 * Returns the viewer's connections for the strip. The browser loads them, not the page's loader: the feed's document
 * queries only its posts (docs/product.md#speed).
 */
export function useStories(): Stories {
  useEffect(() => {
    if (link.state !== "open") void loadStories();
    const stops = [
      // Also after a loss of the link, because frames were missed meanwhile.
      link.onOpen(() => void loadStories()),
      onFrame("connection_status", updateStories),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return useStore($stories, { ssr: "initial" });
}
