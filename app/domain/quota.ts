import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { firstIdOf } from "~/contract/ids";
import { NEW_ACCOUNT_MS, type QuotaName, quotaFor, quotaText, type Standing } from "~/contract/quotas";
import { DAY_MS } from "~/contract/time";
import type { MemberCtx } from "./context";

/** The part of a context that quotas use. */
export interface QuotaCtx extends Pick<MemberCtx, "db" | "now" | "requiresEmail"> {
  /** A hub does not know whether the address is confirmed. */
  viewer: { id: string; emailConfirmed?: boolean };
  limits: Pick<MemberCtx["limits"], "areOn">;
}

/** Uses of one quota by the viewer. */
export interface Use {
  quota: QuotaName;
  /** Bytes for `uploadSize`. */
  count: number;
}

const MB = 1024 * 1024;

/** Returns the standing of the viewer's account. A UUIDv7 has the time of the sign-up. */
export function standingOf({ viewer, now, limits }: QuotaCtx): Standing {
  if (!limits.areOn) return "full";
  if (viewer.id > firstIdOf(now().getTime() - NEW_ACCOUNT_MS)) return "new";
  return viewer.emailConfirmed === false ? "unconfirmed" : "full";
}

/** Checks the viewer's e-mail address if the operator requires it. @throws AppError `forbidden` until it is confirmed */
export function requireEmail({ viewer, requiresEmail }: Pick<QuotaCtx, "viewer" | "requiresEmail">): void {
  if (!requiresEmail || viewer.emailConfirmed) return;
  throw new AppError(
    "forbidden",
    "Please confirm your email first. Your settings have the form for the code.",
  );
}

function mostOf(ctx: QuotaCtx, quota: QuotaName): number {
  return quotaFor(quota, standingOf(ctx)) * (quota === "uploadSize" ? MB : 1);
}

const windowStart = ({ now }: QuotaCtx) => now().getTime() - DAY_MS;

const counterOf = ({ viewer }: QuotaCtx, { quota }: Use) => sql`owner = ${viewer.id} AND kind = ${quota}`;

/** Returns the condition that the viewer has these uses left; always true while rate limits are off. */
export function hasLeft(ctx: QuotaCtx, ...uses: Use[]): SQL {
  if (!ctx.limits.areOn) return sql`TRUE`;
  const isUsedUp = uses.map(
    (use) =>
      sql`${counterOf(ctx, use)} AND since > ${windowStart(ctx)} AND used > ${mostOf(ctx, use.quota) - use.count}`,
  );
  return sql`NOT EXISTS (SELECT 1 FROM quota_counters WHERE ${sql.join(isUsedUp, sql` OR `)})`;
}

/**
 * Returns the statement that counts uses. By default it counts what the statement before it in the batch has stored, if that has
 * changed a row: the write has `hasLeft` as a condition, and D1 runs a batch as one transaction, so the two are exact together.
 */
export function countUses(ctx: QuotaCtx, uses: Use[], condition: SQL = sql`changes() > 0`): SQL {
  const rows = uses.map(
    ({ quota, count }) => sql`(${ctx.viewer.id}, ${quota}, ${ctx.now().getTime()}, ${count})`,
  );
  const isOpen = sql`quota_counters.since > ${windowStart(ctx)}`;
  return sql`
    INSERT INTO quota_counters (owner, kind, since, used)
    SELECT * FROM (VALUES ${sql.join(rows, sql`, `)}) WHERE ${condition}
    ON CONFLICT (owner, kind) DO UPDATE SET
      used = iif(${isOpen}, quota_counters.used, 0) + excluded.used,
      since = iif(${isOpen}, quota_counters.since, excluded.since)
    RETURNING kind`;
}

/**
 * Runs work that must not begin beyond a quota. Counts the uses first, in a statement of its own, and takes them back when the work
 * fails.
 * @throws AppError `rate_limited`; what the work throws
 */
export async function withinQuota<T>(ctx: QuotaCtx, uses: Use[], work: () => Promise<T>): Promise<T> {
  const at = ctx.now().getTime();
  const counted = await ctx.db.all(countUses(ctx, uses, hasLeft(ctx, ...uses)));
  if (counted.length === 0) throw await quotaError(ctx, ...uses);
  try {
    return await work();
  } catch (error) {
    for (const use of uses) {
      await ctx.db.run(sql`
        UPDATE quota_counters SET used = max(0, used - ${use.count}) WHERE ${counterOf(ctx, use)} AND since <= ${at}`);
    }
    throw error;
  }
}

/** Returns the error for uses that `hasLeft` did not allow, with the seconds until the quota opens again. */
export async function quotaError(ctx: QuotaCtx, ...uses: Use[]): Promise<AppError> {
  const now = ctx.now().getTime();
  for (const use of uses) {
    const row = await ctx.db.get<{ since: number; used: number } | undefined>(sql`
      SELECT since AS since, used AS used FROM quota_counters WHERE ${counterOf(ctx, use)} AND since > ${windowStart(ctx)}`);
    if (row && row.used > mostOf(ctx, use.quota) - use.count) {
      return usedUp(ctx, use.quota, row.since + DAY_MS - now);
    }
  }
  // Uses were taken back, or the window has ended, since the statement.
  return new AppError("rate_limited", "Please try again.", undefined, 1);
}

/** Returns the error of a quota that opens again after some milliseconds. */
export function usedUp(ctx: QuotaCtx, quota: QuotaName, waitMs: number): AppError {
  const message = quotaText(quota, standingOf(ctx), waitMs);
  return new AppError("rate_limited", message, undefined, Math.max(1, Math.ceil(waitMs / 1000)));
}
