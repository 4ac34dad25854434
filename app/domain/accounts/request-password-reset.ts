import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { ResetRequest } from "~/contract/accounts";
import type { Browser } from "~/platform/cookies";
import type { Letter } from "~/platform/mail";
import type { Ctx } from "../context";
import { resetLetter } from "../mail/account-letters";
import { sendMail } from "../mail/send-mail";
import { browserToken } from "./browser-token";
import { insertResetLink } from "./mailed-link";
import { newToken } from "./session-token";

/** The reply in every case, so that it does not reveal whether the account exists. */
export const RESET_REQUESTED = msg`If that address belongs to an account, a link to set a new password is on its way.`;

/**
 * Sends a link to set a new password, if the address belongs to an account. The look-up and the mail run after the
 * reply, so neither the body nor the timing reveals whether the account exists.
 *
 * Requests with a browser in which the account has logged in have a limit of their own, so nobody can keep the links
 * from its member (docs/product.md#mails).
 */
export function requestPasswordReset(ctx: Ctx, input: ResetRequest, browser: Browser): void {
  ctx.defer(sendLink(ctx, input.email.toLowerCase(), browser));
}

async function sendLink(ctx: Ctx, email: string, { browserTokens }: Browser): Promise<void> {
  const account = await ctx.db.get<{ id: string; password: string } | undefined>(
    sql`SELECT id AS id, password AS password FROM users WHERE lower(email) = ${email}`,
  );
  if (!account) return;
  const { id, password } = account;
  const kind = browserTokens.includes(browserToken(id, password)) ? "ownReset" : "reset";
  await sendMail(ctx, { kind, to: email, memberId: id }, (i18n) => newResetLink(ctx, i18n, id));
}

/** Stores a link of a member and returns its mail in their language. */
export async function newResetLink(
  ctx: Pick<Ctx, "db" | "now" | "urlOf">,
  i18n: I18n,
  userId: string,
): Promise<Letter> {
  const token = newToken();
  await ctx.db.run(insertResetLink(token, userId, ctx.now()));
  return resetLetter(i18n, ctx.urlOf(`/reset-password?token=${token}`));
}
