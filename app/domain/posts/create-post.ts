import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaUrl } from "~/contract/media-address";
import type { CreatePostInput, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import { nextKey } from "~/db/keys";
import { notifyMentioned } from "~/db/notify";
import { posts } from "~/db/schema";
import { isRaisedBy, SPENT_CLIENT_ID, violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { photoUnavailable } from "../media/own-photo";
import { photoToInsert } from "../media/photo-from";
import { insertPhotos } from "../media/upload-photo";
import { publishNotifications } from "./publish-notifications";
import { readPost } from "./read-post";
import { tagPost } from "./tag-post";

/**
 * Stores a post of the viewer, announces it to their connections that are online, and returns it. A repeated `clientId` stores nothing and returns the stored post; the photo of
 * a repeated data URL is left to `sweepUnused`.
 * @throws AppError `conflict` when the post of this `clientId` was deleted; `invalid` for a photo that is unknown or not the viewer's; `too_large`, `unsupported_media`
 */
export async function createPost(ctx: MemberCtx, input: CreatePostInput): Promise<PostView> {
  const photo = await photoToInsert(ctx, "mediaUrl", input.mediaUrl, POST_IMAGE_MAX_BYTES);
  try {
    return await store(ctx, input, photo);
  } catch (error) {
    if (isRaisedBy(error, SPENT_CLIENT_ID)) throw new AppError("conflict", "This post was deleted.");
    if (violatedIndex(error) !== "posts.user_id, posts.client_id") throw error;
    const first = await ctx.db.get<{ id: string } | undefined>(
      sql`SELECT id AS id FROM posts WHERE user_id = ${ctx.viewer.id} AND client_id = ${input.clientId}`,
    );
    return readPost(ctx, first?.id ?? "");
  }
}

/** @throws a violation of the unique index when the viewer has a post with this `clientId`; nothing is stored then */
async function store(
  ctx: MemberCtx,
  input: CreatePostInput,
  { id: mediaId, insert }: Awaited<ReturnType<typeof photoToInsert>>,
): Promise<PostView> {
  const { viewer } = ctx;
  const now = ctx.now();
  const post = {
    id: newId(now.getTime()),
    userId: viewer.id,
    caption: input.caption,
    mediaUrl: mediaUrl(mediaId),
    location: input.location,
    altText: input.altText,
    createdAt: now.toISOString(),
  };
  const notice = {
    type: "mention",
    fromUserId: viewer.id,
    entityId: post.id,
    createdAt: post.createdAt,
  } as const;
  const writes = [
    ctx.db
      .insert(posts)
      // The photo's facts, including whether AI made it, come from its row: no caller can claim others.
      .select(
        sql`
          SELECT ${post.id} AS id, user_id, ${post.caption} AS caption, ${post.mediaUrl} AS media_url, id AS media_id,
            width, height, placeholder, color, ${post.location} AS location, ${post.altText} AS alt_text, is_ai,
            0 AS like_count, 0 AS comment_count, ${post.createdAt} AS created_at, NULL AS edited_at,
            ${input.clientId ?? null} AS client_id, ${nextKey("posts")} AS key
          FROM media WHERE id = ${mediaId} AND user_id = ${viewer.id}`,
      )
      .returning({
        width: posts.width,
        height: posts.height,
        placeholder: posts.placeholder,
        color: posts.color,
        isAi: posts.isAi,
      }),
    tagPost(ctx.db, post.id, tagsIn(post.caption)),
    notifyMentioned(ctx.db, mentionsIn(post.caption), notice),
  ] as const;
  const [[stored], , mentioned] = insert
    ? await insertPhotos(ctx, [mediaId], ctx.db.batch([insert, ...writes])).then(([, ...rest]) => rest)
    : await ctx.db.batch(writes);
  if (!stored) throw photoUnavailable("mediaUrl");
  publishNotifications(ctx, mentioned, notice);
  ctx.realtime.postCreated(viewer.id, post.id);
  return {
    ...post,
    ...stored,
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
  };
}
