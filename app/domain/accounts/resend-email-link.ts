import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import type { MemberCtx } from "../context";
import { readEmail } from "./read-email";
import { sendEmailLink } from "./send-email-link";

/**
 * Sends another link and code to the email address that waits for its confirmation: a new one, that of the sign-up, or
 * one to which mails come back. The earlier ones stay valid, because mails can arrive in another order.
 * @throws AppError `not_found` when no address waits; `conflict` when it was taken meanwhile; `rate_limited`
 */
export async function resendEmailLink(ctx: MemberCtx): Promise<void> {
  const { email, isConfirmed, isBouncing, pendingEmail } = await readEmail(ctx);
  const waiting = pendingEmail ?? (isConfirmed && !isBouncing ? null : email);
  if (waiting === null) throw new AppError("not_found", msg`There is no email to confirm.`);
  await sendEmailLink(ctx, waiting);
}
