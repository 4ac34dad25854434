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

serve(push, calls.turnPushOn, ({ ctx, body }) => turnPushOn(ctx, body));

serve(push, calls.turnPushOff, ({ ctx }) => turnPushOff(ctx));

serve(push, calls.setQuietHours, ({ ctx, body }) => setQuietHours(ctx, body));

serve(push, calls.endQuietHours, ({ ctx }) => endQuietHours(ctx));
