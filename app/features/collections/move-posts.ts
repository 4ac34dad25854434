import { MOVED_POSTS_MAX } from "~/contract/limits";
import { api } from "~/features/api/client";

/**
 * Moves saved posts to a collection, or out of their collections. Returns the ids of those that were still saved.
 * @throws as `api` does; earlier calls of many posts have moved theirs then
 */
export async function movePosts(postIds: readonly string[], collectionId: string | null): Promise<string[]> {
  const moved: string[] = [];
  for (let at = 0; at < postIds.length; at += MOVED_POSTS_MAX) {
    const body = { postIds: postIds.slice(at, at + MOVED_POSTS_MAX), collectionId };
    moved.push(...(await api("POST /api/posts/saved/move", { body })).postIds);
  }
  return moved;
}
