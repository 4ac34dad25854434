import { applyD1Migrations, env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { firstPage } from "~/db/cursor";
import { countUnread } from "~/domain/notifications/count-unread";
import { listNotifications } from "~/domain/notifications/list-notifications";
import {
  markAllNotificationsRead,
  markNotificationRead,
} from "~/domain/notifications/mark-notifications-read";
import { addComment } from "~/domain/posts/add-comment";
import { deleteComment } from "~/domain/posts/delete-comment";
import { likePost, unlikePost } from "~/domain/posts/like-post";
import { listComments } from "~/domain/posts/list-comments";
import { listSavedPosts } from "~/domain/posts/list-saved-posts";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { readPost } from "~/domain/posts/read-post";
import { savePost, unsavePost } from "~/domain/posts/save-post";
import { contextOf } from "./context-of";

const all = env.TEST_MIGRATIONS;
const expand = all.findIndex(({ name }) => /^\d+_notices\.sql$/.test(name));
/** A deployment applies contract migrations last; those of other tables do not concern these. */
const isBeforeContract = ({ name }: { name: string }) => !/^\d+_contract_notices\.sql$/.test(name);

const id = (n: number) => `0199aaaa-0000-7000-8000-${String(n).padStart(12, "0")}`;
const [ada, grace, eve] = ["ada", "grace", "eve"].map((name, n) => ({ id: id(n), username: name })) as [
  Member,
  Member,
  Member,
];
type Member = { id: string; username: string };
const [p, q] = [id(10), id(11)] as const;

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

async function run(...statements: (string | [string, ...unknown[]])[]): Promise<void> {
  await env.DB.batch(
    statements.map((one) => {
      const [text, ...values] = typeof one === "string" ? [one] : one;
      return env.DB.prepare(text).bind(...values);
    }),
  );
}

const rows = async (query: string) => (await env.DB.prepare(query).all()).results;

/** The statements of the code before the migration. */
const old = {
  like: (post: string, by: Member, minute: number): [string, ...unknown[]] => [
    "INSERT INTO likes (id, post_id, user_id, created_at) VALUES (hex(randomblob(8)), ?, ?, ?) ON CONFLICT DO NOTHING",
    post,
    by.id,
    at(minute),
  ],
  unlike: (post: string, by: Member): [string, ...unknown[]][] => [
    ["DELETE FROM likes WHERE user_id = ? AND post_id = ?", by.id, post],
    [
      "DELETE FROM notifications WHERE user_id = (SELECT user_id FROM posts WHERE id = ?1) AND from_user_id = ?2 AND type = 'like' AND entity_id = ?1 AND is_read = 0",
      post,
      by.id,
    ],
  ],
  save: (post: string, by: Member, n: number, minute: number): [string, ...unknown[]] => [
    "INSERT INTO saved_posts (id, user_id, post_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    id(n),
    by.id,
    post,
    at(minute),
  ],
  comment: (
    n: number,
    post: string,
    by: Member,
    text: string,
    clientId: string | null,
  ): [string, ...unknown[]] => [
    "INSERT INTO comments (id, post_id, user_id, comment, created_at, client_id) VALUES (?, ?, ?, ?, ?, ?)",
    id(n),
    post,
    by.id,
    text,
    at(n),
    clientId,
  ],
  notify: (
    to: Member,
    from: Member,
    type: string,
    post: string | null,
    minute: number,
    isRead = 0,
  ): [string, ...unknown[]] => [
    "INSERT INTO notifications (user_id, from_user_id, type, entity_id, is_read, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    to.id,
    from.id,
    type,
    post,
    isRead,
    at(minute),
  ],
  share: (to: Member, from: Member, post: string, minute: number): [string, ...unknown[]] => [
    "INSERT OR REPLACE INTO notifications (user_id, from_user_id, type, entity_id, is_read, created_at) VALUES (?, ?, 'post_share', ?, 0, ?)",
    to.id,
    from.id,
    post,
    at(minute),
  ],
  readAll: (one: Member): [string, ...unknown[]] => [
    "UPDATE notifications SET is_read = 1 WHERE user_id = ? AND is_read = 0",
    one.id,
  ],
};

/** Returns the replies of the calls to the three members. */
async function seen() {
  const world: Record<string, unknown> = {};
  for (const one of [ada, grace, eve]) {
    const { ctx } = contextOf(one);
    const notifications = (await listNotifications(ctx)).items;
    world[one.username] = {
      notifications: notifications.map(({ type, fromUser, entityId, isRead, createdAt }) =>
        [type, fromUser.username, entityId, isRead, createdAt].join(" "),
      ),
      ids: notifications.map((notice) => notice.id),
      unread: (await countUnread(ctx)).count,
      saved: (await listSavedPosts(ctx)).items.map((post) => post.id),
      tagged: (await listTaggedPosts(ctx, "dusk")).items.map((post) => post.id),
      posts: await Promise.all([p, q].map((post) => readPost(ctx, post))),
      comments: (await listComments(ctx, { postId: p, page: firstPage, parent: null })).items,
    };
  }
  return world;
}

/** The same from the tables of the code before, as far as it is stored there. */
async function stored() {
  return {
    likes: await rows("SELECT post_id, user_id, created_at FROM likes ORDER BY 1, 2"),
    saves: await rows("SELECT user_id, post_id FROM saved_posts ORDER BY user_id, id DESC"),
    comments: await rows("SELECT * FROM comments ORDER BY id"),
    tags: await rows("SELECT * FROM post_tags ORDER BY 1, 2"),
    notifications: await rows(
      "SELECT user_id, from_user_id, type, entity_id, is_read, created_at FROM notifications ORDER BY user_id, id",
    ),
  };
}

/** The rows of the new tables in the shape of `stored`. */
async function copied() {
  const iso = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;
  const of = "JOIN posts p ON p.key = r.post JOIN users u ON u.key = r.member";
  return {
    likes: await rows(`SELECT p.id AS post_id, u.id AS user_id, ${iso("liked_at")} AS created_at
      FROM post_likes r ${of} WHERE liked_at IS NOT NULL ORDER BY 1, 2`),
    saves: await rows(`SELECT u.id AS user_id, p.id AS post_id
      FROM post_saves r ${of} WHERE saved_at IS NOT NULL ORDER BY u.id, saved_at DESC`),
    comments:
      await rows(`SELECT r.id AS id, p.id AS post_id, u.id AS user_id, comment, ${iso("r.created_at")} AS created_at,
      r.client_id AS client_id FROM post_comments r ${of} ORDER BY r.id`),
    tags: await rows("SELECT * FROM post_hashtags ORDER BY 1, 2"),
    notifications:
      await rows(`SELECT u.id AS user_id, s.id AS from_user_id, type, post_id AS entity_id, is_read,
      ${iso("n.created_at")} AS created_at
      FROM notices n JOIN users u ON u.key = n.member JOIN users s ON s.key = n.sender ORDER BY u.id, n.id`),
  };
}

/** Empties the database, applies the migrations before the one under test, and fills the tables that it copies. */
beforeEach(async () => {
  const names = await rows(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC",
  );
  await run("PRAGMA defer_foreign_keys = on", ...names.map(({ name }) => `DROP TABLE ${name}`));
  await applyD1Migrations(env.DB, all.slice(0, expand));
  await run(
    ...[ada, grace, eve].map((one): [string, ...unknown[]] => [
      "INSERT INTO users (id, username, password, email, full_name, created_at) VALUES (?1, ?2, '', ?2 || '@x', ?2, '')",
      one.id,
      one.username,
    ]),
    [
      "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES ('m', ?, '', 1, 1, 1, '', '', '')",
      ada.id,
    ],
    ...[p, q].map((post): [string, ...unknown[]] => [
      "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at) VALUES (?, ?, '/media/m', 'm', 1, 1, '', '', '2026-01-01T00:00:00.000Z')",
      post,
      ada.id,
    ]),
    ["INSERT INTO post_tags (tag, post_id) VALUES ('dusk', ?), ('dawn', ?)", p, p],
    // Unread, read, taken back after it was read, and without a notification.
    old.like(p, grace, 1),
    old.notify(ada, grace, "like", p, 1),
    old.like(p, eve, 2),
    old.notify(ada, eve, "like", p, 2, 1),
    old.notify(ada, eve, "like", q, 3, 1),
    old.like(p, ada, 4),
    // Saved in the same millisecond.
    old.save(p, grace, 21, 5),
    old.save(q, grace, 20, 5),
    old.notify(ada, grace, "save", p, 5),
    old.notify(ada, eve, "save", q, 6, 1),
    old.comment(30, p, grace, "Lovely", "c"),
    old.notify(ada, grace, "comment", p, 30),
    old.comment(31, p, eve, "No key", null),
    old.comment(32, q, eve, "No key either", null),
    old.comment(33, q, grace, "Deleted", "gone"),
    ["DELETE FROM comments WHERE id = ?", id(33)],
    old.notify(grace, ada, "connection_request", null, 34),
    old.notify(grace, ada, "mention", q, 35, 1),
    old.notify(eve, ada, "post_share", p, 36, 1),
  );
});

describe("the tables of likes, saves, comments, hashtags and notifications", () => {
  test("are copied without a loss, and keep their ids", async () => {
    const before = await stored();
    const ids = await rows("SELECT id FROM notifications ORDER BY user_id, id");
    const counts = await rows("SELECT id, like_count, comment_count FROM posts ORDER BY id");
    expect(counts.map(Object.values)).toEqual([
      [p, 3, 2],
      [q, 0, 1],
    ]);
    await applyD1Migrations(env.DB, all.filter(isBeforeContract));
    expect(await copied()).toEqual(before);
    expect(
      await rows(
        "SELECT notices.id AS id FROM notices JOIN users ON key = member ORDER BY users.id, notices.id",
      ),
    ).toEqual(ids.map((row) => ({ id: row.id })));
    expect(await rows("SELECT id, like_count, comment_count FROM posts ORDER BY id")).toEqual(counts);
    const world = await seen();
    await applyD1Migrations(env.DB, all);
    expect(await seen()).toEqual(world);
    expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
  });

  test("have what the code before writes until it is replaced", async () => {
    await applyD1Migrations(env.DB, all.filter(isBeforeContract));
    await run(
      old.like(q, grace, 40),
      old.like(q, grace, 40),
      old.notify(ada, grace, "like", q, 40),
      ...old.unlike(p, grace),
      ...old.unlike(p, eve),
      old.save(q, eve, 41, 41),
      ["DELETE FROM saved_posts WHERE user_id = ? AND post_id = ?", grace.id, p],
      old.comment(42, q, grace, "Later", "d"),
      ["DELETE FROM comments WHERE id = ?", id(31)],
      ["DELETE FROM post_tags WHERE tag = 'dawn'"],
      ["INSERT OR IGNORE INTO post_tags (tag, post_id) VALUES ('dusk', ?)", q],
      old.share(eve, ada, p, 43),
      old.readAll(grace),
    );
    expect(await copied()).toEqual(await stored());
    const counts = await rows("SELECT id, like_count, comment_count FROM posts ORDER BY id");
    expect(counts.map(Object.values)).toEqual([
      [p, 1, 1],
      [q, 1, 2],
    ]);
    // The like names its notification, which therefore goes with it. One that was read stays, and is not sent again.
    await unlikePost(contextOf(grace).ctx, q);
    await likePost(contextOf(eve).ctx, p);
    const { items } = await listNotifications(contextOf(ada).ctx);
    const likes = items.filter(({ type }) => type === "like");
    expect(likes.map(({ fromUser, entityId }) => [fromUser.username, entityId])).toEqual([
      ["eve", q],
      ["eve", p],
    ]);
    expect(await copied()).toEqual(await stored());
    await expect(run(old.comment(50, p, grace, "Again", "gone"))).rejects.toThrow("client id is spent");
  });

  test("write to the tables before, so a roll-back loses nothing", async () => {
    await applyD1Migrations(env.DB, all.filter(isBeforeContract));
    const contexts = { ada: contextOf(ada).ctx, grace: contextOf(grace).ctx, eve: contextOf(eve).ctx };
    await likePost(contexts.grace, q);
    await likePost(contexts.eve, q);
    await unlikePost(contexts.grace, p);
    await savePost(contexts.eve, q);
    await savePost(contexts.eve, p);
    await unsavePost(contexts.grace, q);
    const comment = await addComment(contexts.eve, p, { comment: "New, @grace and @ada", clientId: "e" });
    await addComment(contexts.grace, p, { comment: "Kept" });
    await deleteComment(contexts.eve, p, comment.id);
    const [notice] = (await listNotifications(contexts.grace)).items;
    await markNotificationRead(contexts.grace, notice?.id ?? "");
    await markAllNotificationsRead(contexts.ada);
    expect(await copied()).toEqual(await stored());
    // The notifications of one statement can have the same id for two members, in the new table only.
    await run(
      `INSERT INTO notices (member, is_read, id, sender, type, created_at)
       SELECT m.key, 0, 9000000000000, s.key, 'follow', 1 FROM users m, users s WHERE s.username = 'ada' AND m.key <> s.key`,
    );
    await markAllNotificationsRead(contexts.eve);
    expect(await copied()).toEqual(await stored());

    const world = await seen();
    await applyD1Migrations(env.DB, all);
    expect(await seen()).toEqual(world);
  });

  test("lose the same rows with a post, a block and an account", async () => {
    await applyD1Migrations(env.DB, all.filter(isBeforeContract));
    await run(["DELETE FROM posts WHERE id = ?", q]);
    expect(await copied()).toEqual(await stored());
    await run([
      "INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', ?, ?, '')",
      ada.id,
      eve.id,
    ]);
    expect(await copied()).toEqual(await stored());
    expect((await stored()).notifications).toHaveLength(4);
    await run(["DELETE FROM users WHERE id = ?", grace.id]);
    expect(await copied()).toEqual(await stored());
    expect((await stored()).notifications).toEqual([]);
    const counts = await rows("SELECT id, like_count, comment_count FROM posts");
    expect(counts.map(Object.values)).toEqual([[p, 2, 1]]);
  });
});
