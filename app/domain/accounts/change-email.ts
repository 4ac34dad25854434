import { msg } from "@lingui/core/runtime-macro";
import type { EmailChange } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import type { MemberCtx } from "../context";
import { confirmOwner } from "./confirm-password";
import { sendEmailLink } from "./send-email-link";

/**
 * Sends a link to a new email address, with which the viewer's address changes. An earlier request for another address
 * is voided.
 * @throws AppError `invalid` when the password is wrong or the address is the viewer's already; `conflict` when another
 *   member has the address or can restore it; `rate_limited`
 */
export async function changeEmail(ctx: MemberCtx, input: EmailChange): Promise<void> {
  await confirmOwner(ctx, input.currentPassword);
  const email = input.email.toLowerCase();
  if (email === ctx.viewer.email) throw invalid("email", msg`You already log in with this email`);
  await sendEmailLink(ctx, email);
}
