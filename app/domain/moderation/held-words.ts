import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { HELD_WORDS_MAX, type HeldWordInput } from "~/contract/held-words";
import { shownWord } from "~/contract/mutes";
import { batchRows } from "~/db/batch";
import { isAdmin, isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { notAllowed, siteEntry } from "./act";
import { asModerator } from "./as-moderator";
import type { Decider, DecisionCtx } from "./decision-plan";

/** The rows of `readHeldWords`. */
export const heldWordRows = viewerQuery<void, { word: string }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)} SELECT word AS word FROM held_words WHERE ${isModerator(me)} ORDER BY word`,
});

/** Returns the words that hold a post for review, for the desk. @throws AppError `not_found` for members */
export async function readHeldWords(ctx: MemberCtx): Promise<string[]> {
  asModerator(ctx);
  const [rows] = await readRows(ctx, heldWordRows());
  return rows.map(({ word }) => word);
}

/** Returns the same for everybody: for the check, and for the operator. */
export async function listHeldWords({ db }: Pick<DecisionCtx, "db">): Promise<string[]> {
  const rows = await db.all<{ word: string }>(sql`SELECT word AS word FROM held_words ORDER BY word`);
  return rows.map(({ word }) => word);
}

/**
 * Adds or removes a word that holds posts for review, and logs it. Idempotent. Posts that exist stay.
 * @throws AppError `not_found` for members; `forbidden` for non-admin moderators; `conflict` beyond 500 words
 */
export async function changeHeldWords(ctx: MemberCtx, input: HeldWordInput): Promise<void> {
  const { viewer } = asModerator(ctx);
  if (viewer.role !== "admin") throw notAllowed();
  await changeHeldWordsAs(viewer, ctx, input);
}

/** Does the same for the operator too. The caller has checked who decides. */
export async function changeHeldWordsAs(
  decider: Decider,
  { db, now }: Pick<DecisionCtx, "db" | "now">,
  { action, word }: HeldWordInput,
): Promise<void> {
  const at = now();
  const isListed = sql`EXISTS (SELECT 1 FROM held_words WHERE word = ${word})`;
  const may = decider.id === null ? sql`TRUE` : isAdmin(decider.id);
  const entry = { action: `${action}_word`, subject: "words", name: shownWord(word) } as const;
  if (action === "allow") {
    await batchRows(db, [
      siteEntry(decider, entry, at, null, sql`${may} AND ${isListed}`),
      sql`DELETE FROM held_words WHERE word = ${word} AND ${may}`,
    ]);
    return;
  }
  const hasRoom = sql`(SELECT count(*) FROM held_words) < ${HELD_WORDS_MAX}`;
  const results = await batchRows(db, [
    siteEntry(decider, entry, at, null, sql`${may} AND NOT ${isListed} AND ${hasRoom}`),
    sql`INSERT INTO held_words (word, created_at) SELECT ${word}, ${at.toISOString()} WHERE ${may} AND ${hasRoom}
      ON CONFLICT (word) DO NOTHING`,
    sql`SELECT ${isListed} AS isListed`,
  ]);
  if (!results.at(-1)?.[0]?.isListed)
    throw new AppError(
      "conflict",
      msg`The list has ${{ max: HELD_WORDS_MAX }} words. Please remove one first.`,
    );
}
