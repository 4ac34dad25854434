import { describe, expect, it } from "vitest";
import type { PostView } from "~/contract/posts";
import {
  dropFeed,
  feedOf,
  keepFeed,
  keptFeed,
  postsOf,
  withNewer,
  withOlder,
} from "~/features/feed/feed-store";
import { dispatchFrame } from "~/realtime/frames";

// The feed looks at nothing else of a post.
const page = (ids: string[], next: string | null) => ({ items: ids.map((id) => ({ id }) as PostView), next });
const idsOf = (feed: ReturnType<typeof feedOf>) => postsOf(feed).map(({ id }) => id);

describe("a feed grows", () => {
  const feed = feedOf(page(["6", "5"], "5"));

  it("at its end, by what is not there yet", () => {
    const grown = withOlder(feed, "5", page(["5", "4"], null));
    expect([idsOf(grown), grown.next]).toEqual([["6", "5", "4"], null]);
  });

  it("not by a page that was asked for before it started anew", () => {
    const anew = feedOf(page(["99", "98"], "98"));
    expect(withOlder(anew, "5", page(["4", "3"], "3"))).toBe(anew);
  });

  it("at its head, by what is new", () => {
    const grown = withNewer(feed, page(["7", "6"], "6"));
    expect([idsOf(grown), grown.next]).toEqual([["7", "6", "5"], "5"]);
  });
});

describe("a feed that is kept", () => {
  const told = (status: "accepted" | "disconnected" | "pending") =>
    dispatchFrame({ type: "connection_status", payload: { fromUserId: "a", toUserId: "b", status } });

  it.each(["accepted", "disconnected"] as const)("is dropped once a connection is %s", (status) => {
    keepFeed(feedOf(page(["1"], null)));
    told("pending");
    expect(keptFeed()).not.toBeNull();
    told(status);
    expect(keptFeed()).toBeNull();
  });

  it("is not for ever", () => {
    keepFeed(feedOf(page(["1"], null)), 0);
    expect([keptFeed(10 * 60_000), keptFeed(10 * 60_000 + 1)]).toEqual([expect.anything(), null]);
    dropFeed();
  });
});
