import type { PostView } from "~/contract/posts";
import { apiPage, type Page } from "~/features/api/client";
import { upsertPosts } from "~/features/post/post-store";

/** Fetches a page of the feed, the newest at the cursor null, and stores its posts. */
export async function loadFeed(cursor: string | null, limit: number): Promise<Page<PostView>> {
  const page = await apiPage("GET /api/feed", { query: { limit, cursor } });
  upsertPosts(page.items);
  return page;
}
