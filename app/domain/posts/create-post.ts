import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf, mediaUrl } from "~/contract/media-address";
import { wordsOf } from "~/contract/mutes";
import { type PostField, postFieldNames } from "~/contract/post-fields";
import { DATE_IN_FUTURE } from "~/contract/post-texts";
import type { CreatePostInput, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import { batchByName } from "~/db/batch";
import { nextKey } from "~/db/keys";
import { notifyMentioned, storedNotifications } from "~/db/notify";
import { laterPhotos } from "~/db/post-photos";
import { type PostRow, toPostView, viewColumns } from "~/db/post-rows";
import { posts } from "~/db/schema";
import type { ViewColumn } from "~/db/schema/post-columns";
import { isRaisedBy, SPENT_CLIENT_ID, violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { judgeCtx, judgePhoto, queueImageCheck } from "../media/judge-photo";
import { photoUnavailable } from "../media/own-photo";
import { photoToInsert } from "../media/photo-from";
import { insertPhotos } from "../media/upload-photo";
import { requireVoice } from "../moderation/suspension";
import { checkWords } from "../moderation/word-check";
import { countUses, hasLeft, quotaError, requireEmail, type Use } from "../quota";
import { foldStoredTags } from "../search/fold-tags";
import { postWordsOf } from "../search/words";
import { fieldsOf } from "./fields-of";
import { publishNotifications } from "./publish-notifications";
import { readPost } from "./read-post";
import { storedFrame } from "./stored-frame";
import { tagPost } from "./tag-post";

/**
 * Stores a post of the viewer, announces it to their connections that are online, and returns it. A repeated `clientId`
 * stores nothing and returns the stored post; the photo of a repeated data URL is left to `sweepUnused`. An imported
 * post, which has a date, is not announced: lists show it at its date (docs/decisions/0093-imported-posts.md).
 * @throws AppError `conflict` when the post of this `clientId` was deleted; `forbidden` while silenced; `invalid` for
 *   another's photo or a future date; `rate_limited` beyond the quota of posts or uploads; `too_large`,
 *   `unsupported_media`
 */
export async function createPost(ctx: MemberCtx, input: CreatePostInput): Promise<PostView> {
  requireVoice(ctx);
  requireEmail(ctx);
  const at = importedAt(ctx, input);
  const photos = await photosToInsert(ctx, input);
  try {
    return await store(ctx, input, photos, at);
  } catch (error) {
    if (isRaisedBy(error, SPENT_CLIENT_ID)) throw new AppError("conflict", msg`This post was deleted.`);
    if (violatedIndex(error) !== "posts.user_id, posts.client_id") throw error;
    return readPost(ctx, (await idByClientId(ctx, input)) ?? "");
  }
}

/** The photos of a new post. */
interface NewPhotos {
  ids: string[];
  altTexts: string[];
  /** Inserts the row of a photo that came as a data URL. */
  insert: Awaited<ReturnType<typeof photoToInsert>>["insert"];
}

async function photosToInsert(ctx: MemberCtx, input: CreatePostInput): Promise<NewPhotos> {
  if (input.photos) {
    // The schema has checked the URLs.
    const ids = input.photos.map((photo) => mediaIdOf(photo.mediaUrl) ?? "");
    return { ids, altTexts: input.photos.map(({ altText }) => altText), insert: null };
  }
  const { id, insert } = await photoToInsert(ctx, "mediaUrl", input.mediaUrl ?? "", POST_IMAGE_MAX_BYTES);
  return { ids: [id], altTexts: [input.altText ?? ""], insert };
}

/** Returns the statement that stores the photos of a stored post after the first one. */
const insertLaterPhotos = (postId: string, ids: string[], altTexts: string[]) => sql`
  INSERT INTO post_photos (post, position, media_id, width, height, placeholder, color, alt_text, is_ai, original_size)
  SELECT p.key, i.key, m.id, m.width, m.height, m.placeholder, m.color, ${JSON.stringify(altTexts)} ->> i.key, m.is_ai,
    m.original_size
  FROM posts p CROSS JOIN json_each(${JSON.stringify(ids)}) i CROSS JOIN media m ON m.id = i.value
  WHERE p.id = ${postId} AND i.key > 0`;

async function idByClientId(
  { db, viewer }: MemberCtx,
  { clientId }: CreatePostInput,
): Promise<string | undefined> {
  const stored = await db.get<{ id: string } | undefined>(
    sql`SELECT id AS id FROM posts WHERE user_id = ${viewer.id} AND client_id = ${clientId ?? null}`,
  );
  return stored?.id;
}

/** Returns the stored post of a repeated request. @throws the reason why a new one was not stored */
async function repeatedPost(
  ctx: MemberCtx,
  input: CreatePostInput,
  { ids }: NewPhotos,
  use: Use,
): Promise<PostView> {
  const stored = await idByClientId(ctx, input);
  if (stored) return readPost(ctx, stored);
  const own = await ctx.db.get(sql`SELECT 1 WHERE ${areOwn(ctx, ids)}`);
  throw own ? await quotaError(ctx, use) : photoUnavailable(input.photos ? "photos" : "mediaUrl");
}

/** Whether all of these photos are stored and belong to the viewer. */
const areOwn = ({ viewer }: MemberCtx, ids: string[]) => sql`(
  SELECT count(*) FROM media WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND user_id = ${viewer.id}
) = ${ids.length}`;

/** Returns the date of an imported post, null for any other. @throws AppError `invalid` for one in the future */
function importedAt({ now }: MemberCtx, { createdAt }: CreatePostInput): Date | null {
  if (createdAt === undefined) return null;
  const at = new Date(createdAt);
  if (at > now()) throw invalid("createdAt", DATE_IN_FUTURE);
  return at;
}

/**
 * @param at the date of an imported post
 * @throws a violation of the unique index when the viewer has a post with this `clientId`; nothing is stored then
 */
async function store(
  ctx: MemberCtx,
  input: CreatePostInput,
  photos: NewPhotos,
  at: Date | null,
): Promise<PostView> {
  const { viewer } = ctx;
  const { ids, altTexts, insert } = photos;
  const now = at ?? ctx.now();
  const fields = fieldsOf({ ...input, altText: altTexts[0] });
  const post = { ...fields, id: newId(now.getTime()), createdAt: now.toISOString() };
  const notification = {
    type: "mention",
    fromUserId: viewer.id,
    entityId: post.id,
    createdAt: now,
    words: wordsOf(post.caption),
  } as const;
  const tags = tagsIn(post.caption);
  const mentions = at ? [] : mentionsIn(post.caption);
  const use: Use = { quota: "posts", count: 1 };
  // Nobody decides about an admin, so nobody could lift a cover or a hold.
  const isJudged = ctx.imageSafety !== null && viewer.role !== "admin";
  const hasSeveral = ids.length > 1;
  const batch = batchByName(ctx.db, {
    photo: insert?.toSQL() ?? null,
    post: insertPost(ctx, { ...input, ...post }, photos, use),
    uses: countUses(ctx, [use]),
    laterPhotos: hasSeveral ? insertLaterPhotos(post.id, ids, altTexts) : null,
    photos: hasSeveral ? sql`SELECT ${laterPhotos} AS photos FROM posts p WHERE p.id = ${post.id}` : null,
    tags: tagPost(post.id, tags),
    tagFolds: foldStoredTags(tags),
    imageCheck: isJudged ? queueImageCheck(ctx, post.id) : null,
    notifications: mentions.length > 0 ? notifyMentioned(mentions, notification) : null,
  });
  const stored = await (insert ? insertPhotos(ctx, ids, batch) : batch);
  // The columns of the statements.
  const [row] = stored.post as unknown as InsertedRow[];
  const [later] = stored.photos as unknown as Pick<PostRow, "photos">[];
  if (!row) return repeatedPost(ctx, input, photos, use);
  publishNotifications(ctx, storedNotifications(stored.notifications), notification);
  if (at) ctx.realtime.postsChanged(viewer.id);
  else ctx.realtime.postCreated(viewer.id, post.id);
  if (isJudged) for (const id of ids) ctx.defer(judgePhoto(judgeCtx(ctx), id));
  checkWords(ctx, { id: post.id, texts: [...Object.values(fields), ...altTexts.slice(1)], before: [] });
  const { username, fullName, profileImage } = viewer;
  return toPostView({
    ...row,
    username,
    fullName,
    profileImage,
    photos: later?.photos ?? null,
    cover: input.isSensitive ? "owner" : null,
    ...UNTOUCHED,
  });
}

/** The columns that `insertPost` returns. */
type InsertedRow = Pick<PostRow, ViewColumn>;

/** The rest of the row of a new post, as its author sees it. */
const UNTOUCHED = { commenting: "open", isLiked: 0, isSaved: 0, comments: "[]", pinned: null } as const;

/** Returns the statement that stores a post and returns an `InsertedRow`, or none without the photos or the quota. */
function insertPost(
  ctx: MemberCtx,
  post: CreatePostInput & Pick<PostView, "id" | "createdAt" | PostField>,
  { ids }: NewPhotos,
  use: Use,
): SQL {
  const [mediaId = "", ...others] = ids;
  const columns = sql.raw(postFieldNames.map((name) => posts[name].name).join(", "));
  const values = postFieldNames.map((name) => sql`${post[name]}`);
  // The photo's facts, including whether AI made it, come from its row: no caller can claim others.
  return sql`
    INSERT INTO posts (${columns},
      id, user_id, media_url, media_id, width, height, placeholder, color, is_ai, original_size, is_sensitive,
      created_at, client_id, key, photo_count, visibility, frame, camera, words)
    SELECT ${sql.join(values, sql`, `)},
      ${post.id}, user_id, ${mediaUrl(mediaId)}, id, width, height, placeholder, color, is_ai, original_size,
      ${post.isSensitive ? 1 : 0}, ${post.createdAt}, ${post.clientId ?? null}, ${nextKey("posts")}, ${ids.length},
      ${post.visibility ?? "everyone"}, ${storedFrame(post, ids.length)}, iif(is_ai, NULL, ${post.camera ? JSON.stringify(post.camera) : null}),
      ${postWordsOf(post)}
    FROM media WHERE id = ${mediaId} AND user_id = ${ctx.viewer.id} AND ${hasLeft(ctx, use)}
      ${others.length === 0 ? sql`` : sql`AND ${areOwn(ctx, others)}`}
    RETURNING ${viewColumns("posts")}`;
}
