import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";

const AT = "2026-01-01T00:00:00.000Z";

async function run(...statements: string[]): Promise<void> {
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

function insertUser(id: string): string {
  return `INSERT INTO users (id, username, password, email, full_name, created_at) VALUES ('${id}', '${id}', '', '${id}@x', '${id}', '${AT}')`;
}

function insertPost(id: string, userId: string, mediaId = `m-${id}`): string[] {
  return [
    `INSERT OR IGNORE INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES ('${mediaId}', '${userId}', 'image/webp', 1, 1, 1, '', '', '${AT}')`,
    `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at) VALUES ('${id}', '${userId}', '/media/${mediaId}', '${mediaId}', 1, 1, '', '', '${AT}')`,
  ];
}

function counts(id: string) {
  return env.DB.prepare(
    "SELECT post_count AS posts, follower_count AS followers, following_count AS following FROM users WHERE id = ?",
  )
    .bind(id)
    .first();
}

beforeEach(() => run("DELETE FROM users", "DELETE FROM media_removals"));

test("counts a connection only while it is accepted, for the right side of each member", async () => {
  await run(insertUser("ada"), insertUser("grace"));
  await run(
    `INSERT INTO connections (id, follower_id, following_id, created_at) VALUES ('c', 'ada', 'grace', '${AT}')`,
  );
  expect(await counts("ada")).toMatchObject({ followers: 0, following: 0 });
  await run("UPDATE connections SET status = 'accepted'", "UPDATE connections SET status = 'accepted'");
  expect(await counts("ada")).toMatchObject({ followers: 0, following: 1 });
  expect(await counts("grace")).toMatchObject({ followers: 1, following: 0 });
  await run("DELETE FROM connections");
  expect(await counts("grace")).toMatchObject({ followers: 0, following: 0 });
});

test("rejects a second connection of a pair in the other direction", async () => {
  await run(insertUser("ada"), insertUser("grace"));
  await run(
    `INSERT INTO connections (id, follower_id, following_id, created_at) VALUES ('c', 'ada', 'grace', '${AT}')`,
  );
  await expect(
    run(
      `INSERT INTO connections (id, follower_id, following_id, created_at) VALUES ('d', 'grace', 'ada', '${AT}')`,
    ),
  ).rejects.toThrow("UNIQUE");
});

test("counts each like and comment once and subtracts those of a deleted member", async () => {
  await run(insertUser("ada"), insertUser("grace"), ...insertPost("p", "ada"));
  const like = `INSERT OR IGNORE INTO likes (id, post_id, user_id, created_at) VALUES (hex(randomblob(8)), 'p', 'grace', '${AT}')`;
  await run(like, like);
  await run(
    `INSERT INTO comments (id, post_id, user_id, comment, created_at) VALUES ('c', 'p', 'grace', 'x', '${AT}')`,
  );
  const post = () =>
    env.DB.prepare("SELECT like_count AS likes, comment_count AS comments FROM posts WHERE id = 'p'").first();
  expect(await post()).toEqual({ likes: 1, comments: 1 });
  await run("DELETE FROM users WHERE id = 'grace'");
  expect(await post()).toEqual({ likes: 0, comments: 0 });
});

test("deletes every row of a deleted member and queues their files for removal", async () => {
  await run(insertUser("ada"), insertUser("grace"), ...insertPost("p", "ada"), ...insertPost("q", "ada"));
  await run(`INSERT INTO likes (id, post_id, user_id, created_at) VALUES ('l', 'p', 'grace', '${AT}')`);
  await run(
    `INSERT INTO notifications (user_id, from_user_id, type, entity_id, created_at) VALUES ('ada', 'grace', 'like', 'p', '${AT}')`,
  );
  await run("DELETE FROM users WHERE id = 'ada'");
  for (const table of ["posts", "media", "likes", "notifications"]) {
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
  }
  const { results } = await env.DB.prepare("SELECT media_id FROM media_removals ORDER BY 1").all();
  expect(results).toEqual([{ media_id: "m-p" }, { media_id: "m-q" }]);
});

test("keeps the media row of a deleted post while another post or the profile shows it", async () => {
  await run(insertUser("ada"), ...insertPost("p", "ada", "shared"), ...insertPost("q", "ada", "shared"));
  const removals = () => env.DB.prepare("SELECT count(*) AS n FROM media_removals").first("n");
  await run("DELETE FROM posts WHERE id = 'p'");
  expect(await removals()).toBe(0);
  await run("UPDATE users SET profile_image = '/media/shared'", "DELETE FROM posts WHERE id = 'q'");
  expect(await removals()).toBe(0);
  await run("UPDATE users SET profile_image = NULL");
  expect(await removals()).toBe(1);
});

test("stores one notification for repeated likes of a post", async () => {
  await run(insertUser("ada"), insertUser("grace"), ...insertPost("p", "ada"));
  const notify = `INSERT INTO notifications (user_id, from_user_id, type, entity_id, created_at) VALUES ('ada', 'grace', 'like', 'p', '${AT}') ON CONFLICT DO NOTHING`;
  await run(notify, notify);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM notifications").first("n")).toBe(1);
});
