import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { readPush } from "~/domain/push/read-push";
import { endQuietHours, setQuietHours } from "~/domain/push/set-quiet-hours";
import { turnPushOff } from "~/domain/push/turn-push-off";
import { turnPushOn } from "~/domain/push/turn-push-on";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const push = new Hono<AppEnv>();

serve(push, calls.readPush, ({ ctx }) => readPush(ctx));

serve(push, calls.turnPushOn, async ({ ctx, body }) => {
  await turnPushOn(ctx, body);
  return undefined;
});

serve(push, calls.turnPushOff, async ({ ctx }) => {
  await turnPushOff(ctx);
  return undefined;
});

serve(push, calls.setQuietHours, ({ ctx, body }) => setQuietHours(ctx, body));

serve(push, calls.endQuietHours, async ({ ctx }) => {
  await endQuietHours(ctx);
  return undefined;
});
