import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { writeRestorable } from "../../../scripts/deploy/restorable";
import { openLocalBindings } from "../../../scripts/local-server";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-backup-"));
const [exported, backup] = [path.join(folder, "export.sql"), path.join(folder, "backup.sql")];
const copies = new Miniflare({
  modules: true,
  script: "export default {}",
  d1Databases: ["COPY", "PLAIN"],
  cf: false,
});

/** Returns the text of an export, as `wrangler d1 export` writes it. */
async function exportOf(db: D1Database): Promise<string> {
  const [lines = []] = await db
    .prepare("PRAGMA miniflare_d1_export(?,?,?);")
    .bind(false, false)
    .raw<string[]>();
  return `${lines.join("\n")}\n`;
}

const restore = (db: D1Database, text: string) =>
  db.batch(unstable_splitSqlQuery(text).map((statement) => db.prepare(statement)));

beforeAll(async () => {
  const { db, close } = await openLocalBindings(folder);
  const user = (id: string) =>
    `INSERT INTO users (id, username, password, email, full_name, bio, created_at)
      VALUES ('${id}', '${id}', '', '${id}@x', '${id}', 'It''s;\nINSERT INTO "users" — two lines', '')`;
  const media =
    "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)";
  const posts =
    "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)";
  await db.batch(
    [
      user("ada"),
      user("grace"),
      `${media} VALUES ('m', 'ada', '', 1, 1, 1, '', '', '')`,
      `${posts} VALUES ('p', 'ada', '/media/m', 'm', 1, 1, '', '', '')`,
      "INSERT INTO post_likes (post, member, owner, liked_at, notice) SELECT p.key, 2, 1, 1, 7 FROM posts p",
      "INSERT INTO connection_sides (member, accepted, other, sent, created_at) VALUES (1, 1, 'grace', 1, 0)",
    ].map((statement) => db.prepare(statement)),
  );
  writeFileSync(exported, await exportOf(db));
  await close();
  await writeRestorable(exported, backup);
});

afterAll(async () => {
  await copies.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test("a backup restores every row once, and the same schema", async () => {
  const db = await copies.getD1Database("COPY");
  await restore(db, readFileSync(backup, "utf8"));
  const sorted = (text: string) => text.split("\n").sort();
  expect(sorted(await exportOf(db))).toEqual(sorted(readFileSync(exported, "utf8")));
  const { results } = await db
    .prepare("SELECT like_count AS n, (SELECT count(*) FROM notices) AS m FROM posts")
    .all();
  expect(results).toEqual([{ n: 1, m: 1 }]);
});

test("an export as D1 writes it cannot be restored", async () => {
  const db = await copies.getD1Database("PLAIN");
  await expect(restore(db, readFileSync(exported, "utf8"))).rejects.toThrow("foreign key mismatch");
});
