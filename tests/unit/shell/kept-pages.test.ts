import { afterEach, describe, expect, it } from "vitest";
import { api } from "~/features/api/client";
import { dropCachedFeed } from "~/features/feed/feed-store";
import { forgetPages, keepPage, pagesVersion, takePage } from "~/ui/router/kept-pages";

const page = { address: "/tag/dusk", routeId: "routes/tag", data: { isFollowed: true } };

afterEach(forgetPages);

describe("kept pages", () => {
  it("are those of their history entry and address, for five minutes, once", () => {
    keepPage("a", page, 0);
    expect(takePage("b", "/tag/dusk", 0)).toBeUndefined();
    expect(takePage("a", "/tag/dusk", 5 * 60_000)).toMatchObject(page);
    expect(takePage("a", "/tag/dusk", 5 * 60_000)).toBeUndefined();
    keepPage("a", page, 0);
    expect(takePage("a", "/tag/dusk", 5 * 60_000 + 1)).toBeUndefined();
    keepPage("a", page, 0);
    expect(takePage("a", "/tag/dawn", 0)).toBeUndefined();
  });

  it.each([
    ["POST /api/tags/{tag}/follow", true],
    ["POST /api/posts/{id}/like", false],
    ["DELETE /api/posts/{id}/save", false],
    ["PUT /api/notifications/read/{id}", false],
    ["GET /api/feed", false],
  ])("are forgotten by %s: %s", async (key, isForgotten) => {
    keepPage("a", page);
    const before = pagesVersion();
    // Without a server the call fails.
    await api(key as "GET /api/feed").catch(() => undefined);
    expect([takePage("a", "/tag/dusk") === undefined, pagesVersion() > before]).toEqual([
      isForgotten,
      isForgotten,
    ]);
  });

  it("are forgotten with the cached feed", () => {
    keepPage("a", page);
    dropCachedFeed();
    expect(takePage("a", "/tag/dusk")).toBeUndefined();
  });
});
