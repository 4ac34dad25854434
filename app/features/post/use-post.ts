import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { PostView } from "~/contract/posts";
import { currentPost, meetPost, subscribeToPost } from "./post-store";

/** A post as this browser knows it by now; null once it is deleted. */
export function usePost(post: PostView): PostView | null {
  const subscribe = useCallback((listener: () => void) => subscribeToPost(post.id, listener), [post.id]);
  useEffect(() => meetPost(post), [post]);
  return useSyncExternalStore(
    subscribe,
    () => currentPost(post),
    () => post,
  );
}
