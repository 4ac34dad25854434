import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { setUpProfile } from "~/domain/accounts/set-up-profile";
import { readProfile } from "~/domain/profiles/read-profile";
import type { AppEnv } from "../context";
import { serve } from "./call";

export const users = new Hono<AppEnv>();

serve(users, calls.setUpProfile, async ({ ctx, body }) => ({
  user: await setUpProfile(ctx, body),
  message: "Your profile has been successfully set up",
}));

serve(users, calls.readProfile, ({ ctx, param }) => readProfile(ctx, param("username")));
