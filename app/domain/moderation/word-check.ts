import { sql } from "drizzle-orm";
import { heldWordsIn } from "~/contract/held-words";
import { newId } from "~/contract/ids";
import { WORD_CHECK } from "~/contract/moderation";
import { shownWord } from "~/contract/mutes";
import { batchRows } from "~/db/batch";
import { siteDatabases } from "~/db/chats";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";
import { notifyOf, publishDecisionNotifications } from "./decision-notifications";
import { listHeldWords } from "./held-words";
import { type CheckCtx, holdStatements, loggedOf, logOf, readHeld } from "./hold-posts";
import { publishRemovedPost } from "./publish-decision";

/** A stored post, its texts, and those that it had before an edit. */
interface WrittenPost {
  id: string;
  texts: readonly string[];
  before: readonly string[];
}

/**
 * Holds the viewer's new or edited post after the reply if a text has a word of the list that none had before: puts it
 * away as the image check does, and reports it with the word. Posts of moderators and admins are not held.
 */
export function checkWords(ctx: MemberCtx, post: WrittenPost): void {
  if (ctx.viewer.role !== "member") return;
  const { media, now, realtime } = ctx;
  ctx.defer(holdForWords({ ...siteDatabases(ctx), media, now, realtime }, ctx.viewer.id, post));
}

async function holdForWords(
  ctx: CheckCtx,
  ownerId: string,
  { id, texts, before }: WrittenPost,
): Promise<void> {
  const words = await listHeldWords(ctx);
  const known = heldWordsIn(words, before);
  const found = heldWordsIn(words, texts).filter((word) => !known.includes(word));
  if (found.length === 0) return;
  const now = ctx.now();
  const posts = [{ id: newId(now.getTime()), postId: id, ownerId }];
  const named = found.map((word) => `“${shownWord(word)}”`).join(", ");
  const details = `Held because of ${named}: nobody sees the post until a moderator decides.`;
  const { reports, notified } = await readHeld(ctx, [id], now, () => details);
  const logged = loggedOf(posts);
  const [[first] = [], notifications] = await batchRows(ctx.db, [
    logOf(WORD_CHECK, posts, "hold", "other", now, sql`TRUE`),
    notifyOf("moderation", sql`u.id = ${ownerId} AND EXISTS (${logged})`, now),
    ...holdStatements(WORD_CHECK, logged, reports, "other", now),
    sql`DELETE FROM posts WHERE id IN (SELECT postId FROM (${logged}))`,
  ]);
  if (!first) return;
  publishDecisionNotifications(ctx, notifications);
  publishRemovedPost(ctx, ownerId, id, notified);
  await sweepRemovals(ctx);
}
