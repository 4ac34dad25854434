import type { NotificationView } from "~/contract/notifications";

export interface NotificationPage {
  items: NotificationView[];
  /** The address of the next page; null on the last. */
  next: string | null;
}

async function call(method: "GET" | "POST", path: string): Promise<Response> {
  const reply = await fetch(path, { method });
  if (!reply.ok) throw new Error(`${reply.status}: ${(await reply.text()) || reply.statusText}`);
  return reply;
}

/** A page of the viewer's notifications, newest first; the first one unless told which. @throws when it cannot be had */
export async function loadNotifications(address = "/api/notifications"): Promise<NotificationPage> {
  const reply = await call("GET", address);
  const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
  // Our own call: its reply is held against the contract by the tests.
  return { items: (await reply.json()) as NotificationView[], next };
}

export async function loadUnread(): Promise<number> {
  const reply = await call("GET", "/api/notifications/unread");
  return ((await reply.json()) as { count: number }).count;
}

export async function markRead(id: string): Promise<void> {
  await call("POST", `/api/notifications/read/${id}`);
}

export async function markAllRead(): Promise<void> {
  await call("POST", "/api/notifications/read/all");
}
