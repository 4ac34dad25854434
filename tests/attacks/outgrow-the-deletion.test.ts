import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { deleteAccount } from "~/domain/accounts/delete-account";
import { member } from "../workers/client";
import { contextOf } from "../workers/context-of";

/** Returns a database that reports the most rows that one batch has written. */
function measured(): { DB: D1Database; most: () => number } {
  let most = 0;
  const session = env.DB.withSession();
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await session.batch(statements);
    most = Math.max(most, ...results.map(({ meta }) => meta.rows_written));
    return results;
  };
  const measuring = new Proxy(session, {
    get: (target, key) => (key === "batch" ? batch : Reflect.get(target, key).bind(target)),
  });
  const DB = new Proxy(env.DB, {
    get: (target, key) => (key === "withSession" ? () => measuring : Reflect.get(target, key).bind(target)),
  });
  return { DB, most: () => most };
}

test("an account with thousands of likes is deleted in statements of bounded size, and the counts are right", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const LIKES = 9000;
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      VALUES ('one', ?, 'image/webp', 1, 1, 1, '', '', '')`,
    ).bind(grace.id),
    env.DB.prepare(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
      INSERT INTO posts (id, key, user_id, media_url, media_id, width, height, placeholder, color, words, created_at)
      SELECT 'post ' || n, 1000 + n, ?1, '/media/one', 'one', 1, 1, '', '', '', '2026-01-01T00:00:00.000Z' FROM n`,
    ).bind(grace.id, LIKES),
    env.DB.prepare(
      `INSERT INTO post_likes (post, member, owner, liked_at)
      SELECT p.key, a.key, g.key, 1 FROM users a, users g, posts p WHERE a.id = ?1 AND g.id = ?2 AND p.user_id = g.id`,
    ).bind(ada.id, grace.id),
  ]);
  const likes = () =>
    env.DB.prepare("SELECT sum(like_count) AS n FROM posts WHERE user_id = ?")
      .bind(grace.id)
      .first<number>("n");
  expect(await likes()).toBe(LIKES);
  const { DB, most } = measured();
  const { ctx } = contextOf(ada, { DB });
  await deleteAccount(ctx, { confirmation: ada.username, currentPassword: "sunset" });
  expect(await likes()).toBe(0);
  expect(await env.DB.prepare("SELECT 1 FROM users WHERE id = ?").bind(ada.id).first()).toBeNull();
  expect(await env.DB.prepare("SELECT count(*) AS n FROM post_likes").first("n")).toBe(0);
  expect(most()).toBeLessThan(3 * LIKES);
}, 60_000);
