import { AppError } from "~/contract/errors";
import type { MemberCtx } from "../context";
import { readEmail } from "./read-email";
import { sendEmailLink } from "./send-email-link";

/**
 * Sends another link to the e-mail address that waits for its confirmation. The earlier links stay valid, because mails can
 * arrive in another order.
 * @throws AppError `not_found` when no address waits; `conflict` when it was taken meanwhile; `rate_limited`
 */
export async function resendEmailLink(ctx: MemberCtx): Promise<void> {
  const { pendingEmail } = await readEmail(ctx);
  if (pendingEmail === null) throw new AppError("not_found", "There is no email to confirm.");
  await sendEmailLink(ctx, pendingEmail);
}
