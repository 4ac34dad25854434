import { sql } from "drizzle-orm";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import type { CreatePostInput, PostView } from "~/contract/posts";
import { mentionsIn, tagsIn } from "~/contract/text-links";
import { notifyMentioned } from "~/db/notify";
import { posts } from "~/db/schema";
import { isDangling } from "~/db/violations";
import { newId } from "~/platform/ids";
import type { MemberCtx } from "../context";
import { photoGone } from "../media/own-photo";
import { photoFrom } from "../media/photo-from";
import { tagPost } from "./tag-post";
import { tellNotified } from "./tell-notified";

/**
 * Stores a post of the viewer's and answers it as a card shows it.
 * @throws AppError `invalid` for a foreign or unknown picture, `too_large`, `unsupported_media`
 */
export async function createPost(ctx: MemberCtx, input: CreatePostInput): Promise<PostView> {
  const { viewer } = ctx;
  const photo = await photoFrom(ctx, "mediaUrl", input.mediaUrl, POST_IMAGE_MAX_BYTES);
  const now = ctx.now();
  const post = {
    id: newId(now.getTime()),
    userId: viewer.id,
    caption: input.caption,
    mediaUrl: photo.url,
    width: photo.width,
    height: photo.height,
    placeholder: photo.placeholder,
    color: photo.color,
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
  const writes = ctx.db.batch([
    ctx.db
      .insert(posts)
      // The photo's origin is looked up where it is stored, so that no caller can claim another.
      .values({
        ...post,
        mediaId: photo.id,
        isAi: sql`EXISTS (SELECT 1 FROM ai_images WHERE media_id = ${photo.id})`,
      })
      .returning({ isAi: posts.isAi }),
    tagPost(ctx.db, post.id, tagsIn(post.caption)),
    notifyMentioned(ctx.db, mentionsIn(post.caption), notice),
  ]);
  // The photo can have gone since it was looked up: deleted, or swept away.
  const [[row], , mentioned] = await writes.catch((error: unknown) => {
    throw isDangling(error) ? photoGone("mediaUrl") : error;
  });
  tellNotified(ctx, mentioned, notice);
  return {
    ...post,
    editedAt: null,
    isAi: row?.isAi ?? false,
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
