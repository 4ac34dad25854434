import { type SQL, sql } from "drizzle-orm";
import { mediaOfPost } from "~/db/post-photos";
import type { DecisionCtx, Plan } from "./decision-plan";
import { removableOf, type Subject } from "./removals";
import { allowFile, keepEvidence, mediaOfRemoved, refuseFile, settleVerdicts } from "./removed-files";
import { restore } from "./restore-content";

export interface Removal {
  mediaIds: string[];
  statements: SQL[];
}

/** Copies the photos and hashes the files of a subject. Returns null when it is gone or cannot be removed. */
export async function prepareRemoval(
  ctx: DecisionCtx,
  { id, subject, isLogged, now }: Plan,
): Promise<Removal | null> {
  const removable = await removableOf(ctx, subject, id);
  const found =
    removable &&
    (await ctx.db.get<{ mediaIds: string } | undefined>(
      sql`SELECT ${mediaOfRemoved(sql`mediaId`, sql`content`)} AS mediaIds FROM (${removable.content})`,
    ));
  if (!removable || !found) return null;
  const mediaIds = JSON.parse(found.mediaIds) as string[];
  const refusals: SQL[] = [];
  for (const mediaId of mediaIds) {
    await ctx.media.preserve(mediaId);
    refusals.push(...refuseFile(mediaId, await ctx.media.hashes(mediaId), isLogged));
  }
  const statements = [
    sql`INSERT INTO removed_content (decision_id, kind, content, media_id, created_at)
      SELECT ${id}, ${subject.kind}, content, mediaId, ${now.toISOString()} FROM (${removable.content}) WHERE ${isLogged}`,
    ...refusals,
    ...(subject.kind === "post" ? [keepEvidence(subject.id, mediaIds.slice(1), isLogged)] : []),
    ...removable.remove(mediaIds, isLogged),
  ];
  return { mediaIds, statements };
}

/** A post that the image check holds. */
export interface HeldPost {
  decisionId: string;
  mediaIds: string[];
  caption: string;
}

export async function heldPost({ db }: DecisionCtx, { kind, id }: Subject): Promise<HeldPost | undefined> {
  if (kind !== "post") return undefined;
  const row = await db.get<(Omit<HeldPost, "mediaIds"> & { mediaIds: string }) | undefined>(sql`
    SELECT c.decision_id AS decisionId, ${mediaOfRemoved(sql`c.media_id`, sql`c.content`)} AS mediaIds,
      c.content ->> '$.posts.caption' AS caption
    FROM moderation_log l JOIN removed_content c ON c.decision_id = l.id
    WHERE l.subject_id = ${id} AND l.kind = 'post' AND l.action = 'hold'`);
  return row && { ...row, mediaIds: JSON.parse(row.mediaIds) };
}

/** Returns the removal of a held post, which is put away already. Null for the decisions that bring it back. */
export function removalOfHeld({ id, input, isLogged }: Plan, { decisionId }: HeldPost): Removal | null {
  if (input.action === "dismiss" || (input.action === "cover" && !input.removes)) return null;
  const statement = sql`UPDATE removed_content SET decision_id = ${id} WHERE decision_id = ${decisionId} AND ${isLogged}`;
  return { mediaIds: [], statements: [statement] };
}

/** Returns the statements that bring a held post back. Its photos are not judged again. */
export function releaseOf({ subject, isLogged }: Plan, { decisionId, mediaIds, caption }: HeldPost): SQL[] {
  return [
    ...mediaIds.flatMap((id) => allowFile(id, isLogged)),
    ...restore(subject, decisionId, caption, isLogged),
    settleVerdicts(mediaOfPost(subject.id), isLogged),
    sql`DELETE FROM removed_content WHERE decision_id = ${decisionId} AND ${isLogged}`,
  ];
}
