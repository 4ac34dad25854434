import { expect, inject, test } from "vitest";
import { firstIdOf } from "~/contract/ids";
import { firstPage } from "~/db/cursor";
import { readRows } from "~/db/viewer-query";
import { listTaggedPosts, taggedRows } from "~/domain/posts/list-tagged-posts";
import { feedRows, readFeed } from "~/domain/posts/read-feed";
import { Client, member } from "./client";
import { contextOf } from "./context-of";

const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

/** Makes a request and returns the statements and trips of its log line. The tests' pages read nothing themselves. */
async function costOf(client: Client, path: string): Promise<{ statements: number; trips: number }> {
  const lines: string[] = [];
  const log = console.log;
  console.log = (line: string) => void lines.push(line);
  await client.fetch(path);
  console.log = log;
  const { statements, trips } = JSON.parse(lines.at(-1) ?? "{}");
  return { statements, trips };
}

test.each([
  "/api/feed",
  `/api/feed?limit=5&cursor=${firstIdOf(0)}`,
  "/feed",
  `/feed?cursor=${firstIdOf(0)}`,
  "/feed.data",
  "/feed.data?_routes=root,routes/feed",
  "/tag/dusk",
  "/tag/dusk.data?_routes=routes/tag",
])("reads %s in the batch of the session look-up", async (path) => {
  expect(await costOf(await member("ada"), path)).toEqual({ statements: 2, trips: 1 });
});

test.each(["/feed.data?_routes=root", "/tag/dusk.data?_routes=root", "/settings", "/api/auth/me"])(
  "preloads nothing for %s",
  async (path) => {
    expect(await costOf(await member("ada"), path)).toEqual({ statements: 1, trips: 1 });
  },
);

test("preloads nothing without a session cookie", async () => {
  expect(await costOf(new Client(), "/feed")).toEqual({ statements: 0, trips: 0 });
});

test("ignores preloaded rows of a session that has ended", async () => {
  const ada = await member("ada");
  const cookies = new Map(ada.cookies);
  await ada.call("logOut");
  for (const [name, value] of cookies) ada.cookies.set(name, value);
  const reply = await ada.fetch("/api/feed");
  expect(reply.status).toBe(401);
});

test("uses preloaded rows for the same input only, and fetches the rest in one batch", async () => {
  const ada = await member("ada");
  await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Evening #dusk" } });
  const { ctx, cost } = contextOf(ada);
  const preloaded = [{ read: taggedRows({ tag: "dusk", page: firstPage }), rows: [] }];
  const preloadedCtx = { ...ctx, preloaded };
  expect((await listTaggedPosts(preloadedCtx, "Dusk")).items).toEqual([]);
  expect(cost.trips).toBe(0);
  expect((await listTaggedPosts(preloadedCtx, "dusk", { ...firstPage, limit: 1 })).items).toHaveLength(1);
  expect((await readFeed(preloadedCtx)).items).toHaveLength(1);
  expect(cost.trips).toBe(2);
  const [tagged, feed, older] = await readRows(
    preloadedCtx,
    taggedRows({ tag: "dusk", page: firstPage }),
    feedRows(firstPage),
    feedRows({ ...firstPage, cursor: firstIdOf(0) }),
  );
  expect([tagged.length, feed.length, older.length]).toEqual([0, 1, 0]);
  expect(cost).toMatchObject({ statements: 4, trips: 3 });
});
