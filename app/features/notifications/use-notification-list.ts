import { useStore } from "@nanostores/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { NotificationView } from "~/contract/notifications";
import { apiPage } from "~/features/api/client";
import { createPager, itemsOf, withFirstPage } from "~/features/api/pager";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $read, $recent, $removal, type LiveNotification } from "./notifications-store";

type Phase = "loading" | "ready" | "failed";

function createNotificationPager() {
  return createPager<NotificationView>((cursor) => apiPage("GET /api/notifications", { query: { cursor } }), {
    pages: [],
    next: null,
  });
}

/**
 * Returns the rows of the open menu, newest first. A new notification has no avatar until the first page is refetched.
 */
export function useNotificationList() {
  const [pager] = useState(createNotificationPager);
  const list = useStore(pager.$list);
  const recent = useStore($recent);
  const read = useStore($read);
  const [firstPhase, setFirstPhase] = useState<Phase>("loading");
  const lastRequest = useRef(0);

  const reload = useCallback(async () => {
    lastRequest.current += 1;
    const request = lastRequest.current;
    try {
      const page = await apiPage("GET /api/notifications");
      if (request !== lastRequest.current) return;
      const loaded = pager.$list.get();
      if (loaded.phase === "failed") pager.reset(withFirstPage(loaded, page));
      else pager.refresh(page);
      setFirstPhase("ready");
    } catch {
      setFirstPhase((phase) => (phase === "ready" ? phase : "failed"));
    }
  }, [pager]);

  useEffect(() => {
    if (link.state !== "open") void reload();
    const stops = [
      // Also after a loss of the link, because frames were missed meanwhile.
      link.onOpen(() => void reload()),
      onFrame("notification", () => void reload()),
      onFrame("connection_status", () => void reload()),
      $removal.listen((isRemoved) => {
        // Older rows are not on the refetched page.
        pager.update((row) =>
          isRemoved?.({ id: row.id, entityId: row.entityId, fromUserId: row.fromUser.id }) ? null : row,
        );
        void reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [pager, reload]);

  const phase = list.phase === "failed" ? "failed" : firstPhase;
  const items = itemsOf(list);
  const newest = Number(items[0]?.id ?? 0);
  const live = phase === "ready" ? recent.filter(({ id }) => Number(id) > newest).map(viewOf) : [];
  // A page that was requested before a read mark does not have it.
  const isRead = (row: NotificationView) => row.isRead || Number(row.id) <= read.upTo || read.ids.has(row.id);
  return {
    phase,
    items: [...live, ...items].map((row) => ({ ...row, isRead: isRead(row) })),
    hasOlder: list.next !== null,
    loadOlder: () => pager.loadMore(),
    reload,
  };
}

/** Returns a live notification as a row. The frame carries no avatar. */
function viewOf({
  id,
  type,
  entityId,
  commentId,
  message,
  fromUserId,
  fromUsername,
  receivedAt,
}: LiveNotification): NotificationView {
  return {
    id,
    type,
    entityId,
    commentId: commentId ?? null,
    message: type === "comment_like" ? (message ?? null) : null,
    isRead: false,
    createdAt: receivedAt,
    fromUser: { id: fromUserId, username: fromUsername, profileImage: null },
    canAnswer: false,
  };
}
