import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import type { CodeInput } from "~/contract/security";
import { WRONG_CODE } from "~/contract/texts";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { isKnownBrowser } from "./browser-token";
import { type AccountRow, accountColumns, type LoggedIn, openSession } from "./open-session";
import { atLogIn, verifyCode } from "./second-factor";
import { tokenId } from "./session-token";

/**
 * Opens a session for a pending log-in with a code. Check and writes are one transaction: neither the pending log-in
 * nor the code works twice.
 * @param token of the pending log-in
 * @throws AppError `unauthenticated` without a pending log-in; `invalid` at `code`; `rate_limited` per account
 */
export async function logInWithCode(
  ctx: Ctx,
  token: string,
  { code }: CodeInput,
  browser: Browser,
): Promise<LoggedIn> {
  const pending = sql`pending_log_ins WHERE id = ${tokenId(token)} AND expires_at > ${ctx.now().toISOString()}`;
  const row = await ctx.db.get<(AccountRow & { remembered: number }) | undefined>(sql`
    SELECT ${accountColumns}, p.remembered AS remembered
    FROM (SELECT * FROM ${pending}) p JOIN users u ON u.id = p.user_id`);
  if (!row) throw new AppError("unauthenticated", msg`This log-in has expired. Please log in again.`);
  const { remembered, ...account } = row;
  const scope = atLogIn(ctx, isKnownBrowser(browser, account));
  const { isUnused, spend } = await verifyCode(ctx, account.id, code, scope);
  const loggedIn = await openSession(ctx, account, {
    remembered: remembered === 1,
    browser,
    condition: sql`${isUnused} AND EXISTS (SELECT 1 FROM ${pending})`,
    spend: (isOpen) => [
      ...spend(isOpen),
      sql`DELETE FROM pending_log_ins WHERE id = ${tokenId(token)} AND ${isOpen}`,
    ],
  });
  if (!loggedIn) throw invalid("code", WRONG_CODE);
  return loggedIn;
}
