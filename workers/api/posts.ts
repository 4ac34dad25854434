import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { followTag, listFollowedTags, unfollowTag } from "~/domain/explore/follow-tag";
import { listExplorePosts } from "~/domain/explore/list-explore-posts";
import { readSurroundings } from "~/domain/explore/read-surroundings";
import { listTrendingTags } from "~/domain/explore/trending-tags";
import { addComment } from "~/domain/posts/add-comment";
import { createPost } from "~/domain/posts/create-post";
import { deleteComment } from "~/domain/posts/delete-comment";
import { deletePost } from "~/domain/posts/delete-post";
import { editComment } from "~/domain/posts/edit-comment";
import { editPost } from "~/domain/posts/edit-post";
import { hideAiPosts } from "~/domain/posts/hide-ai-posts";
import { setCommentHidden } from "~/domain/posts/hide-comment";
import { likeComment, unlikeComment } from "~/domain/posts/like-comment";
import { listComments } from "~/domain/posts/list-comments";
import { listImported } from "~/domain/posts/list-imported";
import { listLikers } from "~/domain/posts/list-likers";
import { listPostPreviews } from "~/domain/posts/list-post-previews";
import { listSavedPosts } from "~/domain/posts/list-saved-posts";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { setCommentPinned } from "~/domain/posts/pin-comment";
import { likePost, savePost, unlikePost, unsavePost } from "~/domain/posts/react-to-post";
import { readNeighbours } from "~/domain/posts/read-neighbours";
import { readPost } from "~/domain/posts/read-post";
import { setCommenters } from "~/domain/posts/set-commenters";
import { setSensitivePhotos } from "~/domain/posts/set-sensitive-photos";
import { sharePost } from "~/domain/posts/share-post";
import { searchPosts } from "~/domain/search/search-posts";
import { searchTags } from "~/domain/search/search-tags";
import type { AppEnv } from "../context";
import { cachedCalls } from "./cached-calls";
import { serve } from "./call";

export const posts = new Hono<AppEnv>();

serve(posts, calls.readFeed, cachedCalls.readFeed.handle);

serve(posts, calls.hideAiPosts, ({ ctx, body }) => hideAiPosts(ctx, body));

serve(posts, calls.setSensitivePhotos, ({ ctx, body }) => setSensitivePhotos(ctx, body));

serve(posts, calls.createPost, ({ ctx, body }) => createPost(ctx, body));

serve(posts, calls.listImported, ({ ctx, body }) => listImported(ctx, body));

// Before the path of a post, which would match "previews", "saved" and "search" as ids.
serve(posts, calls.listPostPreviews, ({ ctx, c }) => listPostPreviews(ctx, c.req.query("ids") ?? ""));

serve(posts, calls.listSavedPosts, ({ ctx, page }) => listSavedPosts(ctx, page));

serve(posts, calls.searchPosts, ({ ctx, c, page }) => searchPosts(ctx, c.req.query("q") ?? "", page));

serve(posts, calls.listTaggedPosts, ({ ctx, param, page }) => listTaggedPosts(ctx, param("tag"), page));

serve(posts, calls.searchTags, ({ ctx, c }) => searchTags(ctx, c.req.query("q") ?? ""));

serve(posts, calls.listFollowedTags, ({ ctx }) => listFollowedTags(ctx));

serve(posts, calls.listTrendingTags, ({ ctx }) => listTrendingTags(ctx));

serve(posts, calls.followTag, ({ ctx, param }) => followTag(ctx, param("tag")));

serve(posts, calls.unfollowTag, ({ ctx, param }) => unfollowTag(ctx, param("tag")));

serve(posts, calls.listExplorePosts, ({ ctx, page }) => listExplorePosts(ctx, page));

serve(posts, calls.readSurroundings, ({ ctx }) => readSurroundings(ctx));

serve(posts, calls.readPost, ({ ctx, param }) => readPost(ctx, param("id")));

serve(posts, calls.readNeighbours, ({ ctx, param }) => readNeighbours(ctx, param("id")));

serve(posts, calls.editPost, ({ ctx, param, body }) => editPost(ctx, param("id"), body));

serve(posts, calls.deletePost, ({ ctx, param }) => deletePost(ctx, param("id")));

serve(posts, calls.likePost, ({ ctx, param }) => likePost(ctx, param("id")));

serve(posts, calls.unlikePost, ({ ctx, param }) => unlikePost(ctx, param("id")));

serve(posts, calls.savePost, ({ ctx, param }) => savePost(ctx, param("id")));

serve(posts, calls.unsavePost, ({ ctx, param }) => unsavePost(ctx, param("id")));

serve(posts, calls.listLikers, ({ ctx, param, page }) => listLikers(ctx, param("id"), page));

serve(posts, calls.listComments, ({ ctx, param, page, c }) =>
  listComments(ctx, { postId: param("id"), page, parent: c.req.query("parent") ?? null }),
);

serve(posts, calls.addComment, ({ ctx, param, body }) => addComment(ctx, param("id"), body));

serve(posts, calls.setCommenters, ({ ctx, body }) => setCommenters(ctx, body));

serve(posts, calls.editComment, ({ ctx, param, body }) =>
  editComment(ctx, param("id"), param("commentId"), body.comment),
);

serve(posts, calls.deleteComment, ({ ctx, param }) => deleteComment(ctx, param("id"), param("commentId")));

serve(posts, calls.likeComment, ({ ctx, param }) => likeComment(ctx, param("id"), param("commentId")));

serve(posts, calls.unlikeComment, ({ ctx, param }) => unlikeComment(ctx, param("id"), param("commentId")));

serve(posts, calls.hideComment, ({ ctx, param }) =>
  setCommentHidden(ctx, param("id"), param("commentId"), true),
);

serve(posts, calls.unhideComment, ({ ctx, param }) =>
  setCommentHidden(ctx, param("id"), param("commentId"), false),
);

serve(posts, calls.pinComment, ({ ctx, param }) =>
  setCommentPinned(ctx, param("id"), param("commentId"), true),
);

serve(posts, calls.unpinComment, ({ ctx, param }) =>
  setCommentPinned(ctx, param("id"), param("commentId"), false),
);

serve(posts, calls.sharePost, async ({ ctx, param, body }) => ({
  message: `Post shared with ${await sharePost(ctx, param("id"), body.recipientId)}`,
}));
