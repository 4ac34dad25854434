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
import { cachedCalls } from "./cached-calls";
import { serve } from "./call";

export const notifications = new Hono<AppEnv>();

serve(notifications, calls.listNotifications, ({ ctx, page }) => listNotifications(ctx, page));

serve(notifications, calls.listNotificationGroups, ({ ctx, page, c }) =>
  listNotificationGroups(ctx, { ...page, show: filterNamed(c.req.query("show")) }),
);

serve(notifications, calls.countUnreadNotifications, cachedCalls.countUnreadNotifications.handle);

serve(notifications, calls.readAllNotifications, ({ ctx, body }) =>
  markAllNotificationsRead(ctx, body?.upTo),
);

serve(notifications, calls.readNotification, ({ ctx, param }) => markNotificationRead(ctx, param("id")));

serve(notifications, calls.readNotificationGroup, ({ ctx, param }) => markGroupRead(ctx, param("id")));

serve(notifications, calls.readNotificationSettings, ({ ctx }) => readNotificationSettings(ctx));

serve(notifications, calls.saveNotificationSettings, ({ ctx, body }) => saveNotificationSettings(ctx, body));

serve(notifications, calls.setNotificationException, ({ ctx, param, body }) =>
  setNotificationException(ctx, param("userId"), body),
);

serve(notifications, calls.removeNotificationException, ({ ctx, param }) =>
  removeNotificationException(ctx, param("userId")),
);
