import { type SQL, sql } from "drizzle-orm";
import { AppError, type ErrorCode } from "~/contract/errors";
import { newId, timeOfId } from "~/contract/ids";
import { AI_FAILURES_PER_DAY, AI_USES_PER_MINUTE } from "~/contract/limits";
import { quotaFor } from "~/contract/quotas";
import { TOO_FAST } from "~/contract/texts";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import { hasReplied } from "~/platform/ai/failures";
import type { MemberCtx } from "../context";
import { photoUnavailable } from "../media/own-photo";
import {
  countUses,
  hasLeft,
  limited,
  quotaError,
  rollBackUse,
  siteAiUse,
  standingOf,
  usedUp,
} from "../quota";

/**
 * Reserves one use of the viewer's AI quota (docs/product.md#limits).
 * @returns the id of the use, for `withinUse`
 * @throws AppError `rate_limited` with the seconds until a use is free
 */
export async function reserveUse(ctx: MemberCtx): Promise<string> {
  const use = newUse(ctx);
  const [reserved = []] = await batchRows(ctx.db, use.statements);
  if (reserved.length === 0) throw await quotaOfUsesError(ctx);
  return use.id;
}

/** Reserves a use for stored media. @throws as `reserveUse`; AppError `invalid` unless they are the viewer's */
export async function reserveUseOf(ctx: MemberCtx, mediaId: string): Promise<string> {
  const owned = sql`SELECT 1 FROM media WHERE id = ${mediaId} AND user_id = ${ctx.viewer.id}`;
  const use = newUse(ctx, sql`EXISTS (${owned})`);
  const [found = [], reserved = []] = await batchRows(ctx.db, [owned, ...use.statements]);
  if (found.length === 0) throw photoUnavailable("image");
  if (reserved.length === 0) throw await quotaOfUsesError(ctx);
  return use.id;
}

/**
 * Returns a use and the statements that reserve it for the viewer, with a row if it did, and count it for the whole
 * site. The first one counts and writes in one transaction, so concurrent calls cannot exceed quota or ceiling.
 * @param condition must hold, else nothing is reserved
 */
export function newUse(ctx: MemberCtx, condition: SQL = sql`1`): { id: string; statements: SQL[] } {
  const { viewer, now } = ctx;
  const at = now();
  const id = newId(at.getTime());
  const uses = sql`SELECT count(*) FROM ai_uses WHERE user_id = ${viewer.id}`;
  const insert = sql`
    INSERT INTO ai_uses (id, user_id, created_at)
    SELECT ${id}, ${viewer.id}, ${at.toISOString()}
    WHERE ${condition} AND (${uses} AND created_at > ${before(at, MINUTE_MS)}) < ${AI_USES_PER_MINUTE}
      AND (${uses} AND created_at > ${before(at, DAY_MS)} AND NOT failed) < ${quotaFor("aiUses", standingOf(ctx))}
      AND ${hasLeft(ctx, siteAiUse)}
    RETURNING id AS id`;
  return { id, statements: [insert, countUses(ctx, [siteAiUse], undefined, at.getTime())] };
}

/** Returns the error for a quota or ceiling that is used up: `rate_limited` with the seconds until a use is free. */
export async function quotaOfUsesError(ctx: MemberCtx): Promise<AppError> {
  const { db, viewer, now } = ctx;
  const at = now();
  const used = await db.get<{
    lastMinute: number;
    lastDay: number;
    minuteFrom: string | null;
    dayFrom: string | null;
  }>(sql`
    SELECT count(*) FILTER (WHERE created_at > ${before(at, MINUTE_MS)}) AS lastMinute,
      count(*) FILTER (WHERE NOT failed) AS lastDay,
      min(created_at) FILTER (WHERE created_at > ${before(at, MINUTE_MS)}) AS minuteFrom,
      min(created_at) FILTER (WHERE NOT failed) AS dayFrom
    FROM ai_uses WHERE user_id = ${viewer.id} AND created_at > ${before(at, DAY_MS)}`);
  const isMinute = used.lastMinute >= AI_USES_PER_MINUTE;
  if (!isMinute && used.lastDay < quotaFor("aiUses", standingOf(ctx))) return quotaError(ctx, siteAiUse);
  const [from, span] = isMinute ? [used.minuteFrom, MINUTE_MS] : [used.dayFrom, DAY_MS];
  const free = new Date(from ?? at).getTime() + span;
  const waitMs = free - at.getTime();
  return isMinute ? limited(TOO_FAST, waitMs) : usedUp(ctx, "aiUses", waitMs);
}

function before(at: Date, span: number): string {
  return new Date(at.getTime() - span).toISOString();
}

/** Errors of what the member sent, not of an engine. */
const refusals: readonly ErrorCode[] = ["invalid", "too_large", "unsupported_media"];

/**
 * Runs the calls of a reserved use. A use counts once a model has replied, when the member cancels, and when the prompt
 * or the image is refused. A use that an engine failed is returned to the daily quota and the ceiling, the first 20
 * times in 24 hours. It still counts towards the quota of the minute, to slow down retries.
 * @param run resolves to what the model has replied
 * @throws what `run` throws
 */
export async function withinUse<T>(
  ctx: MemberCtx,
  id: string,
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRefused = error instanceof AppError && refusals.includes(error.code);
    if (!signal?.aborted && !isRefused && !hasReplied(error)) await failUse(ctx, id);
    throw error;
  }
}

async function failUse(ctx: MemberCtx, id: string): Promise<void> {
  await batchRows(unguarded(ctx.db), [
    sql`UPDATE ai_uses SET failed = 1 WHERE id = ${id} AND (
      SELECT count(*) FROM ai_uses WHERE user_id = ${ctx.viewer.id} AND created_at > ${before(ctx.now(), DAY_MS)} AND failed
    ) < ${AI_FAILURES_PER_DAY}`,
    rollBackUse(ctx, siteAiUse, timeOfId(id), sql`changes() > 0`),
  ]);
}
