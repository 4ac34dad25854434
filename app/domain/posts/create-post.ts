import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import type { CreatePostInput, PostView } from "~/contract/posts";
import { posts } from "~/db/schema";
import { newId } from "~/platform/ids";
import type { MemberCtx } from "../context";
import { photoFrom } from "../media/photo-from";

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
  await ctx.db.insert(posts).values({ ...post, mediaId: photo.id });
  return {
    ...post,
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
