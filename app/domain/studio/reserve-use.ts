import { eq, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { AI_USES_PER_DAY, AI_USES_PER_MINUTE } from "~/contract/limits";
import { TOO_FAST } from "~/contract/texts";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { aiUses } from "~/db/schema";
import type { MemberCtx } from "../context";

/**
 * Reserves one use of the viewer's AI quota (docs/product.md#limits). One statement counts and writes, so concurrent calls
 * cannot exceed the quota.
 * @returns the id of the use, for `failUse`
 * @throws AppError `rate_limited` with the seconds until a use is free
 */
export async function reserveUse(ctx: MemberCtx): Promise<string> {
  const me = ctx.viewer.id;
  const now = ctx.now();
  const id = newId(now.getTime());
  const since = (span: number) => new Date(now.getTime() - span).toISOString();
  const reserved = await ctx.db.all<{ id: string }>(sql`
    INSERT INTO ai_uses (id, user_id, created_at)
    SELECT ${id}, ${me}, ${now.toISOString()}
    WHERE (SELECT count(*) FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(MINUTE_MS)}) < ${AI_USES_PER_MINUTE}
      AND (SELECT count(*) FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(DAY_MS)} AND NOT failed)
        < ${AI_USES_PER_DAY}
    RETURNING id AS id`);
  if (reserved.length > 0) return id;
  const used = await ctx.db.get<{
    lastMinute: number;
    minuteFrom: string | null;
    dayFrom: string | null;
  }>(sql`
    SELECT count(*) FILTER (WHERE created_at > ${since(MINUTE_MS)}) AS lastMinute,
      min(created_at) FILTER (WHERE created_at > ${since(MINUTE_MS)}) AS minuteFrom,
      min(created_at) FILTER (WHERE NOT failed) AS dayFrom
    FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(DAY_MS)}`);
  const isMinute = used.lastMinute >= AI_USES_PER_MINUTE;
  const [from, span] = isMinute ? [used.minuteFrom, MINUTE_MS] : [used.dayFrom, DAY_MS];
  const free = new Date(from ?? now).getTime() + span;
  const message = isMinute
    ? TOO_FAST
    : `You have made ${AI_USES_PER_DAY} images in 24 hours, which is the limit. Please try again later.`;
  throw new AppError(
    "rate_limited",
    message,
    undefined,
    Math.max(1, Math.ceil((free - now.getTime()) / 1000)),
  );
}

/** Returns a failed use to the daily quota. It still counts towards the quota of the minute, to slow down retries. */
export async function failUse(ctx: MemberCtx, id: string): Promise<void> {
  await ctx.db.update(aiUses).set({ failed: true }).where(eq(aiUses.id, id));
}
