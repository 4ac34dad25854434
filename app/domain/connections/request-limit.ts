import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { REQUESTS_TO_ONE_PER_DAY, REQUESTS_TO_ONE_PER_HOUR } from "~/contract/limits";
import { quotaFor, quotaText, retryText } from "~/contract/quotas";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { areConnected } from "~/db/connections";
import type { MemberCtx } from "../context";
import { standingOf } from "../quota";

interface Rule {
  /** Restricts the counted requests. */
  to: SQL;
  span: number;
  most: number;
  textOf: (waitMs: number) => MessageDescriptor;
}

/** Returns the limits of connection requests, the longest wait first (docs/product.md#connections). */
function rulesFor(ctx: MemberCtx, userId: string): Rule[] {
  const standing = standingOf(ctx);
  const toOne = sql`AND to_id = ${userId}`;
  const textOf = (waitMs: number) =>
    msg`You have sent this member several requests. ${{ retry: retryText(waitMs) }}`;
  return [
    {
      to: sql``,
      span: DAY_MS,
      most: quotaFor("requests", standing),
      textOf: (waitMs) => quotaText("requests", standing, waitMs),
    },
    { to: toOne, span: DAY_MS, most: REQUESTS_TO_ONE_PER_DAY, textOf },
    { to: toOne, span: HOUR_MS, most: REQUESTS_TO_ONE_PER_HOUR, textOf },
  ];
}

const requestsOf = ({ viewer, now }: MemberCtx, { to, span }: Rule) =>
  sql`FROM connection_requests WHERE from_id = ${viewer.id}
    AND created_at > ${new Date(now().getTime() - span).toISOString()} ${to}`;

/** Returns whether the viewer may send the member another request, in SQL; always while rate limits are off. */
export function mayRequest(ctx: MemberCtx, userId: string): SQL {
  if (!ctx.limits.areOn) return sql`TRUE`;
  const rules = rulesFor(ctx, userId).map(
    (rule) => sql`(SELECT count(*) ${requestsOf(ctx, rule)}) < ${rule.most}`,
  );
  return sql`(${sql.join(rules, sql` AND `)})`;
}

/**
 * Records the viewer's request if it was stored now: the statement that changed rows before this one must be the one
 * that notifies of it (`notifyOfChange`). Deleted after a day (app/domain/retention).
 */
export function recordRequest({ viewer }: MemberCtx, userId: string, now: Date): SQL {
  return sql`
    INSERT INTO connection_requests (id, from_id, to_id, created_at)
    SELECT ${newId(now.getTime())}, ${viewer.id}, ${userId}, ${now.toISOString()}
    WHERE changes() > 0 AND NOT ${areConnected(viewer, userId)}`;
}

/** Returns the error for a request that `mayRequest` did not allow, with the seconds until it does. */
export async function requestLimitError(ctx: MemberCtx, userId: string): Promise<AppError> {
  const now = ctx.now().getTime();
  for (const rule of rulesFor(ctx, userId)) {
    const { used, first } = await ctx.db.get<{ used: number; first: string | null }>(
      sql`SELECT count(*) AS used, min(created_at) AS first ${requestsOf(ctx, rule)}`,
    );
    if (used < rule.most) continue;
    const wait = new Date(first ?? now).getTime() + rule.span - now;
    return new AppError("rate_limited", rule.textOf(wait), undefined, Math.max(1, Math.ceil(wait / 1000)));
  }
  // Another request was cancelled or a limit ended since the statement.
  return new AppError("rate_limited", msg`Please try again.`, undefined, 1);
}
