import { describe, expect, it, vi } from "vitest";
import { TAB_ID } from "~/contract/tab";
import {
  $removedPosts,
  currentPost,
  dropRecentPost,
  hydratePost,
  lockFields,
  postStore,
  postsVersion,
  recentPost,
  removePost,
  unlockFields,
  updatePost,
  upsertPosts,
} from "~/features/post/post-store";
import { dispatchFrame } from "~/realtime/frames";
import { postOf } from "../../factories/posts";

const post = (id: string, likeCount = 0) => postOf({ id, likeCount });

describe("post store", () => {
  it("returns the rendered post until a newer one is stored", () => {
    const rendered = post("a");
    expect(currentPost(rendered)).toBe(rendered);
    upsertPosts([post("a", 3)]);
    expect(currentPost(rendered)?.likeCount).toBe(3);
  });

  it("keeps a stored post when a cached, older one is hydrated, and replaces it by a fetched one", () => {
    const loaded = post("e", 1);
    hydratePost(loaded);
    updatePost("e", () => ({ isLiked: true, likeCount: 2 }));
    hydratePost(loaded);
    expect(currentPost(loaded)).toMatchObject({ isLiked: true, likeCount: 2 });
    upsertPosts([post("e", 5)]);
    expect(currentPost(loaded)).toMatchObject({ isLiked: false, likeCount: 5 });
  });

  it("applies live counts and notifies the subscribers of the post", () => {
    upsertPosts([post("b")]);
    let notified = 0;
    const stop = postStore("b").listen(() => {
      notified += 1;
    });
    dispatchFrame({ type: "like_update", payload: { postId: "b", count: 7 } });
    dispatchFrame({ type: "comment_update", payload: { postId: "b", count: 2 } });
    dispatchFrame({ type: "like_update", payload: { postId: "not here", count: 7 } });
    stop();
    dispatchFrame({ type: "like_update", payload: { postId: "b", count: 8 } });
    expect([currentPost(post("b"))?.likeCount, currentPost(post("b"))?.commentCount, notified]).toEqual([
      8, 2, 2,
    ]);
  });

  it("does not overwrite fields with an update in flight", () => {
    upsertPosts([post("c", 1)]);
    lockFields("c", ["isLiked", "likeCount"]);
    updatePost("c", () => ({ isLiked: true, likeCount: 2 }));
    dispatchFrame({ type: "like_update", payload: { postId: "c", count: 1 } });
    upsertPosts([{ ...post("c", 1), caption: "new words" }]);
    expect(currentPost(post("c"))).toMatchObject({ isLiked: true, likeCount: 2, caption: "new words" });
    unlockFields("c", ["isLiked", "likeCount"]);
    dispatchFrame({ type: "like_update", payload: { postId: "c", count: 5 } });
    expect(currentPost(post("c"))?.likeCount).toBe(5);
  });

  it("keeps what changed while the fetched posts were on their way", () => {
    upsertPosts([post("g", 1)]);
    const requestedAt = postsVersion();
    lockFields("g", ["isLiked", "likeCount"]);
    updatePost("g", () => ({ isLiked: true, likeCount: 2 }));
    unlockFields("g", ["isLiked", "likeCount"]);
    dispatchFrame({ type: "comment_update", payload: { postId: "g", count: 4 } });
    upsertPosts([{ ...post("g", 1), caption: "new words" }], requestedAt);
    const kept = { isLiked: true, likeCount: 2, commentCount: 4, caption: "new words" };
    expect(currentPost(post("g"))).toMatchObject(kept);
    upsertPosts([post("g", 5)], postsVersion());
    expect(currentPost(post("g"))).toMatchObject({ isLiked: false, likeCount: 5, commentCount: 0 });
  });

  it("takes the member's own likes and saves from other tabs, but not over an update in flight", () => {
    const own = { postId: "f", tab: TAB_ID };
    const other = { postId: "f", tab: "another" };
    upsertPosts([post("f", 1)]);
    dispatchFrame({ type: "like_state", payload: { ...own, isLiked: true, likeCount: 2 } });
    dispatchFrame({ type: "save_state", payload: { ...own, isSaved: true } });
    expect(currentPost(post("f"))).toMatchObject({ isLiked: false, likeCount: 1, isSaved: false });
    dispatchFrame({ type: "like_state", payload: { ...other, isLiked: true, likeCount: 2 } });
    dispatchFrame({ type: "save_state", payload: { ...other, isSaved: true } });
    expect(currentPost(post("f"))).toMatchObject({ isLiked: true, likeCount: 2, isSaved: true });
    lockFields("f", ["isLiked", "likeCount", "isSaved"]);
    dispatchFrame({ type: "like_state", payload: { ...other, isLiked: false, likeCount: 1 } });
    dispatchFrame({ type: "save_state", payload: { ...other, isSaved: false } });
    expect(currentPost(post("f"))).toMatchObject({ isLiked: true, likeCount: 2, isSaved: true });
  });

  it("returns null for a removed post and publishes its id", () => {
    const published: string[][] = [];
    const stop = $removedPosts.listen((ids) => published.push([...ids]));
    removePost("d");
    stop();
    expect([currentPost(post("d")), published]).toEqual([null, [["d"]]]);
  });

  it("is recent for five minutes after it was fetched, unless it is deleted or its page fails to load", () => {
    vi.useFakeTimers({ now: 0 });
    upsertPosts([post("recent"), post("deleted"), post("failed")]);
    vi.useRealTimers();
    expect(recentPost("recent", 5 * 60_000)).toEqual(post("recent"));
    expect(recentPost("recent", 5 * 60_000 + 1)).toBeUndefined();
    removePost("deleted");
    expect(recentPost("deleted", 0)).toBeUndefined();
    dropRecentPost("failed");
    expect(recentPost("failed", 5 * 60_000 + 1)).toBeUndefined();
    expect(recentPost("never fetched", 5 * 60_000 + 1)).toBeUndefined();
  });
});
