import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { NotificationGroupView } from "~/contract/notifications";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, listOf, withFirstPage } from "~/features/api/pager";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { withLive, withoutRemoved } from "./live-groups";
import { $read, $recent, $removal } from "./notifications-store";

type Phase = "loading" | "ready" | "failed";

function createGroupPager() {
  return createPager<NotificationGroupView>(
    (cursor) => apiPage("GET /api/notifications/groups", { query: { cursor } }),
    { pages: [], next: null },
  );
}

/**
 * Returns the rows of the open menu, the group with the newest notification first. A new notification has no avatar until the first page
 * is refetched.
 */
export function useNotificationGroups() {
  const [pager] = useState(createGroupPager);
  const list = useStore(pager.$list);
  const recent = useStore($recent);
  const read = useStore($read);
  const [firstPhase, setFirstPhase] = useState<Phase>("loading");
  const lastRequest = useRef(0);

  const reload = useCallback(
    async ({ startsOver = false } = {}) => {
      lastRequest.current += 1;
      const request = lastRequest.current;
      try {
        const page = await apiPage("GET /api/notifications/groups");
        if (request !== lastRequest.current) return;
        const loaded = pager.$list.get();
        if (startsOver) pager.reset(listOf(page));
        else if (loaded.phase === "failed") pager.reset(withFirstPage(loaded, page));
        else pager.refresh(page);
        setFirstPhase("ready");
      } catch {
        setFirstPhase((phase) => (phase === "ready" ? phase : "failed"));
      }
    },
    [pager],
  );

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the request begins here.
    if (link.state !== "open") void reload();
    const stops = [
      // Also after a loss of the link, because frames were missed meanwhile.
      link.onOpen(() => void reload()),
      onFrame("notification", () => void reload()),
      onFrame("connection_status", () => void reload()),
      $removal.listen((isRemoved) => {
        if (!isRemoved) return;
        pager.update((group) => withoutRemoved(group, isRemoved));
        // Older groups are not on the refetched page, and a member whom they only count may have left them.
        const older = pager.$list.get().pages.slice(1);
        const startsOver = older.some(({ items }) =>
          items.some(({ memberCount, fromUsers }) => memberCount > fromUsers.length),
        );
        void reload({ startsOver });
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [pager, reload]);

  const phase = list.phase === "failed" ? "failed" : firstPhase;
  const loaded = itemsOf(list);
  const items = phase === "ready" ? withLive(loaded, recent) : loaded;
  // A page that was requested before a read mark does not have it.
  const isRead = ({ id, lastId, ...group }: NotificationGroupView) =>
    group.isRead || Number(lastId) <= Math.max(read.upTo, read.groups.get(id) ?? 0);
  return {
    phase,
    items: items.map((group) => ({ ...group, isRead: isRead(group) })),
    hasOlder: list.next !== null,
    loadOlder: () => pager.loadMore(),
    reload,
  };
}
