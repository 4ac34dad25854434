import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { countUnread } from "~/domain/notifications/count-unread";
import { listNotifications } from "~/domain/notifications/list-notifications";
import {
  markAllNotificationsRead,
  markNotificationRead,
} from "~/domain/notifications/mark-notifications-read";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const notifications = new Hono<AppEnv>();

serve(notifications, calls.listNotifications, ({ ctx, page }) => listNotifications(ctx, page));

serve(notifications, calls.countUnreadNotifications, ({ ctx }) => countUnread(ctx));

serve(notifications, calls.readAllNotifications, async ({ ctx, body }) => {
  await markAllNotificationsRead(ctx, body?.upTo);
  return undefined;
});

serve(notifications, calls.readNotification, async ({ ctx, param }) => {
  await markNotificationRead(ctx, param("id"));
  return undefined;
});
