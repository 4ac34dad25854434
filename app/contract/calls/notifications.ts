import { readInput } from "../chat";
import { notificationView } from "../notifications";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of notifications. */
export const notificationCalls = {
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    summary: "List the member's notifications, newest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(notificationView),
  },
  countUnreadNotifications: {
    method: "GET",
    path: "/api/notifications/unread",
    summary: "Count unread notifications, up to 100",
    access: "member",
    status: 200,
    /** `last` is the id of the newest notification; "0" without one. */
    reply: z.object({ count: z.int(), last: z.string() }),
  },
  readAllNotifications: {
    method: "POST",
    path: "/api/notifications/read/all",
    summary: "Mark all notifications as read, or those up to `upTo`",
    access: "member",
    body: readInput,
    status: 204,
    reply: null,
  },
  readNotification: {
    method: "POST",
    path: "/api/notifications/read/{id}",
    summary: "Mark one notification as read",
    access: "member",
    status: 204,
    reply: null,
    errors: ["not_found"],
  },
} as const satisfies Record<string, Call>;
