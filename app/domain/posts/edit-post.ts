import { eq, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { EditPostInput, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import { notBlocked } from "~/db/blocks";
import { notifyNewlyMentioned } from "~/db/notify";
import { posts } from "~/db/schema";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications } from "./publish-notifications";
import { readPost } from "./read-post";
import { tagPost, untagPost } from "./tag-post";

/**
 * Changes the texts of the viewer's post. Missing fields are not written, so a change from another tab stays. Notifies
 * members that the caption did not mention before.
 * @throws AppError `not_found`; `forbidden` for another member's post
 */
export async function editPost(ctx: MemberCtx, postId: string, input: EditPostInput): Promise<PostView> {
  const { db, viewer } = ctx;
  const old = await db.get<
    { ownerId: string; caption: string; location: string; altText: string } | undefined
  >(sql`
    SELECT user_id AS ownerId, caption AS caption, location AS location, alt_text AS altText
    FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`);
  if (!old) throw postNotFound();
  if (old.ownerId !== viewer.id) throw new AppError("forbidden", "Only its owner can edit a post.");
  const { caption = old.caption, location = old.location, altText = old.altText } = input;
  if (caption === old.caption && location === old.location && altText === old.altText) {
    return readPost(ctx, postId);
  }
  const editedAt = ctx.now().toISOString();
  const change = db
    .update(posts)
    .set({ ...input, editedAt })
    .where(eq(posts.id, postId));
  if (input.caption === undefined) await change;
  else {
    const known = new Set(mentionsIn(old.caption));
    const mentioned = mentionsIn(caption).filter((name) => !known.has(name));
    const notice = { type: "mention", fromUserId: viewer.id, entityId: postId, createdAt: editedAt } as const;
    const [, , , notified] = await db.batch([
      change,
      untagPost(db, postId),
      tagPost(db, postId, tagsIn(caption)),
      notifyNewlyMentioned(db, mentioned, notice),
    ]);
    publishNotifications(ctx, notified, notice);
  }
  return readPost(ctx, postId);
}
