import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { newId } from "~/contract/ids";
import { tagsIn } from "~/contract/text-links";
import { openDb } from "~/db/client";
import { media } from "~/db/schema";
import { demoCollections, demoMembers, demoPosts } from "../../scripts/demo/dataset";
import { activityRows, type DemoReferences, memberRows, type Uploaded } from "../../scripts/demo/rows";

test("the database accepts the demo data, and its posts are found by their hashtags", async () => {
  const now = Date.now();
  const { db } = openDb(env.DB);
  const references: DemoReferences = {
    db,
    at: (hoursAgo) => new Date(now - hoursAgo * 3_600_000),
    members: new Map(demoMembers.map(({ username }) => [username, newId(now)])),
    photos: new Map(
      demoPosts
        .flatMap(({ image, more }) => [image, ...more.map((photo) => photo.image)])
        .map((image) => [image, uploaded(newId(now))]),
    ),
  };
  const run = (rows: { toSQL: () => { sql: string; params: unknown[] } }[]) =>
    env.DB.batch(
      rows.map((row) => {
        const { sql, params } = row.toSQL();
        return env.DB.prepare(sql).bind(...params);
      }),
    );
  await run(memberRows(references, "no password"));
  const [owner = ""] = references.members.values();
  await run(
    [...references.photos.values()].map(({ url: _url, ...photo }) =>
      db.insert(media).values({ ...photo, userId: owner, createdAt: new Date(now).toISOString() }),
    ),
  );
  await run(activityRows(references));

  const expected = new Set(demoPosts.flatMap(({ caption }) => tagsIn(caption)));
  const { results } = await env.DB.prepare("SELECT DISTINCT tag FROM post_hashtags").all<{ tag: string }>();
  expect(results.length).toBeGreaterThan(5);
  expect(new Set(results.map(({ tag }) => tag))).toEqual(expected);
  const collections = await env.DB.prepare("SELECT name, post_count AS n FROM collections").all();
  expect(collections.results).toEqual(demoCollections.map(({ name, posts }) => ({ name, n: posts.length })));
});

function uploaded(id: string): Uploaded {
  return {
    id,
    url: `/media/${id}`,
    contentType: "image/webp",
    size: 1,
    width: 4,
    height: 5,
    placeholder: "",
    color: "#000000",
  };
}
