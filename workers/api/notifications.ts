import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { countUnread } from "~/domain/notifications/count-unread";
import { listNotifications } from "~/domain/notifications/list-notifications";
import { markAllRead, markRead } from "~/domain/notifications/mark-read";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const notifications = new Hono<AppEnv>();

serve(notifications, calls.listNotifications, ({ ctx, page }) => listNotifications(ctx, page));

serve(notifications, calls.countUnreadNotifications, ({ ctx }) => countUnread(ctx));

serve(notifications, calls.readAllNotifications, async ({ ctx }) => {
  await markAllRead(ctx);
  return undefined;
});

serve(notifications, calls.readNotification, async ({ ctx, param }) => {
  await markRead(ctx, param("id"));
  return undefined;
});
