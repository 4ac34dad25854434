import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { isShownBy, type NotificationFilterName } from "~/contract/notification-filters";
import type { NotificationGroupView } from "~/contract/notifications";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, type LoadedList, listOf, withFirstPage } from "~/features/api/pager";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { withLive, withoutRemoved } from "./live-groups";
import { $read, $recent, $removal } from "./notifications-store";

type Phase = "loading" | "ready" | "failed";

/** Returns the id of the newest notification of groups; "0" without any. */
export const newestOf = (groups: readonly NotificationGroupView[]): string =>
  String(Math.max(0, ...groups.map(({ lastId }) => Number(lastId))));

interface GroupSource {
  show?: NotificationFilterName;
  /** The loaded groups; without them the first page is fetched. */
  initial?: LoadedList<NotificationGroupView> | undefined;
  /** Whether the list begins with the newest group; false if a link to older ones opened it: no new ones are added. */
  isHead?: boolean;
}

const fetchPage = (show: NotificationFilterName, cursor: string | null = null) =>
  apiPage("GET /api/notifications/groups", { query: { cursor, show: show === "all" ? null : show } });

/**
 * Returns the rows of the open menu or of the page, the group with the newest notification first. A new notification
 * has no avatar until the first page is refetched. The caller needs a `key` that changes with the source.
 */
export function useNotificationGroups(source: GroupSource = {}) {
  const { show = "all", isHead = true } = source;
  const { pager, firstPhase, reload } = useGroupPager(source);
  const list = useStore(pager.$list);
  const recent = useStore($recent);
  const read = useStore($read);
  const phase = list.phase === "failed" ? "failed" : firstPhase;
  const loaded = itemsOf(list);
  const added = isHead && phase === "ready" ? recent.filter(({ type }) => isShownBy(show, type)) : [];
  const items = withLive(loaded, added);
  // A page that was requested before a read mark does not have it.
  const isRead = ({ id, lastId, ...group }: NotificationGroupView) =>
    group.isRead || Number(lastId) <= Math.max(read.upTo, read.groups.get(id) ?? 0);
  return {
    list,
    phase,
    items: items.map((group) => ({ ...group, isRead: isRead(group) })),
    loadOlder: () => pager.loadMore(),
    reload,
  };
}

/** Returns the loaded pages, and refetches the first one as frames announce changes. */
function useGroupPager({ show = "all", initial, isHead = true }: GroupSource) {
  const [pager] = useState(() =>
    createPager<NotificationGroupView>(
      (cursor) => fetchPage(show, cursor),
      initial ?? { pages: [], next: null },
    ),
  );
  const [firstPhase, setFirstPhase] = useState<Phase>(initial ? "ready" : "loading");
  const lastRequest = useRef(0);
  const [isLoaded] = useState(initial !== undefined);

  const reload = useCallback(
    async ({ startsOver = false } = {}) => {
      lastRequest.current += 1;
      const request = lastRequest.current;
      try {
        const page = await fetchPage(show);
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
    [pager, show],
  );

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the request begins here.
    if (link.state !== "open" && !isLoaded) void reload();
    // A page of older groups stays as it is.
    const refetch = () => void (isHead && reload());
    const stops = [
      // Also after a loss of the link, because frames were missed meanwhile.
      link.onOpen(refetch),
      onFrame("notification", refetch),
      onFrame("connection_status", refetch),
      $removal.listen((isRemoved) => {
        if (!isRemoved) return;
        pager.update((group) => withoutRemoved(group, isRemoved));
        if (!isHead) return;
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
  }, [pager, reload, isHead, isLoaded]);
  return { pager, firstPhase, reload };
}
