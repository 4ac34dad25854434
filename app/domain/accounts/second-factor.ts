import { type SQL, sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { CODE_ATTEMPTS_PER_HOUR } from "~/contract/limits";
import { isAppCode } from "~/contract/security";
import { WRONG_CODE } from "~/contract/texts";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";
import { tokenId } from "./session-token";
import { totpStep } from "./totp";

/**
 * A right code, for the batch of the write that it permits: that write holds only if `isUnused`, and the statements of `spend` follow
 * it, under the condition that it was made. So a code works once, also when two requests use it at the same time.
 */
export interface VerifiedCode {
  isUnused: SQL;
  spend: (isDone: SQL) => SQL[];
}

/** The condition that a log-in of this member asks for a code. */
export const hasTwoFactor = (memberId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${memberId} AND confirmed_at IS NOT NULL)`;

/**
 * Checks a member's code of an authenticator app, or a recovery code. Attempts with the former are counted before the comparison, so
 * that parallel ones count too.
 * @throws AppError `invalid` at the field `code`; `rate_limited` after ten attempts in an hour, until the hour is over
 */
export async function verifyCode(ctx: Ctx, memberId: string, code: string): Promise<VerifiedCode> {
  if (!isAppCode(code)) return recoveryCode(memberId, code);
  const now = ctx.now();
  const [[counted] = [], [key] = []] = await batchRows(ctx.db, [
    countAttempt(memberId, now),
    sql`SELECT secret FROM totp_secrets WHERE user_id = ${memberId} AND confirmed_at IS NOT NULL`,
  ]);
  if (Number(counted?.attempts) > CODE_ATTEMPTS_PER_HOUR) throw tooMany();
  const step = key ? totpStep(String(key.secret), code, now) : null;
  if (step === null) throw invalid("code", WRONG_CODE);
  return {
    isUnused: sql`EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${memberId} AND last_step < ${step})`,
    spend: (isDone) => [
      sql`DELETE FROM code_attempts WHERE user_id = ${memberId} AND ${isDone}`,
      sql`UPDATE totp_secrets SET last_step = ${step} WHERE user_id = ${memberId} AND last_step < ${step} AND ${isDone}`,
    ],
  };
}

/** A recovery code cannot be guessed, so its attempts are not counted. */
function recoveryCode(memberId: string, code: string): VerifiedCode {
  const row = sql`recovery_codes WHERE id = ${tokenId(code)} AND user_id = ${memberId}`;
  return {
    isUnused: sql`EXISTS (SELECT 1 FROM ${row})`,
    spend: (isDone) => [sql`DELETE FROM ${row} AND ${isDone}`],
  };
}

/** Counts an attempt in the hour that began with the first one. */
function countAttempt(memberId: string, now: Date): SQL {
  const at = now.toISOString();
  const isOver = sql`since <= ${new Date(now.getTime() - HOUR_MS).toISOString()}`;
  return sql`INSERT INTO code_attempts (user_id, attempts, since)
    SELECT user_id, 1, ${at} FROM totp_secrets WHERE user_id = ${memberId}
    ON CONFLICT (user_id) DO UPDATE SET attempts = iif(${isOver}, 1, attempts + 1), since = iif(${isOver}, ${at}, since)
    RETURNING attempts`;
}

const tooMany = () =>
  new AppError(
    "rate_limited",
    "Too many wrong codes. Please use a recovery code, or try again in an hour.",
    undefined,
    HOUR_MS / 1000,
  );
