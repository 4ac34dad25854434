import { afterEach, describe, expect, it } from "vitest";
import { api } from "~/features/api/client";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { cachePage, clearPageCache, pageCacheVersion, takeCachedPage } from "~/ui/router/page-cache";

const page = { address: "/tag/dusk", routeId: "routes/tag", data: { isFollowed: true } };

afterEach(clearPageCache);

describe("cached pages", () => {
  it("are those of their history entry and address, for five minutes, once", () => {
    cachePage("a", page, 0);
    expect(takeCachedPage("b", "/tag/dusk", 0)).toBeUndefined();
    expect(takeCachedPage("a", "/tag/dusk", 5 * 60_000)).toMatchObject(page);
    expect(takeCachedPage("a", "/tag/dusk", 5 * 60_000)).toBeUndefined();
    cachePage("a", page, 0);
    expect(takeCachedPage("a", "/tag/dusk", 5 * 60_000 + 1)).toBeUndefined();
    cachePage("a", page, 0);
    expect(takeCachedPage("a", "/tag/dawn", 0)).toBeUndefined();
  });

  it.each([
    ["POST /api/tags/{tag}/follow", true],
    ["POST /api/posts/{id}/like", false],
    ["DELETE /api/posts/{id}/save", false],
    ["PUT /api/notifications/read/{id}", false],
    ["GET /api/feed", false],
  ])("are evicted by %s: %s", async (key, isEvicted) => {
    cachePage("a", page);
    const before = pageCacheVersion();
    // Without a server the call fails.
    await api(key as "GET /api/feed").catch(() => undefined);
    expect([takeCachedPage("a", "/tag/dusk") === undefined, pageCacheVersion() > before]).toEqual([
      isEvicted,
      isEvicted,
    ]);
  });

  it("are evicted with the cached feed", () => {
    cachePage("a", page);
    dropCachedFeed();
    expect(takeCachedPage("a", "/tag/dusk")).toBeUndefined();
  });
});
