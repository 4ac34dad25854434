import { sql } from "drizzle-orm";
import { WRONG_PASSWORDS_PER_DAY } from "~/contract/limits";
import { retryText } from "~/contract/quotas";
import { DAY_MS } from "~/contract/time";
import type { Ctx } from "../context";
import { limited } from "../quota";

/** Digits of the hash of an unknown address: 4096 counters at most, and the replies do not reveal that the account does not exist. */
const BUCKET_DIGITS = 3;

/**
 * Counts an attempt to log in with a password, before it is verified, in one statement: also of attempts at the same time, no more than 100
 * in 24 hours fail.
 * @param memberId of the account with this address; without one the counter is shared with other unknown addresses
 * @returns the function that takes the attempt back, for one with the right password
 * @throws AppError `rate_limited`
 */
export async function countAttempt(ctx: Ctx, email: string, memberId?: string): Promise<() => void> {
  if (!ctx.limits.areOn) return () => undefined;
  const owner = memberId ?? ctx.fingerprint(`unknown address ${email}`).slice(0, BUCKET_DIGITS);
  const at = ctx.now().getTime();
  const own = sql`owner = ${owner} AND kind = 'logIns'`;
  const isOver = sql`since <= ${at - DAY_MS}`;
  const [counted] = await ctx.db.all<{ since: number }>(sql`
    INSERT INTO quota_counters (owner, kind, since, used) VALUES (${owner}, 'logIns', ${at}, 1)
    ON CONFLICT (owner, kind) DO UPDATE SET used = iif(${isOver}, 0, used) + 1, since = iif(${isOver}, excluded.since, since)
      WHERE ${isOver} OR used < ${WRONG_PASSWORDS_PER_DAY}
    RETURNING since AS since`);
  if (!counted) {
    const full = await ctx.db.get<{ since: number } | undefined>(
      sql`SELECT since AS since FROM quota_counters WHERE ${own}`,
    );
    const waitMs = (full?.since ?? at) + DAY_MS - at;
    throw limited(`${TOO_MANY} ${retryText(waitMs)}`, waitMs);
  }
  return () =>
    ctx.defer(
      ctx.db.run(
        sql`UPDATE quota_counters SET used = max(0, used - 1) WHERE ${own} AND since = ${counted.since}`,
      ),
    );
}

const TOO_MANY =
  "Too many wrong passwords for this account. Log in with a passkey or in a browser that you have used before, or set a new password.";
