import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { PostView } from "~/contract/posts";
import { currentPost, learnPosts, subscribeToPost } from "./post-store";

/** A post as this browser knows it by now; null once it is deleted. */
export function usePost(post: PostView): PostView | null {
  const subscribe = useCallback((listener: () => void) => subscribeToPost(post.id, listener), [post.id]);
  // What came with the page is what is known of it, until something newer is.
  useEffect(() => learnPosts([post]), [post]);
  return useSyncExternalStore(
    subscribe,
    () => currentPost(post),
    () => post,
  );
}
