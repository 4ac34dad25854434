import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { ask, connect } from "./connect";

const AT = "2026-01-01T00:00:00.000Z";
/** The keys of the rows that a test inserts. */
const KEY = {
  p: "(SELECT key FROM posts WHERE id = 'p')",
  ada: "(SELECT key FROM users WHERE id = 'ada')",
  grace: "(SELECT key FROM users WHERE id = 'grace')",
};

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

/** Returns all sides as "member other accepted sent". */
async function sides(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT u.id || ' ' || other || ' ' || accepted || ' ' || sent AS side FROM connection_sides JOIN users u ON u.key = member ORDER BY side",
  ).all<{ side: string }>();
  return results.map(({ side }) => side);
}

beforeEach(() => run("DELETE FROM users", "DELETE FROM media_removals"));

test("counts a connection only while it is accepted, for the right side of each member", async () => {
  await run(insertUser("ada"), insertUser("grace"));
  await ask({ id: "ada" }, { id: "grace" });
  expect(await counts("ada")).toMatchObject({ followers: 0, following: 0 });
  const accept = "UPDATE connection_sides SET accepted = 1";
  await run(accept, accept);
  expect(await counts("ada")).toMatchObject({ followers: 0, following: 1 });
  expect(await counts("grace")).toMatchObject({ followers: 1, following: 0 });
  await run("DELETE FROM connection_sides");
  expect(await counts("grace")).toMatchObject({ followers: 0, following: 0 });
});

test("rejects a second connection of a pair in the other direction", async () => {
  await run(insertUser("ada"), insertUser("grace"));
  const [ada, grace] = [{ id: "ada" }, { id: "grace" }];
  await ask(ada, grace);
  await expect(ask(grace, ada)).rejects.toThrow("UNIQUE");
  await run("UPDATE connection_sides SET accepted = 1");
  await ask(ada, grace);
  await ask(grace, ada);
  expect(await sides()).toEqual(["ada grace 1 1", "grace ada 1 0"]);
});

test("stores, accepts and deletes both sides of a connection by one of them", async () => {
  await run(insertUser("ada"), insertUser("grace"), insertUser("eve"));
  await ask({ id: "ada" }, { id: "grace" });
  await connect({ id: "eve" }, { id: "grace" });
  expect(await sides()).toEqual(["ada grace 0 1", "eve grace 1 1", "grace ada 0 0", "grace eve 1 0"]);
  const side = "member = (SELECT key FROM users WHERE id = 'grace') AND other = 'ada'";
  await run(`UPDATE connection_sides SET accepted = 1 WHERE ${side}`);
  expect(await sides()).toEqual(["ada grace 1 1", "eve grace 1 1", "grace ada 1 0", "grace eve 1 0"]);
  await run(`DELETE FROM connection_sides WHERE ${side}`);
  expect(await sides()).toEqual(["eve grace 1 1", "grace eve 1 0"]);
  expect(await counts("grace")).toMatchObject({ followers: 1, following: 0 });
});

test("deletes both sides of a deleted member's connections, whoever has asked, and counts the rest", async () => {
  await run(insertUser("ada"), insertUser("grace"), insertUser("eve"));
  const [ada, grace, eve] = [{ id: "ada" }, { id: "grace" }, { id: "eve" }];
  await connect(ada, grace);
  await connect(grace, eve);
  await connect(eve, ada);
  await run("DELETE FROM users WHERE id = 'grace'");
  expect(await sides()).toEqual(["ada eve 1 0", "eve ada 1 1"]);
  expect(await counts("ada")).toMatchObject({ followers: 1, following: 0 });
  expect(await counts("eve")).toMatchObject({ followers: 0, following: 1 });
});

test("rejects a connection with an unknown member", async () => {
  await run(insertUser("ada"));
  await expect(ask({ id: "ada" }, { id: "nobody" })).rejects.toThrow("NOT NULL");
});

test("counts each like and comment once and subtracts those of a deleted member", async () => {
  await run(insertUser("ada"), insertUser("grace"), ...insertPost("p", "ada"));
  const like = `INSERT OR IGNORE INTO post_likes (post, member, owner, liked_at) VALUES (${KEY.p}, ${KEY.grace}, ${KEY.ada}, 1)`;
  await run(like, like);
  await run(
    `INSERT INTO post_comments (post, id, member, comment, created_at) VALUES (${KEY.p}, 'c', ${KEY.grace}, 'x', 1)`,
  );
  const post = () =>
    env.DB.prepare("SELECT like_count AS likes, comment_count AS comments FROM posts WHERE id = 'p'").first();
  expect(await post()).toEqual({ likes: 1, comments: 1 });
  await run("DELETE FROM users WHERE id = 'grace'");
  expect(await post()).toEqual({ likes: 0, comments: 0 });
});

test("deletes every row of a deleted member and queues their files for removal", async () => {
  await run(insertUser("ada"), insertUser("grace"), ...insertPost("p", "ada"), ...insertPost("q", "ada"));
  await run(
    `INSERT INTO post_likes (post, member, owner, liked_at, notice) VALUES (${KEY.p}, ${KEY.grace}, ${KEY.ada}, 1, 7)`,
  );
  expect(await env.DB.prepare("SELECT count(*) AS n FROM notices").first("n")).toBe(1);
  await run("DELETE FROM users WHERE id = 'ada'");
  for (const table of ["posts", "media", "post_likes", "notices"]) {
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
