import type { NotificationView } from "~/contract/notifications";
import { getJson, getPage, sendJson } from "~/features/api/json";

/** A page of the viewer's notifications, newest first; the first one unless told which. @throws when it cannot be had */
export const loadNotifications = (address = "/api/notifications") => getPage<NotificationView>(address);

/** How many are unread, and the id of the newest one that this counts in. */
export const loadUnread = () => getJson<{ count: number; last: string }>("/api/notifications/unread");

export const markRead = (id: string) => sendJson<unknown>("POST", `/api/notifications/read/${id}`);

export const markAllRead = () => sendJson<unknown>("POST", "/api/notifications/read/all");
