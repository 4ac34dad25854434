import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { LOGIN_CODE_MINUTES, LOGIN_DELAY_MS } from "~/contract/account-limits";
import type { LoginInput } from "~/contract/accounts";
import { AppError } from "~/contract/errors";
import { MINUTE_MS, sleep } from "~/contract/time";
import { pendingLogIns } from "~/db/schema";
import { isForeignKeyViolation } from "~/db/violations";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";
import { isKnownBrowser } from "./browser-token";
import { inTurn } from "./hash-queue";
import { type AccountRow, accountColumns, type LoggedIn, openSession } from "./open-session";
import { NOBODYS_PASSWORD, verifyPassword } from "./password";
import { countLogIn } from "./password-attempts";
import { hasTwoFactor } from "./second-factor";
import { newToken, tokenId } from "./session-token";

/** A log-in that waits for a code. The token is for `logInWithCode`. */
export interface PendingLogIn {
  pendingToken: string;
}

interface CheckedAccount {
  account: AccountRow;
  asksForCode: boolean;
}

/**
 * Checks email and password and opens a session, or returns a pending log-in with two-factor authentication.
 * @throws AppError as `checkPassword`; `forbidden` for a suspended account
 */
export async function logIn(ctx: Ctx, input: LoginInput, browser: Browser): Promise<LoggedIn | PendingLogIn> {
  const { account, asksForCode } = await checkPassword(ctx, input, browser);
  try {
    if (asksForCode) return await waitForCode(ctx, account.id, input.rememberMe);
    const loggedIn = await openSession(ctx, account, { remembered: input.rememberMe, browser });
    if (loggedIn) return loggedIn;
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
  }
  // The account was deleted while the password was verified.
  throw wrong();
}

/**
 * Returns the account of an email and its password. For an unknown email a password is verified too, so neither the
 * reply nor its timing reveals whether an account exists.
 *
 * A network address gets ten attempts a minute at an account. Beyond ten from all addresses together, attempts at the
 * account are slowed down. A hundred wrong passwords in 24 hours close the account to browsers in which it has not
 * logged in. Those in which it has, or that have set the password by a mailed link, have a hundred of their own, so no
 * stranger can lock a member out (docs/product.md#limits).
 * @throws AppError `unauthenticated`; `rate_limited` per account and address, and per account
 */
export async function checkPassword(
  ctx: Ctx,
  input: Pick<LoginInput, "email" | "password">,
  browser: Browser,
): Promise<CheckedAccount> {
  const email = input.email.toLowerCase();
  await takeFromLimits(ctx, { loginAccount: [`${ctx.address} ${email}`] });
  if (!(await ctx.limits.take("loginAccount", email))) await sleep(LOGIN_DELAY_MS);
  const row = await ctx.db.get<(AccountRow & { asksForCode: number }) | undefined>(sql`
    SELECT ${accountColumns}, ${hasTwoFactor(sql`u.id`)} AS asksForCode
    FROM users u WHERE lower(u.email) = ${email}`);
  const hash = row?.password ?? NOBODYS_PASSWORD;
  const rollBack = await countLogIn(ctx, email, row && { id: row.id, isKnown: isKnownBrowser(browser, row) });
  const isRight = await inTurn(ctx, () => verifyPassword(input.password, hash));
  if (!row || !isRight) throw wrong();
  rollBack();
  const { asksForCode, ...account } = row;
  return { account, asksForCode: asksForCode === 1 };
}

/** Stores that the password was right, or that a suspended member may appeal. */
export async function waitForCode(ctx: Ctx, userId: string, remembered: boolean): Promise<PendingLogIn> {
  const pendingToken = newToken();
  const expiresAt = new Date(ctx.now().getTime() + LOGIN_CODE_MINUTES * MINUTE_MS).toISOString();
  await ctx.db.insert(pendingLogIns).values({ id: tokenId(pendingToken), userId, remembered, expiresAt });
  return { pendingToken };
}

const wrong = () => new AppError("unauthenticated", msg`Invalid email or password`);
