import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { firstIdOf } from "~/contract/ids";
import {
  type Ceiling,
  ceilingText,
  NEW_ACCOUNT_MS,
  type QuotaName,
  quotaFor,
  quotaText,
  type Standing,
  switchedOffText,
} from "~/contract/quotas";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import type { MemberCtx } from "./context";

/** The part of a context that quotas use. */
export interface QuotaCtx extends Pick<MemberCtx, "db" | "now" | "requiresEmail" | "ceilings"> {
  /** A hub does not know whether the address is confirmed. */
  viewer: { id: string; emailConfirmed?: boolean };
  limits: Pick<MemberCtx["limits"], "areOn">;
}

/** Uses of one quota by the viewer, or of one ceiling of the whole site. The count of `uploadSize` is in bytes. */
export type Use = { quota: QuotaName; count: number } | { ceiling: Ceiling; count: number };

const MB = 1024 * 1024;

/** One use of an AI model by the whole site. */
export const siteAiUse: Use = { ceiling: "aiUses", count: 1 };

/** The owner of the counters of the whole site. */
export const SITE = "site";

/** Returns the standing of the viewer's account. A UUIDv7 has the time of the sign-up. */
export function standingOf({ viewer, now, limits }: QuotaCtx): Standing {
  if (!limits.areOn) return "full";
  if (viewer.id > firstIdOf(now().getTime() - NEW_ACCOUNT_MS)) return "new";
  return viewer.emailConfirmed === false ? "unconfirmed" : "full";
}

/** Checks the viewer's address if the operator requires it. @throws AppError `forbidden` until it is confirmed */
export function requireEmail({ viewer, requiresEmail }: Pick<QuotaCtx, "viewer" | "requiresEmail">): void {
  if (!requiresEmail || viewer.emailConfirmed) return;
  throw new AppError(
    "forbidden",
    msg`Please confirm your email first. Your settings have the form for the code.`,
  );
}

/** The row of `quota_counters` that counts a use, and the most uses in 24 hours; null without a limit. */
interface Counter {
  owner: string;
  kind: string;
  most: number | null;
}

/** Returns the counter of a use. Ceilings hold with rate limits off too: the operator pays for those uses. */
function counterOf(ctx: QuotaCtx, use: Use): Counter {
  if ("ceiling" in use) return { owner: SITE, kind: use.ceiling, most: ctx.ceilings[use.ceiling] };
  const most = quotaFor(use.quota, standingOf(ctx)) * (use.quota === "uploadSize" ? MB : 1);
  return { owner: ctx.viewer.id, kind: use.quota, most: ctx.limits.areOn ? most : null };
}

/** Returns a context for ceilings alone, for work that belongs to no request. */
export const siteQuota = ({ db, now, ceilings }: Pick<QuotaCtx, "db" | "now" | "ceilings">): QuotaCtx => ({
  db,
  now,
  ceilings,
  viewer: { id: SITE },
  requiresEmail: false,
  limits: { areOn: true },
});

const windowStart = ({ now }: QuotaCtx) => now().getTime() - DAY_MS;

/** Returns the condition that a ceiling is not switched off. */
const isOn = (ceiling: Ceiling) => sql`NOT EXISTS (SELECT 1 FROM switched_off WHERE name = ${ceiling})`;

/** Returns the condition that these uses are left and not switched off. */
export function hasLeft(ctx: QuotaCtx, ...uses: Use[]): SQL {
  const conditions = uses.flatMap((use) => {
    const { owner, kind, most } = counterOf(ctx, use);
    const isBelow = sql`NOT EXISTS (SELECT 1 FROM quota_counters
      WHERE owner = ${owner} AND kind = ${kind} AND since > ${windowStart(ctx)} AND used > ${(most ?? 0) - use.count})`;
    return [
      // An operator can set a ceiling of none.
      ...(most === null ? [] : [most < use.count ? sql`FALSE` : isBelow]),
      ...("ceiling" in use ? [isOn(use.ceiling)] : []),
    ];
  });
  return sql`(${sql.join([sql`TRUE`, ...conditions], sql` AND `)})`;
}

/**
 * Returns the statement that counts uses. By default it counts what the statement before it in the batch has stored, if
 * that has changed a row: the write has `hasLeft` as a condition, and a batch is one transaction, so the two are exact.
 * @param at the time in milliseconds; `rollBackUse` needs the same one
 */
export function countUses(
  ctx: QuotaCtx,
  uses: Use[],
  condition: SQL = sql`changes() > 0`,
  at = ctx.now().getTime(),
): SQL {
  const rows = uses.map((use) => {
    const { owner, kind } = counterOf(ctx, use);
    return sql`(${owner}, ${kind}, ${at}, ${use.count})`;
  });
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
 * Returns the statement that takes a use back, unless another window has begun.
 * @param at when it was counted, in milliseconds
 */
export function rollBackUse(ctx: QuotaCtx, use: Use, at: number, condition: SQL = sql`TRUE`): SQL {
  const { owner, kind } = counterOf(ctx, use);
  return sql`
    UPDATE quota_counters SET used = max(0, used - ${use.count})
    WHERE owner = ${owner} AND kind = ${kind} AND since <= ${at} AND ${condition}`;
}

/**
 * Runs work that must not begin beyond a quota or a ceiling. Counts the uses first. Takes them back when a service
 * fails, but not for input that the work refuses (AppError): a damaged file costs what a good one does.
 * @throws AppError `rate_limited`; what the work throws
 */
export async function withinQuota<T>(ctx: QuotaCtx, uses: Use[], work: () => Promise<T>): Promise<T> {
  const at = ctx.now().getTime();
  const counted = await ctx.db.all(countUses(ctx, uses, hasLeft(ctx, ...uses), at));
  if (counted.length === 0) throw await quotaError(ctx, ...uses);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError))
      await batchRows(
        unguarded(ctx.db),
        uses.map((use) => rollBackUse(ctx, use, at)),
      );
    throw error;
  }
}

/** Returns the error for uses that `hasLeft` did not allow, with the seconds until it does. */
export async function quotaError(ctx: QuotaCtx, ...uses: Use[]): Promise<AppError> {
  const now = ctx.now().getTime();
  for (const use of uses) {
    if ("ceiling" in use && !(await ctx.db.get(sql`SELECT 1 WHERE ${isOn(use.ceiling)}`)))
      return limited(switchedOffText(use.ceiling), HOUR_MS);
    const { owner, kind, most } = counterOf(ctx, use);
    const row = await ctx.db.get<{ since: number; used: number } | undefined>(sql`
      SELECT since AS since, used AS used FROM quota_counters
      WHERE owner = ${owner} AND kind = ${kind} AND since > ${windowStart(ctx)}`);
    if (most === null || (row?.used ?? 0) <= most - use.count) continue;
    const waitMs = (row?.since ?? now) + DAY_MS - now;
    return "ceiling" in use
      ? limited(ceilingText(use.ceiling, waitMs), waitMs)
      : usedUp(ctx, use.quota, waitMs);
  }
  // Uses were taken back, or the window has ended, since the statement.
  return limited(msg`Please try again.`, 0);
}

/** Returns the error of a quota that opens again after some milliseconds. */
export function usedUp(ctx: QuotaCtx, quota: QuotaName, waitMs: number): AppError {
  return limited(quotaText(quota, standingOf(ctx), waitMs), waitMs);
}

/** Returns the error of a limit. @param waitMs the time until a retry can succeed */
export const limited = (message: MessageDescriptor, waitMs: number) =>
  new AppError("rate_limited", message, undefined, Math.max(1, Math.ceil(waitMs / 1000)));
