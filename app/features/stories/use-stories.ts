import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import type { UserSummary } from "~/contract/accounts";
import { api } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

/** The last loaded connections of the viewer, so that the strip is not empty when the feed opens again. */
const $stories = atom<readonly UserSummary[]>([]);

async function loadStories(): Promise<void> {
  const members = await api("GET /api/connections/stories").catch(() => null);
  // Without a reply the strip stays as it is; after log-out it stays empty.
  if (members && link.state !== "closed") $stories.set(members);
}

link.$state.listen((state) => {
  if (state === "closed") $stories.set([]);
});

/**
 * Returns the viewer's connections for the strip. The browser loads them, not the page's loader: the feed's document makes
 * no query beyond its posts (docs/product.md#speed).
 */
export function useStories(): readonly UserSummary[] {
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
