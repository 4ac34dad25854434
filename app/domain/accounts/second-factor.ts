import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import {
  CODE_ATTEMPTS_PER_DAY,
  CODE_ATTEMPTS_PER_HOUR,
  RECOVERY_CODE_ATTEMPTS_PER_HOUR,
} from "~/contract/account-limits";
import { invalid } from "~/contract/errors";
import { retryText } from "~/contract/quotas";
import { isAppCode } from "~/contract/security";
import { WRONG_CODE } from "~/contract/texts";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import type { Ctx, MemberCtx } from "../context";
import { limited } from "../quota";
import { type AttemptLimit, countAttempt, shortName } from "./attempts";
import { tokenId } from "./session-token";
import { totpStep } from "./totp";

/**
 * A right code, for the batch of the write that it permits: that write holds only if `isUnused`, and the statements of
 * `spend` follow it if it was made: a code works once, also in two requests at a time.
 */
export interface VerifiedCode {
  isUnused: SQL;
  spend: (isDone: SQL) => SQL[];
}

/** The condition that a log-in of this member asks for a code. */
export const hasTwoFactor = (memberId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${memberId} AND confirmed_at IS NOT NULL)`;

/** The scope in which wrong codes are counted, as the kinds of its counters name it: of an hour, and of a day. */
interface CodeScope {
  hour: string;
  day: string;
}

/** Returns the scope of a code that a signed-in member enters. */
export function inSession({ viewer }: MemberCtx): CodeScope {
  const scope = `session ${shortName(viewer.sessionId)}`;
  return { hour: scope, day: scope };
}

/** Returns the scope of a code at the log-in. @param isKnown whether the account has logged in with this browser */
export function atLogIn(ctx: Pick<Ctx, "address" | "fingerprint">, isKnown: boolean): CodeScope {
  const browser = isKnown ? "known" : "new";
  return { hour: `${browser} ${shortName(ctx.fingerprint(`network ${ctx.address}`))}`, day: browser };
}

/**
 * Checks a member's code of an authenticator app, or a recovery code. Attempts are counted before the comparison, so
 * that parallel ones count too.
 *
 * A code at the log-in takes the password. A stranger with it cannot close known browsers, sessions or recovery codes,
 * which have own counters. Three of 10^6 codes are right at a time (totp.ts). With 30 wrong ones a day from all
 * networks together a guess succeeds with a probability of 30 * 3 / 10^6 = 0.009 % in a day, 0.27 % in a month and 3.2
 * % in a year, through all of which the password must stay the same. A copied session has as many, for 30 days.
 * @throws AppError `invalid` at the field `code`; `rate_limited` after ten wrong codes of a session or network in an
 *   hour, or 30 of a session or of all networks in 24 hours
 */
export function verifyCode(
  ctx: Ctx,
  memberId: string,
  code: string,
  scope: CodeScope,
): Promise<VerifiedCode> {
  return isAppCode(code) ? appCode(ctx, memberId, code, scope) : recoveryCode(ctx, memberId, code, scope);
}

async function appCode(ctx: Ctx, memberId: string, code: string, scope: CodeScope): Promise<VerifiedCode> {
  const limits = [
    { owner: memberId, kind: `${scope.hour} codes`, most: CODE_ATTEMPTS_PER_HOUR, windowMs: HOUR_MS },
    { owner: memberId, kind: `${scope.day} codes of a day`, most: CODE_ATTEMPTS_PER_DAY, windowMs: DAY_MS },
  ];
  const { rollBack, rows } = await countAttempt(ctx, limits, codesFull, [
    sql`SELECT secret FROM totp_secrets WHERE user_id = ${memberId} AND confirmed_at IS NOT NULL`,
  ]);
  const key = rows[0]?.[0];
  const step = key ? totpStep(String(key.secret), code, ctx.now()) : null;
  if (step === null) throw invalid("code", WRONG_CODE);
  return {
    isUnused: sql`EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${memberId} AND last_step < ${step})`,
    spend: (isDone) => [
      ...rollBack(isDone),
      sql`UPDATE totp_secrets SET last_step = ${step} WHERE user_id = ${memberId} AND last_step < ${step} AND ${isDone}`,
    ],
  };
}

/** A recovery code has 120 random bits and cannot be guessed: its limit is no part of its security. */
async function recoveryCode(
  ctx: Ctx,
  memberId: string,
  code: string,
  scope: CodeScope,
): Promise<VerifiedCode> {
  const kind = `${scope.hour} recovery codes`;
  const limit = { owner: memberId, kind, most: RECOVERY_CODE_ATTEMPTS_PER_HOUR, windowMs: HOUR_MS };
  const { rollBack } = await countAttempt(ctx, [limit], (_, waitMs) => limited(RECOVERY_CODES_FULL, waitMs));
  const row = sql`recovery_codes WHERE id = ${tokenId(code)} AND user_id = ${memberId}`;
  return {
    isUnused: sql`EXISTS (SELECT 1 FROM ${row})`,
    spend: (isDone) => [...rollBack(isDone), sql`DELETE FROM ${row} AND ${isDone}`],
  };
}

const codesFull = ({ windowMs }: AttemptLimit, waitMs: number) =>
  limited(windowMs === HOUR_MS ? HOUR_FULL : dayFull(waitMs), waitMs);

const HOUR_FULL = msg`Too many wrong codes. Please use a recovery code, or try again in an hour.`;
const dayFull = (waitMs: number) =>
  msg`Too many wrong codes for this account. Please use a recovery code, a passkey or a browser that you have used before. ${{ retry: retryText(waitMs) }}`;
const RECOVERY_CODES_FULL = msg`Too many wrong recovery codes. Please try again in an hour.`;
