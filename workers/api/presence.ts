import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { setPresence } from "~/domain/presence/set-presence";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const presence = new Hono<AppEnv>();

serve(presence, calls.setPresence, ({ ctx, body }) => setPresence(ctx, body));
