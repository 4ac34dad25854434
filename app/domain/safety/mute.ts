import { msg } from "@lingui/core/runtime-macro";
import { and, eq, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { MUTED_MEMBERS_MAX, MUTED_WORDS_MAX } from "~/contract/limits";
import { type MutedWordInput, type MutedWords, type MutesView, shownWord, wordsOf } from "~/contract/mutes";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { mutes } from "~/db/schema";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { unreadCount, unreadOf } from "../notifications/count-unread";

/**
 * Mutes a member: the viewer no longer sees their posts, comments and notifications. A trigger deletes those
 * notifications that are stored. The member is not notified, and a connection stays. Idempotent.
 * @throws AppError `not_found`; `invalid` for oneself and beyond the limit
 */
export async function muteMember(ctx: MemberCtx, memberId: string): Promise<void> {
  const me = ctx.viewer.id;
  if (memberId === me) throw invalid("userId", msg`You cannot mute yourself.`);
  const [, [member] = [], unread] = await batchRows(ctx.db, [
    sql`
      INSERT INTO mutes (muter_id, muted_id, created_at)
      SELECT ${me}, id, ${ctx.now().toISOString()} FROM users WHERE id = ${memberId} AND ${notBlocked(me, sql`users.id`)}
        AND (SELECT count(*) FROM mutes WHERE muter_id = ${me}) < ${MUTED_MEMBERS_MAX}
      ON CONFLICT DO NOTHING`,
    sql`
      SELECT EXISTS (SELECT 1 FROM mutes WHERE muter_id = ${me} AND muted_id = users.id) AS isMuted
      FROM users WHERE id = ${memberId} AND ${notBlocked(me, sql`users.id`)}`,
    unreadCount(ctx.viewer),
  ]);
  if (!member) throw memberNotFound();
  if (!member.isMuted)
    throw invalid("userId", msg`You can mute at most ${{ max: MUTED_MEMBERS_MAX }} members.`);
  ctx.realtime.publish(me, { type: "notifications_read", payload: unreadOf(unread) });
}

/** Unmutes a member. Deleted notifications are not restored. Idempotent. */
export async function unmuteMember(ctx: MemberCtx, memberId: string): Promise<void> {
  await ctx.db.delete(mutes).where(and(eq(mutes.muterId, ctx.viewer.id), eq(mutes.mutedId, memberId)));
}

/**
 * Mutes a word: posts and comments with it are hidden from the viewer. Idempotent.
 * @throws AppError `invalid` beyond the limit
 */
export async function muteWord(ctx: MemberCtx, { word }: MutedWordInput): Promise<MutedWords> {
  const me = ctx.viewer.id;
  const [, [row] = []] = await batchRows(ctx.db, [
    sql`
      UPDATE users SET muted_words = json_insert(muted_words, '$[#]', ${word})
      WHERE id = ${me} AND json_array_length(muted_words) < ${MUTED_WORDS_MAX}
        AND NOT EXISTS (SELECT 1 FROM json_each(muted_words) WHERE value = ${word})`,
    sql`SELECT muted_words AS words FROM users WHERE id = ${me}`,
  ]);
  const words: string[] = JSON.parse(String(row?.words ?? "[]"));
  if (!words.includes(word))
    throw invalid("word", msg`You can mute at most ${{ max: MUTED_WORDS_MAX }} words.`);
  return { words: words.map(shownWord) };
}

/** Unmutes a word, in any form that has the same words. Idempotent. */
export async function unmuteWord({ db, viewer }: MemberCtx, text: string): Promise<void> {
  await db.run(sql`
    UPDATE users SET muted_words = (SELECT json_group_array(value) FROM json_each(muted_words) WHERE value <> ${wordsOf(text)})
    WHERE id = ${viewer.id}`);
}

/** Returns the viewer's muted words, and the muted members, last muted first. */
export async function listMutes(ctx: MemberCtx): Promise<MutesView> {
  const [members] = await readRows(ctx, mutedRows());
  return { words: ctx.viewer.mutedWords.map(shownWord), members };
}

/** The rows of `listMutes`. */
export const mutedRows = viewerQuery<void, UserSummary>({
  text: (viewer) => sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM mutes m JOIN users u ON u.id = m.muted_id
    WHERE m.muter_id = ${viewer} ORDER BY m.created_at DESC, u.id`,
});
