import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { filterNamed } from "~/contract/notification-filters";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import { listNotifications } from "~/domain/notifications/list-notifications";
import {
  markAllNotificationsRead,
  markGroupRead,
  markNotificationRead,
} from "~/domain/notifications/mark-notifications-read";
import {
  removeNotificationException,
  setNotificationException,
} from "~/domain/notifications/notification-exceptions";
import {
  readNotificationSettings,
  saveNotificationSettings,
} from "~/domain/notifications/notification-settings";
import type { AppEnv } from "../context";
import { serve } from "./call";
import { heldCalls } from "./held-calls";

export const notifications = new Hono<AppEnv>();

serve(notifications, calls.listNotifications, ({ ctx, page }) => listNotifications(ctx, page));

serve(notifications, calls.listNotificationGroups, ({ ctx, page, c }) =>
  listNotificationGroups(ctx, { ...page, show: filterNamed(c.req.query("show")) }),
);

serve(notifications, calls.countUnreadNotifications, heldCalls.countUnreadNotifications.handle);

serve(notifications, calls.readAllNotifications, async ({ ctx, body }) => {
  await markAllNotificationsRead(ctx, body?.upTo);
  return undefined;
});

serve(notifications, calls.readNotification, async ({ ctx, param }) => {
  await markNotificationRead(ctx, param("id"));
  return undefined;
});

serve(notifications, calls.readNotificationGroup, async ({ ctx, param }) => {
  await markGroupRead(ctx, param("id"));
  return undefined;
});

serve(notifications, calls.readNotificationSettings, ({ ctx }) => readNotificationSettings(ctx));

serve(notifications, calls.saveNotificationSettings, ({ ctx, body }) => saveNotificationSettings(ctx, body));

serve(notifications, calls.setNotificationException, async ({ ctx, param, body }) => {
  await setNotificationException(ctx, param("userId"), body);
  return undefined;
});

serve(notifications, calls.removeNotificationException, async ({ ctx, param }) => {
  await removeNotificationException(ctx, param("userId"));
  return undefined;
});
