import { sql } from "drizzle-orm";
import { MINUTE_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { siteDatabases } from "~/db/chats";
import { limit } from "~/db/limit";
import { mediaOfPost } from "~/db/post-photos";
import { hasReplied } from "~/platform/ai/failures";
import type { Judgement } from "~/platform/image-safety";
import { logError } from "~/platform/log";
import { readWhole } from "~/platform/media/read-whole";
import type { Ctx, MemberCtx } from "../context";
import { coverPhoto, holdPhoto } from "../moderation/image-check";
import { countUses, hasLeft, rollBackUse, siteAiUse, siteQuota } from "../quota";

/** The part of a context that judging uses. No member asks for it. */
export type JudgeCtx = Pick<Ctx, "db" | "chats" | "media" | "now" | "realtime" | "ceilings" | "imageSafety">;

/** Returns the context for judging after a request, whether or not the viewer's session has ended by then. */
export const judgeCtx = (ctx: JudgeCtx): JudgeCtx => {
  const { media, now, realtime, ceilings, imageSafety } = ctx;
  return { ...siteDatabases(ctx), media, now, realtime, ceilings, imageSafety };
};

/** Attempts of the model for one photo. After the last one the photo stays as it is; members can report it. */
const ATTEMPTS = 5;

/** No other attempt begins in this time: the check after the reply and the hourly run must not coincide. */
const LEASE_MS = 10 * MINUTE_MS;

/** Photos in one batch of the hourly run. Each takes seconds, and a run has twenty batches. */
const BATCH = 5;

/** Returns the statement that queues a stored post's photos for the image check, but those found clear before. */
export const queueImageCheck = ({ now }: Pick<MemberCtx, "now">, postId: string) => sql`
  INSERT INTO image_checks (media_id, due_at)
  SELECT id, ${now().getTime()} FROM media WHERE id IN ${mediaOfPost(postId)} AND verdict IS NOT 'clear'
  ON CONFLICT (media_id) DO NOTHING`;

/**
 * Judges a queued photo and covers or holds the posts that show it (docs/moderation.md#image-check). Idempotent: a
 * stored verdict is applied without asking the model again, the hourly run repeats an interrupted attempt, and of two
 * simultaneous ones one ends at once. A failure is logged, and not counted unless a model has replied.
 * @returns whether there was something to do, within the ceiling
 * @throws what the database throws; the hourly run repeats the attempt then
 */
export async function judgePhoto(ctx: JudgeCtx, mediaId: string): Promise<boolean> {
  const at = ctx.now().getTime();
  const quota = siteQuota(ctx);
  const [[stored] = [], [claim] = []] = await batchRows(ctx.db, [
    sql`SELECT m.verdict AS verdict, m.verdict_reason AS reason FROM image_checks c JOIN media m ON m.id = c.media_id
      WHERE c.media_id = ${mediaId} AND m.verdict IS NOT NULL`,
    sql`UPDATE image_checks SET attempts = attempts + 1, due_at = ${at + LEASE_MS}
      WHERE media_id = ${mediaId} AND due_at <= ${at} AND ${hasLeft(quota, siteAiUse)}
        AND EXISTS (SELECT 1 FROM media WHERE id = ${mediaId} AND verdict IS NULL)
      RETURNING attempts AS attempts`,
    countUses(quota, [siteAiUse], undefined, at),
  ]);
  // The columns have these values.
  const known = stored as unknown as Judgement | undefined;
  if (!known && !claim) return false;
  const { judgement, isCounted } = known ? { judgement: known, isCounted: true } : await ask(ctx, mediaId);
  if (judgement) await apply(ctx, mediaId, judgement);
  else
    await batchRows(ctx.db, [
      ...(isCounted ? [] : [rollBackUse(quota, siteAiUse, at)]),
      sql`DELETE FROM image_checks WHERE media_id = ${mediaId} AND attempts >= ${ATTEMPTS}`,
    ]);
  return true;
}

/** Returns the model's judgement of a photo, null when it has failed, and whether a model has replied. */
async function ask(
  { media, imageSafety }: JudgeCtx,
  mediaId: string,
): Promise<{ judgement: Judgement | null; isCounted: boolean }> {
  try {
    const photo = await media.get(mediaId, "feed");
    if (!photo || !imageSafety) return { judgement: null, isCounted: false };
    return { judgement: await imageSafety.judge(await readWhole(photo.body)), isCounted: true };
  } catch (error) {
    logError(error, { event: "photo not judged" });
    return { judgement: null, isCounted: hasReplied(error) };
  }
}

/**
 * Stores a judgement, then covers or holds what shows the photo. The queue has the photo until all is done: it is due
 * again at once.
 */
async function apply(ctx: JudgeCtx, mediaId: string, { verdict, reason }: Judgement): Promise<void> {
  await ctx.db.run(sql`
    UPDATE media SET verdict = ${verdict}, verdict_reason = ${reason} WHERE id = ${mediaId} AND verdict IS NULL`);
  if (verdict === "sensitive") await coverPhoto(ctx, mediaId, reason ?? "other");
  const isDone = verdict !== "certain" || (await holdPhoto(ctx, mediaId, reason ?? "other"));
  await ctx.db.run(
    isDone
      ? sql`DELETE FROM image_checks WHERE media_id = ${mediaId}`
      : sql`UPDATE image_checks SET due_at = ${ctx.now().getTime()} WHERE media_id = ${mediaId}`,
  );
}

/**
 * Judges photos whose check failed, was interrupted, or came while the ceiling of the AI tools was reached. One whose
 * attempt throws is due again later, behind the others.
 * @returns the number of attempts; 0 when none is due or possible
 */
export async function sweepImageChecks(ctx: JudgeCtx): Promise<number> {
  if (!ctx.imageSafety) return 0;
  const at = ctx.now().getTime();
  const due = await ctx.db.all<{ id: string }>(sql`
    SELECT media_id AS id FROM image_checks WHERE due_at <= ${at} ORDER BY due_at ${limit(BATCH)}`);
  const attempts = await Promise.allSettled(due.map(({ id }) => judgePhoto(ctx, id)));
  const failed = due.filter((_, nth) => attempts[nth]?.status === "rejected").map(({ id }) => id);
  if (failed.length > 0)
    await ctx.db.run(sql`
      UPDATE image_checks SET due_at = ${at + LEASE_MS}
      WHERE media_id IN (SELECT value FROM json_each(${JSON.stringify(failed)}))`);
  for (const attempt of attempts)
    if (attempt.status === "rejected") logError(attempt.reason, { event: "judgement not applied" });
  return attempts.filter((attempt) => attempt.status === "rejected" || attempt.value).length;
}
