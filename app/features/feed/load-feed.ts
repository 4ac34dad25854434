import type { PostView } from "~/contract/posts";
import { apiPage, type Page } from "~/features/api/client";
import { postsVersion, upsertPosts } from "~/features/post/post-store";

/** Fetches a page of the feed and stores its posts; the cursor null means the newest page. @throws as `api` does */
export async function loadFeed(cursor: string | null, limit: number): Promise<Page<PostView>> {
  const requestedAt = postsVersion();
  const page = await apiPage("GET /api/feed", { query: { limit, cursor } });
  upsertPosts(page.items, requestedAt);
  return page;
}
