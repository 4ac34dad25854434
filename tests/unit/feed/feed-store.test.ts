import { describe, expect, it } from "vitest";
import { itemsOf, listOf } from "~/features/api/pager";
import { cachedFeed, cacheFeed, dropCachedFeed } from "~/features/feed/feed-store";
import { removePost } from "~/features/post/post-store";
import { dispatchFrame } from "~/realtime/frames";
import { postOf } from "../../factories/posts";

const feedOf = (...ids: string[]) => listOf({ items: ids.map((id) => postOf({ id })), next: null });

describe("cached feed", () => {
  const publishStatus = (status: "accepted" | "disconnected" | "pending") =>
    dispatchFrame({ type: "connection_status", payload: { fromUserId: "a", toUserId: "b", status } });

  it.each(["accepted", "disconnected"] as const)("is dropped once a connection is %s", (status) => {
    cacheFeed(feedOf("1"));
    publishStatus("pending");
    expect(cachedFeed()).not.toBeNull();
    publishStatus(status);
    expect(cachedFeed()).toBeNull();
  });

  it("is stale after five minutes", () => {
    cacheFeed(feedOf("1"), 0);
    expect([cachedFeed(5 * 60_000), cachedFeed(5 * 60_000 + 1)]).toEqual([expect.anything(), null]);
    dropCachedFeed();
  });

  it("leaves out deleted posts", () => {
    cacheFeed(feedOf("3", "2", "1"));
    removePost("2");
    expect(itemsOf(cachedFeed() ?? feedOf()).map(({ id }) => id)).toEqual(["3", "1"]);
    dropCachedFeed();
  });
});
