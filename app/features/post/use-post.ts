import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect } from "react";
import type { PostView } from "~/contract/posts";
import { hydratePost, postStore } from "./post-store";

/** Replaces a post's store while the server renders. */
const $unloaded = atom<undefined>();

/** Returns the current state of a rendered post and re-renders when it changes; null once it is deleted. */
export function usePost(post: PostView): PostView | null {
  useEffect(() => hydratePost(post), [post]);
  const $post = typeof window === "undefined" ? $unloaded : postStore(post.id);
  const stored = useStore($post, { ssr: "initial" });
  return stored === undefined ? post : stored;
}
