import { useCallback, useEffect, useRef, useState } from "react";
import type { NotificationView } from "~/contract/notifications";
import { onFrame } from "~/realtime/frames";
import { loadNotifications } from "./notification-calls";
import { type LiveNotification, onNotificationsGone, useNotifications } from "./notifications-store";

type Phase = "loading" | "ready" | "failed";

/** The rows of an open menu: the first page, older ones as asked for, and on top what comes while it is open. */
export function useNotificationList() {
  const [phase, setPhase] = useState<Phase>("loading");
  const [items, setItems] = useState<NotificationView[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const { recent } = useNotifications();
  const busy = useRef(false);
  const asked = useRef(0);

  const reload = useCallback(async () => {
    asked.current += 1;
    const turn = asked.current;
    try {
      const page = await loadNotifications();
      // One that was asked for later knows better.
      if (turn !== asked.current) return;
      // What the page does not list any more has been taken back.
      const end = page.next ? Number(page.items.at(-1)?.id) : 0;
      setItems((known) =>
        merge(
          page.items,
          known.filter(({ id }) => Number(id) < end),
        ),
      );
      setNext((known) => known ?? page.next);
      setPhase("ready");
    } catch {
      setPhase((before) => (before === "ready" ? before : "failed"));
    }
  }, []);

  const loadOlder = useCallback(async () => {
    if (!next || busy.current) return;
    busy.current = true;
    try {
      const page = await loadNotifications(next);
      setItems((newer) => merge(newer, page.items));
      setNext(page.next);
    } catch {
      setPhase("failed");
    }
    busy.current = false;
  }, [next]);

  useEffect(() => void reload(), [reload]);
  useEffect(() => {
    const stops = [
      onFrame("notification", () => void reload()),
      onFrame("connection_status", () => void reload()),
      onNotificationsGone((isGone) => {
        // Older rows are not in the page that is asked for again.
        setItems((all) =>
          all.filter(({ entityId, fromUser }) => !isGone({ entityId, fromUserId: fromUser.id })),
        );
        void reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [reload]);

  const newest = Number(items[0]?.id ?? 0);
  const live = recent.filter(({ id }) => Number(id) > newest).map(viewOfLive);
  return {
    phase,
    items: (phase === "ready" ? merge(live, items) : items).map((item) => ({
      ...item,
      isRead: item.isRead || read.has(item.id),
    })),
    hasOlder: next !== null,
    loadOlder,
    reload,
    noteRead: (id: string) => setRead((before) => new Set([...before, id])),
  };
}

/** Newest first, each once; of two about the same, the one in `fresh`. */
function merge(fresh: NotificationView[], rest: NotificationView[]): NotificationView[] {
  const known = new Set(fresh.map(({ id }) => id));
  const all = [...fresh, ...rest.filter(({ id }) => !known.has(id))];
  return all.sort((a, b) => Number(b.id) - Number(a.id));
}

/** What the channel told, as a row, until the list itself has it or something newer. */
function viewOfLive({
  id,
  type,
  entityId,
  fromUserId,
  fromUsername,
  at,
}: LiveNotification): NotificationView {
  return {
    id,
    type,
    entityId,
    isRead: false,
    createdAt: at,
    fromUser: { id: fromUserId, username: fromUsername, profileImage: null },
    canAnswer: false,
  };
}
