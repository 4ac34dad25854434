import { readInput } from "../chat";
import {
  notificationExceptionInput,
  notificationSettings,
  notificationSettingsInput,
  notificationSettingsView,
} from "../notification-settings";
import { notificationGroupView, notificationView } from "../notifications";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of notifications. */
export const notificationCalls = {
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    summary: "List the member's notifications, newest first",
    paged: true,
    reply: z.array(notificationView),
  },
  listNotificationGroups: {
    method: "GET",
    path: "/api/notifications/groups",
    summary:
      "List the member's notifications, those of one type about the same thing on one day as one entry. `show` is `comments`, `likes` or `connections`, else all",
    paged: true,
    query: ["show"],
    reply: z.array(notificationGroupView),
  },
  countUnreadNotifications: {
    method: "GET",
    path: "/api/notifications/unread",
    summary: "Count unread notifications, up to 100",
    /** `last` is the id of the newest notification; "0" without one. */
    reply: z.object({ count: z.int(), last: z.string() }),
  },
  readAllNotifications: {
    method: "POST",
    path: "/api/notifications/read/all",
    summary: "Mark all notifications as read, or those up to `upTo`",
    body: readInput,
  },
  readNotification: {
    method: "POST",
    path: "/api/notifications/read/{id}",
    summary: "Mark one notification as read",
    errors: ["not_found"],
  },
  readNotificationGroup: {
    method: "POST",
    path: "/api/notifications/groups/{id}/read",
    summary: "Mark the notification with this id, and the older ones of its group, as read. Idempotent",
    errors: ["not_found"],
  },
  readNotificationSettings: {
    method: "GET",
    path: "/api/notifications/settings",
    summary: "Return the kinds of notifications that are on, and the exceptions for single members",
    reply: notificationSettingsView,
  },
  saveNotificationSettings: {
    method: "PATCH",
    path: "/api/notifications/settings",
    summary: "Change the kinds of notifications that are on. A field that is left out stays as it is",
    body: notificationSettingsInput,
    reply: notificationSettings,
  },
  setNotificationException: {
    method: "POST",
    path: "/api/notifications/exceptions/{userId}",
    summary: "Always or never notify of what a member does. Idempotent",
    body: notificationExceptionInput,
    errors: ["not_found"],
  },
  removeNotificationException: {
    method: "DELETE",
    path: "/api/notifications/exceptions/{userId}",
    summary: "Remove the exception for a member. Idempotent",
  },
} as const satisfies Record<string, Call>;
