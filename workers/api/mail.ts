import { createHash, timingSafeEqual } from "node:crypto";
import { msg } from "@lingui/core/runtime-macro";
import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { reportBounce } from "~/domain/mail/report-bounce";
import { takeFromLimits } from "~/domain/rate-limit";
import type { AppEnv } from "../context";
import { readSettings } from "../settings";
import { serve } from "./call";

export const mail = new Hono<AppEnv>();

// Before the body is read: only the mail service may send one.
mail.post(calls.reportBounce.path, async (c, next) => {
  const { mailWebhookSecret } = readSettings(c.env);
  if (!mailWebhookSecret) throw new AppError("not_found", msg`There is no such call.`);
  if (!isSame(c.req.header("Authorization") ?? "", `Bearer ${mailWebhookSecret}`)) {
    const { ctx } = c.get("edge");
    // A service sends the reports of all members from one network, so only wrong secrets count.
    await takeFromLimits(ctx, { loginAddress: [ctx.address] });
    throw new AppError("unauthenticated", msg`The secret of the mail service is wrong.`);
  }
  await next();
});

/** Compares two texts in a time that tells nothing about them. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

serve(mail, calls.reportBounce, ({ ctx, body }) => reportBounce(ctx, body));
