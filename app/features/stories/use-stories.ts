import { useEffect, useState } from "react";
import type { UserSummary } from "~/contract/accounts";
import { api } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

/** As last loaded, so that coming back to the feed does not fill the strip anew. */
let last: UserSummary[] = [];

/**
 * The viewer's connections for the strip. Asked for by the browser, not by the page's loader: the feed's document makes
 * no query beyond its posts (speed goal 2).
 */
export function useStories(): UserSummary[] {
  const [members, setMembers] = useState<UserSummary[]>([]);
  useEffect(() => {
    let isShown = true;
    async function load() {
      // Without an answer the strip stays as it is.
      last = await api("GET /api/connections/stories").catch(() => last);
      if (isShown) setMembers(last);
    }
    setMembers(last);
    if (link.state !== "open") void load();
    const stops = [
      // Also after a loss: what was told meanwhile was not heard.
      link.onOpen(() => void load()),
      onFrame("connection_status", ({ status }) => {
        if (status === "accepted" || status === "disconnected") void load();
      }),
      link.subscribe(() => {
        if (link.state === "closed") last = [];
      }),
    ];
    return () => {
      isShown = false;
      for (const stop of stops) stop();
    };
  }, []);
  return members;
}
