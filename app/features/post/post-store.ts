import { atom, type WritableAtom } from "nanostores";
import { CACHE_MS } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { TAB_ID } from "~/contract/tab";
import { onFrame } from "~/realtime/frames";

/** A loaded post; null once it is deleted, undefined before it is loaded. */
type StoredPost = PostView | null | undefined;

/**
 * Current state of each post that this browser has loaded. The feed and the post's page share it, so a like on one
 * shows on the other. Grids render their posts as loaded.
 */
const stores = new Map<string, WritableAtom<StoredPost>>();
/** Fields with an optimistic update in flight: fetched posts and frames do not overwrite them. */
const lockedFields = new Map<string, Set<string>>();

/** The number of changes of stored posts so far. */
let version = 0;
/** The version in which each field of a post last changed, by post id and field. */
const changedAt = new Map<string, Map<string, number>>();

/** When each post was last fetched, in milliseconds since 1970. */
const fetchedAt = new Map<string, number>();

/** The number of times that a stored post was saved or unsaved, which lists of saved posts follow. */
export const $saves = atom(0);

/** Ids of the posts that were deleted since the document was loaded, as far as this browser knows. */
export const $removedPosts = atom<ReadonlySet<string>>(new Set());

/**
 * Returns the store of a post, and creates it if it does not exist. For the browser only: on the server all requests
 * share a module's state.
 */
export function postStore(id: string): WritableAtom<StoredPost> {
  const existing = stores.get(id);
  if (existing) return existing;
  const created = atom<StoredPost>();
  stores.set(id, created);
  return created;
}

/** Returns the current state of a rendered post; null once it is deleted. */
export function currentPost(post: PostView): PostView | null {
  const stored = stores.get(post.id)?.get();
  return stored === undefined ? post : stored;
}

/** Returns a post fetched in the last minutes, for its page's first frame; `now` in milliseconds since 1970. */
export function recentPost(id: string, now: number = Date.now()): PostView | undefined {
  return now - (fetchedAt.get(id) ?? 0) <= CACHE_MS ? (stores.get(id)?.get() ?? undefined) : undefined;
}

/** Makes a post no recent one: its page could not be loaded. */
export function dropRecentPost(id: string): void {
  fetchedAt.delete(id);
}

/** Stores a rendered post unless one is stored: a page from a cache may be older than the stored post. */
export function hydratePost(post: PostView): void {
  if (postStore(post.id).get() === undefined) upsertPosts([post]);
}

/** Returns the version of the stored posts: a request reads it before it fetches posts, for `upsertPosts`. */
export function postsVersion(): number {
  return version;
}

/**
 * Stores fetched posts, except for fields with an update in flight and fields that changed since the request: the
 * reply may have been read before the change.
 * @param requestedAt `postsVersion` at the request
 */
export function upsertPosts(posts: readonly PostView[], requestedAt: number = version): void {
  for (const post of posts) {
    const $post = postStore(post.id);
    const stored = $post.get();
    const isKept = (field: string) =>
      lockedFields.get(post.id)?.has(field) || (changedAt.get(post.id)?.get(field) ?? 0) > requestedAt;
    const kept = stored ? Object.entries(stored).filter(([field]) => isKept(field)) : [];
    $post.set({ ...post, ...Object.fromEntries(kept) });
    fetchedAt.set(post.id, Date.now());
  }
}

/** Changes fields of a stored post; does nothing when the post is not stored. */
export function updatePost(id: string, change: (post: PostView) => Partial<PostView>): void {
  const stored = stores.get(id)?.get();
  if (!stored) return;
  const changes = change(stored);
  version += 1;
  const fields = changedAt.get(id) ?? new Map<string, number>();
  for (const field of Object.keys(changes)) fields.set(field, version);
  changedAt.set(id, fields);
  postStore(id).set({ ...stored, ...changes });
  if (changes.isSaved !== undefined && changes.isSaved !== stored.isSaved) $saves.set($saves.get() + 1);
}

/** Protects fields of a post from fetched posts and frames, until `unlockFields`. */
export function lockFields(id: string, fields: readonly (keyof PostView)[]): void {
  lockedFields.set(id, new Set([...(lockedFields.get(id) ?? []), ...fields]));
}

/** Ends the protection of `lockFields`. */
export function unlockFields(id: string, fields: readonly (keyof PostView)[]): void {
  for (const field of fields) lockedFields.get(id)?.delete(field);
}

/** Removes a deleted post from every screen. */
export function removePost(id: string): void {
  postStore(id).set(null);
  $removedPosts.set(new Set([...$removedPosts.get(), id]));
}

/** Returns whether a post was deleted since the document was loaded. */
export function isRemoved(id: string): boolean {
  return $removedPosts.get().has(id);
}

// The reply to the member's own toggle is newer than a count that arrives while the toggle is in flight.
onFrame("like_update", ({ postId, count }) => {
  if (!lockedFields.get(postId)?.has("likeCount")) updatePost(postId, () => ({ likeCount: count }));
});
onFrame("like_state", ({ postId, likeCount, isLiked, tab }) => {
  const isOwn = tab === TAB_ID || lockedFields.get(postId)?.has("isLiked");
  if (!isOwn) updatePost(postId, () => ({ likeCount, isLiked }));
});
onFrame("save_state", ({ postId, isSaved, tab }) => {
  const isOwn = tab === TAB_ID || lockedFields.get(postId)?.has("isSaved");
  if (!isOwn) updatePost(postId, () => ({ isSaved }));
});
onFrame("post_deleted", ({ postId }) => removePost(postId));
onFrame("comment_update", ({ postId, count }) => updatePost(postId, () => ({ commentCount: count })));
