import { msg, plural } from "@lingui/core/runtime-macro";
import { eq, sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { wordsOf } from "~/contract/mutes";
import { type PostField, postFieldNames } from "~/contract/post-fields";
import type { PostFrame } from "~/contract/post-frame";
import type { EditPostInput, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import type { Visibility } from "~/contract/visibility";
import { batchByName } from "~/db/batch";
import { postKey } from "~/db/keys";
import { notifyNewlyMentioned, storedNotifications } from "~/db/notify";
import { fieldColumns, type PostRow } from "~/db/post-rows";
import { posts } from "~/db/schema";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerWith } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { checkWords } from "../moderation/word-check";
import { postNotFound } from "../not-found";
import { foldStoredTags } from "../search/fold-tags";
import { postWordsOf } from "../search/words";
import { fieldsOf } from "./fields-of";
import { publishNotifications } from "./publish-notifications";
import { postOf, postRow, readPost } from "./read-post";
import { storedFrame } from "./stored-frame";
import { tagPost, untagPost } from "./tag-post";

/**
 * Changes texts, visibility, frame and cover of the viewer's post, or removes its camera data. Missing fields stay as
 * they are. Notifies members newly mentioned, or who could not see the post.
 * @throws AppError `not_found`; `forbidden` for another member's post, and for the cover of a moderator; `invalid` for
 *   another number of alt texts than photos
 */
export async function editPost(
  ctx: MemberCtx,
  postId: string,
  { altTexts, frame: newFrame, ...changes }: EditPostInput,
): Promise<PostView> {
  const { db, viewer } = ctx;
  const input = altTexts ? { ...changes, altText: altTexts[0] } : changes;
  const old = await readEditable(ctx, postId, { ...input, altTexts });
  const fields = fieldsOf(input, old);
  const { caption, location } = fields;
  const { isSensitive = old.isSensitive === 1, visibility = old.visibility } = input;
  const frame = newFrame ? storedFrame({ frame: newFrame }, old.photoCount) : old.frame;
  const later = altTexts?.slice(1) ?? [];
  const hasNewLater = later.length > 0 && JSON.stringify(later) !== old.laterAltTexts;
  const hasNewText = hasNewLater || postFieldNames.some((name) => fields[name] !== old[name]);
  const hasNewVisibility = visibility !== old.visibility;
  const hidesCamera = input.camera === null && old.hasCamera === 1;
  const hasNewDisplay = hidesCamera || frame !== old.frame || isSensitive !== (old.isSensitive === 1);
  if (!hasNewText && !hasNewVisibility && !hasNewDisplay) return readPost(ctx, postId);
  const now = ctx.now();
  const change = db
    .update(posts)
    .set({
      ...input,
      frame,
      ...(hasNewText && { editedAt: now.toISOString(), words: newWords(old, { caption, location }) }),
    })
    .where(eq(posts.id, postId));
  const known = new Set(hasNewVisibility ? [] : mentionsIn(old.caption));
  const mentioned = mentionsIn(caption).filter((name) => !known.has(name));
  const notification = {
    type: "mention",
    fromUserId: viewer.id,
    entityId: postId,
    createdAt: now,
    words: wordsOf(caption),
  } as const;
  const hasTagWrites = input.caption !== undefined || hasNewVisibility;
  const [read = null] = postRow({ postId, isThreaded: false }).forMember(viewer.id);
  const stored = await batchByName(db, {
    change: change.toSQL(),
    notifications: mentioned.length > 0 ? notifyNewlyMentioned(mentioned, notification) : null,
    oldTags: hasTagWrites ? untagPost(postId) : null,
    tags: hasTagWrites ? tagPost(postId, tagsIn(caption)) : null,
    tagFolds: hasTagWrites ? foldStoredTags(tagsIn(caption)) : null,
    laterAltTexts: hasNewLater ? setLaterAltTexts(postId, later) : null,
    post: read,
  });
  // The columns of `postRow`.
  const [row] = stored.post as unknown as PostRow[];
  ctx.realtime.postsChanged(viewer.id);
  if (hasNewText)
    checkWords(ctx, {
      id: postId,
      texts: [...Object.values(fields), ...later],
      before: [...postFieldNames.map((name) => old[name]), ...JSON.parse(old.laterAltTexts ?? "[]")],
    });
  publishNotifications(ctx, storedNotifications(stored.notifications), notification);
  return postOf(ctx, row);
}

/** Returns the post's texts before the edit. @throws AppError as `editPost` does */
async function readEditable(
  ctx: MemberCtx,
  postId: string,
  { isSensitive, altTexts }: Pick<EditPostInput, "isSensitive" | "altTexts">,
): Promise<TextsRow> {
  const [[old]] = await readRows(ctx, textsRow(postId));
  if (!old) throw postNotFound();
  if (old.ownerId !== ctx.viewer.id) throw new AppError("forbidden", msg`Only its owner can edit a post.`);
  if (old.isCovered && isSensitive === false)
    throw new AppError("forbidden", msg`A moderator has covered this photo.`);
  if (altTexts && altTexts.length !== old.photoCount)
    throw invalid(
      "altTexts",
      msg`This post has ${plural({ count: old.photoCount }, { one: "one photo", other: "# photos" })}.`,
    );
  return old;
}

/** Returns the words of the new texts; NULL if another edit has changed one since it was read, for `indexPosts`. */
const newWords = (old: TextsRow, texts: { caption: string; location: string }) => sql`
  iif(caption = ${old.caption} AND location = ${old.location}, ${postWordsOf(texts)}, NULL)`;

const setLaterAltTexts = (postId: string, altTexts: string[]) => sql`
  UPDATE post_photos SET alt_text = ${JSON.stringify(altTexts)} ->> (position - 1) WHERE post = ${postKey(postId)}`;

interface TextsRow extends Pick<PostView, PostField> {
  ownerId: string;
  isSensitive: number;
  isCovered: number;
  visibility: Visibility;
  photoCount: number;
  hasCamera: number;
  frame: PostFrame | null;
  /** The alt texts of the photos after the first one, as a JSON array; null when there is one photo. */
  laterAltTexts: string | null;
}

/** The texts and covers of a post as the viewer may see it. */
export const textsRow = viewerQuery<string, TextsRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT ${fieldColumns("posts")}, user_id AS ownerId,
      is_sensitive AS isSensitive, is_covered AS isCovered, photo_count AS photoCount, visibility AS visibility,
      camera IS NOT NULL AS hasCamera, frame AS frame,
      iif(photo_count = 1, NULL, (
        SELECT json_group_array(alt_text) FROM (SELECT alt_text FROM post_photos WHERE post = posts.key ORDER BY position)
      )) AS laterAltTexts
    FROM posts WHERE id = ${sql.placeholder("postId")} AND ${maySee(viewerWith(me), sql`posts`)}`,
  values: (postId) => ({ postId }),
});
