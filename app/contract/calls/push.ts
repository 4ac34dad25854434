import { pushInput, pushView, quietHours } from "../push";
import type { Call } from "./call";

/** The calls of push notifications. Those on a device belong to the session that makes the call. */
export const pushCalls = {
  readPush: {
    method: "GET",
    path: "/api/push",
    summary: "Return whether notifications are pushed to this device, and the quiet hours",
    reply: pushView,
  },
  turnPushOn: {
    method: "POST",
    path: "/api/push",
    summary: "Push notifications to this device until its session ends",
    body: pushInput,
    errors: ["not_found"],
  },
  turnPushOff: {
    method: "DELETE",
    path: "/api/push",
    summary: "Push nothing to this device",
  },
  setQuietHours: {
    method: "POST",
    path: "/api/push/quiet-hours",
    summary: "Push nothing to the member in these hours of each day",
    body: quietHours,
    reply: quietHours,
  },
  endQuietHours: {
    method: "DELETE",
    path: "/api/push/quiet-hours",
    summary: "Push at every hour of the day",
  },
} as const satisfies Record<string, Call>;
