import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf, mediaUrl } from "~/contract/media-address";
import { wordsOf } from "~/contract/mutes";
import { DATE_IN_FUTURE } from "~/contract/post-texts";
import type { CreatePostInput, PhotoFacts, PostPhoto, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import { batchRows } from "~/db/batch";
import { nextKey } from "~/db/keys";
import { notifyMentioned, storedNotices } from "~/db/notify";
import { laterPhotos, readPhotos } from "~/db/post-photos";
import { isRaisedBy, SPENT_CLIENT_ID, violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { judgeCtx, judgePhoto, queueImageCheck } from "../media/judge-photo";
import { photoUnavailable } from "../media/own-photo";
import { photoToInsert } from "../media/photo-from";
import { insertPhotos } from "../media/upload-photo";
import { requireVoice } from "../moderation/suspension";
import { countUses, hasLeft, quotaError, requireEmail, type Use } from "../quota";
import { postWordsOf } from "../search/words";
import { publishNotifications } from "./publish-notifications";
import { readPost } from "./read-post";
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
    if (isRaisedBy(error, SPENT_CLIENT_ID)) throw new AppError("conflict", "This post was deleted.");
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
  return { ids: [id], altTexts: [input.altText], insert };
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
  const [mediaId = "", ...others] = ids;
  const { visibility = "everyone" } = input;
  const now = at ?? ctx.now();
  const post = {
    id: newId(now.getTime()),
    userId: viewer.id,
    caption: input.caption,
    mediaUrl: mediaUrl(mediaId),
    location: input.location,
    altText: altTexts[0] ?? "",
    createdAt: now.toISOString(),
  };
  const notice = {
    type: "mention",
    fromUserId: viewer.id,
    entityId: post.id,
    createdAt: now,
    words: wordsOf(post.caption),
  } as const;
  const mentions = at ? [] : mentionsIn(post.caption);
  const use: Use = { quota: "posts", count: 1 };
  // Nobody decides about an admin, so nobody could lift a cover or a hold.
  const isJudged = ctx.imageSafety !== null && viewer.role !== "admin";
  const writes = [
    // The photo's facts, including whether AI made it, come from its row: no caller can claim others.
    sql`
      INSERT INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, location, alt_text,
        is_ai, is_sensitive, created_at, client_id, key, photo_count, visibility, camera, words,
        original_size)
      SELECT ${post.id}, user_id, ${post.caption}, ${post.mediaUrl}, id, width, height, placeholder, color, ${post.location},
        ${post.altText}, is_ai, ${input.isSensitive ? 1 : 0}, ${post.createdAt}, ${input.clientId ?? null}, ${nextKey("posts")},
        ${ids.length}, ${visibility},
        iif(is_ai, NULL, ${input.camera ? JSON.stringify(input.camera) : null}), ${postWordsOf(post)},
        original_size
      FROM media WHERE id = ${mediaId} AND user_id = ${viewer.id} AND ${hasLeft(ctx, use)}
        ${others.length === 0 ? sql`` : sql`AND ${areOwn(ctx, others)}`}
      RETURNING width AS width, height AS height, placeholder AS placeholder, color AS color, is_ai AS isAi,
        original_size AS originalSize`,
    countUses(ctx, [use]),
    ...(others.length === 0
      ? []
      : [
          insertLaterPhotos(post.id, ids, altTexts),
          sql`SELECT ${laterPhotos} AS photos FROM posts p WHERE p.id = ${post.id}`,
        ]),
    tagPost(post.id, tagsIn(post.caption)),
    ...(isJudged ? [queueImageCheck(ctx, post.id)] : []),
    ...(mentions.length === 0 ? [] : [notifyMentioned(mentions, notice)]),
  ];
  const results = insert
    ? await insertPhotos(ctx, [mediaId], batchRows(ctx.db, [insert.toSQL(), ...writes])).then(
        ([, ...rest]) => rest,
      )
    : await batchRows(ctx.db, writes);
  const [row] = results[0] ?? [];
  const mentioned = mentions.length === 0 ? undefined : results.at(-1);
  // The statement above returns these columns.
  const created = row as
    | (Omit<PhotoFacts, "originalSize"> & { isAi: number; originalSize: number | null })
    | undefined;
  if (!created) return repeatedPost(ctx, input, photos, use);
  const { originalSize, ...stored } = created;
  const original = originalSize === null ? {} : { originalSize };
  publishNotifications(ctx, storedNotices(mentioned), notice);
  if (at) ctx.realtime.postsChanged(viewer.id);
  else ctx.realtime.postCreated(viewer.id, post.id);
  if (isJudged) for (const id of ids) ctx.defer(judgePhoto(judgeCtx(ctx), id));
  const view: PostView = {
    ...post,
    ...stored,
    ...original,
    photoCount: ids.length,
    isAi: stored.isAi === 1,
    cover: input.isSensitive ? "owner" : null,
    visibility,
    commenting: "open",
    editedAt: null,
    user: {
      id: viewer.id,
      username: viewer.username,
      fullName: viewer.fullName,
      profileImage: viewer.profileImage,
    },
    likeCount: 0,
    commentCount: 0,
    isLiked: false,
    isSaved: false,
    comments: [],
    ...(input.camera && stored.isAi === 0 && { camera: input.camera }),
  };
  if (others.length === 0) return view;
  const { width, height, placeholder, color, isAi, altText } = view;
  const facts = { width, height, placeholder, color, isAi, altText, ...original };
  const first: PostPhoto = { mediaUrl: post.mediaUrl, ...facts };
  const all = [first, ...readPhotos(String(results[3]?.[0]?.photos))];
  return { ...view, photos: all, isAi: all.some((photo) => photo.isAi) };
}
