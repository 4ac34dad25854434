import { eq, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { AI_USES_PER_DAY, AI_USES_PER_MINUTE } from "~/contract/limits";
import { TOO_FAST } from "~/contract/texts";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { aiUses } from "~/db/schema";
import type { MemberCtx } from "../context";

/**
 * Takes one use of the AI engine out of the viewer's allowance: counted and written in one statement, so that a hundred
 * calls at once get what ten in turn would.
 * @returns the use, for `failUse`
 * @throws AppError `rate_limited`, with the seconds until the allowance grows again
 */
export async function reserveUse(ctx: MemberCtx): Promise<string> {
  const me = ctx.viewer.id;
  const now = ctx.now();
  const id = newId(now.getTime());
  const since = (span: number) => new Date(now.getTime() - span).toISOString();
  const taken = await ctx.db.all<{ id: string }>(sql`
    INSERT INTO ai_uses (id, user_id, created_at)
    SELECT ${id}, ${me}, ${now.toISOString()}
    WHERE (SELECT count(*) FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(MINUTE_MS)}) < ${AI_USES_PER_MINUTE}
      AND (SELECT count(*) FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(DAY_MS)} AND NOT failed)
        < ${AI_USES_PER_DAY}
    RETURNING id AS id`);
  if (taken.length > 0) return id;
  const spent = await ctx.db.get<{
    lastMinute: number;
    minuteFrom: string | null;
    dayFrom: string | null;
  }>(sql`
    SELECT count(*) FILTER (WHERE created_at > ${since(MINUTE_MS)}) AS lastMinute,
      min(created_at) FILTER (WHERE created_at > ${since(MINUTE_MS)}) AS minuteFrom,
      min(created_at) FILTER (WHERE NOT failed) AS dayFrom
    FROM ai_uses WHERE user_id = ${me} AND created_at > ${since(DAY_MS)}`);
  const isMinute = spent.lastMinute >= AI_USES_PER_MINUTE;
  const [from, span] = isMinute ? [spent.minuteFrom, MINUTE_MS] : [spent.dayFrom, DAY_MS];
  const free = new Date(from ?? now).getTime() + span;
  const words = isMinute
    ? TOO_FAST
    : `You have made ${AI_USES_PER_DAY} images in 24 hours, which is the limit. Please try again later.`;
  throw new AppError("rate_limited", words, undefined, Math.max(1, Math.ceil((free - now.getTime()) / 1000)));
}

/** What the engine could not answer is given back to the day's allowance; the minute's keeps it, as a brake. */
export async function failUse(ctx: MemberCtx, id: string): Promise<void> {
  await ctx.db.update(aiUses).set({ failed: true }).where(eq(aiUses.id, id));
}
