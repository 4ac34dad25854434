import { discoveryInput, explorePost, surroundings, trendingTag } from "../explore";
import { postView } from "../posts";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of Explore, hashtags and search. */
export const exploreCalls = {
  listFollowedTags: {
    method: "GET",
    path: "/api/tags/followed",
    summary: "List the hashtags that the member follows, last followed first",
    reply: z.array(z.string()),
  },
  listTrendingTags: {
    method: "GET",
    path: "/api/tags/trending",
    summary: "List the hashtags of the week by the number of members who post about them, at most 10",
    reply: z.array(trendingTag),
  },
  searchTags: {
    method: "GET",
    path: "/api/tags/search",
    summary:
      "Search hashtags by their beginning, with or without the sign and accents, at most 10. A query under two characters finds none",
    query: ["q"],
    reply: z.array(z.string()),
  },
  followTag: {
    method: "POST",
    path: "/api/tags/{tag}/follow",
    summary: "Follow a hashtag: posts with it come first in Explore. Idempotent",
    errors: ["invalid"],
  },
  unfollowTag: {
    method: "DELETE",
    path: "/api/tags/{tag}/follow",
    summary: "Unfollow a hashtag. Idempotent",
  },
  listExplorePosts: {
    method: "GET",
    path: "/api/explore",
    summary:
      "List posts by members without a connection: those with a reason first, then the others, each newest first. A page can be short or empty",
    paged: true,
    reply: z.array(explorePost),
  },
  readSurroundings: {
    method: "GET",
    path: "/api/explore/surroundings",
    summary: "Return the first received requests, the suggestions and the hashtags of the week",
    reply: surroundings,
  },
  searchPosts: {
    method: "GET",
    path: "/api/posts/search",
    summary:
      "Search posts for everyone by the words of caption and place, the last one by its beginning, newest first. A page can be short or empty",
    query: ["q"],
    paged: true,
    reply: z.array(postView),
  },
  listTaggedPosts: {
    method: "GET",
    path: "/api/tags/{tag}/posts",
    summary: "List the posts under a hashtag, newest first",
    paged: true,
    reply: z.array(postView),
  },
  setDiscovery: {
    method: "POST",
    path: "/api/users/discovery",
    summary: "Stay out of Explore and of suggestions, or be in them again",
    body: discoveryInput,
    reply: discoveryInput,
  },
} as const satisfies Record<string, Call>;
