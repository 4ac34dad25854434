import type { PostView } from "~/contract/posts";
import { onFrame } from "~/realtime/frames";

/**
 * The posts this browser has seen, as they now are: one place for the feed and a post's own page, so that a like on one
 * shows on the other; grids show what they have loaded. Outside React. What the server rendered stands until something
 * newer is known.
 */
const known = new Map<string, PostView>();
const gone = new Set<string>();
const listeners = new Map<string, Set<() => void>>();
/** Fields the member is changing right now: what the server says of them meanwhile is already old. */
const held = new Map<string, Set<keyof PostView>>();

function changed(id: string): void {
  for (const listener of listeners.get(id) ?? []) listener();
}

export function subscribeToPost(id: string, listener: () => void): () => void {
  const same = listeners.get(id) ?? new Set();
  listeners.set(id, same.add(listener));
  return () => {
    same.delete(listener);
    if (same.size === 0) listeners.delete(id);
  };
}

/** The post as it now is; null once it is deleted. */
export function currentPost(post: PostView): PostView | null {
  if (gone.has(post.id)) return null;
  return known.get(post.id) ?? post;
}

/** Takes up a post that is shown, if it is not known: one that was kept may be older than what happened to it since. */
export function meetPost(post: PostView): void {
  if (!known.has(post.id)) learnPosts([post]);
}

/** Takes up what has just been fetched. */
export function learnPosts(posts: readonly PostView[]): void {
  for (const post of posts) {
    const old = known.get(post.id);
    const kept = [...(held.get(post.id) ?? [])].map((field) => [field, old?.[field]] as const);
    known.set(post.id, old ? { ...post, ...Object.fromEntries(kept) } : post);
    changed(post.id);
  }
}

/** Changes what is known of a post; nothing when it never was. */
export function changePost(id: string, change: (post: PostView) => Partial<PostView>): void {
  const post = known.get(id);
  if (!post) return;
  known.set(id, { ...post, ...change(post) });
  changed(id);
}

export function holdFields(id: string, fields: readonly (keyof PostView)[]): void {
  held.set(id, new Set([...(held.get(id) ?? []), ...fields]));
}

export function releaseFields(id: string, fields: readonly (keyof PostView)[]): void {
  for (const field of fields) held.get(id)?.delete(field);
}

function isHeld(id: string, field: keyof PostView): boolean {
  return held.get(id)?.has(field) ?? false;
}

/** A deleted post is gone everywhere at once. */
export function forgetPost(id: string): void {
  gone.add(id);
  known.delete(id);
  changed(id);
  for (const listener of departures) listener(id);
}

const departures = new Set<(id: string) => void>();

/** Hears of every post that is deleted here; call what it returns to stop. */
export function onPostGone(listener: (id: string) => void): () => void {
  departures.add(listener);
  return () => departures.delete(listener);
}

export function isGone(id: string): boolean {
  return gone.has(id);
}

/** Live counts; the reply to the member's own toggle is newer than a frame that comes while it is under way. */
onFrame("like_update", ({ postId, count }) => {
  if (!isHeld(postId, "likeCount")) changePost(postId, () => ({ likeCount: count }));
});
onFrame("comment_update", ({ postId, count }) => changePost(postId, () => ({ commentCount: count })));
