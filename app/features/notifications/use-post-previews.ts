import { useEffect, useRef, useState } from "react";
import { POST_PREVIEWS_MAX } from "~/contract/limits";
import type { NotificationGroupView } from "~/contract/notifications";
import type { PostPreview } from "~/contract/posts";
import { api } from "~/features/api/client";

/**
 * Returns the previews of the posts that groups are about, by post, and fetches those missing among the loaded ones.
 * This is a separate call, because the member's hub, which caches the groups, is not notified when another member
 * covers a photo or restricts a post to connections.
 */
export function usePostPreviews(
  groups: readonly NotificationGroupView[],
  loaded: readonly PostPreview[] = [],
): ReadonlyMap<string, PostPreview> {
  const [previews, setPreviews] = useState<ReadonlyMap<string, PostPreview>>(
    () => new Map(loaded.map((post) => [post.id, post])),
  );
  const asked = useRef(new Set(previews.keys()));
  // Changes when a group about another post arrives.
  const ids = [...new Set(groups.flatMap(({ entityId }) => entityId ?? []))].join();
  useEffect(() => {
    const missing = ids.split(",").filter((id) => id && !asked.current.has(id));
    for (let at = 0; at < missing.length; at += POST_PREVIEWS_MAX) {
      const some = missing.slice(at, at + POST_PREVIEWS_MAX);
      for (const id of some) asked.current.add(id);
      api("GET /api/posts/previews", { query: { ids: some.join() } }).then(
        (posts) =>
          setPreviews((known) => new Map([...known, ...posts.map((post) => [post.id, post] as const)])),
        () => {
          for (const id of some) asked.current.delete(id);
        },
      );
    }
  }, [ids]);
  return previews;
}
