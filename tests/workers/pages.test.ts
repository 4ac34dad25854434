import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { Page, PageRequest } from "~/db/cursor";
import { listMessages } from "~/domain/chat/list-messages";
import { listCollectionPosts } from "~/domain/collections/list-collection-posts";
import { listConnected, listRequests } from "~/domain/connections/list-sides";
import type { MemberCtx } from "~/domain/context";
import { listNotifications } from "~/domain/notifications/list-notifications";
import { listComments } from "~/domain/posts/list-comments";
import { listLikers } from "~/domain/posts/list-likers";
import { listSavedPosts } from "~/domain/posts/list-saved-posts";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { listProfilePosts } from "~/domain/profiles/list-profile-posts";
import { listImages } from "~/domain/studio/list-images";
import { insertMessages } from "../factories/conversations";
import { dataUrl } from "./client";
import { twoConnected } from "./connect";
import { contextOf } from "./context-of";

const ROWS = 300;

/** Creates two members with 300 rows in each paged list. */
async function muchOfEverything() {
  const [ada, grace] = await twoConnected();
  const first = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const collection = await ada.call("createCollection", { body: { name: "Dusk" } });
  const media = first.mediaUrl.slice("/media/".length);
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`;
  const at = "'2026-01-01T00:00:00.000Z'";
  const id = "printf('00000000-0000-7000-8000-%012d', i)";
  const run = (statement: string, ...values: string[]) =>
    env.DB.prepare(`${numbers} ${statement}`).bind(...values);
  await env.DB.batch([
    run(
      `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
       SELECT ${id}, ?1, '/media/' || ?2, ?2, 1, 1, '', '#000000', ${at} FROM n`,
      ada.id,
      media,
    ),
    run(`INSERT INTO post_hashtags (tag, post_id) SELECT 'dusk', ${id} FROM n`),
    run(
      `INSERT INTO post_saves (post, member, owner, saved_at, collection)
       SELECT p.key, m.key, m.key, i, c.key FROM n JOIN posts p ON p.id = ${id} JOIN users m ON m.id = ?1
         JOIN collections c ON c.id = ?2`,
      ada.id,
      collection.id,
    ),
    run(
      `INSERT INTO post_comments (post, id, member, comment, created_at)
       SELECT p.key, ${id}, m.key, 'Lovely', 1 FROM n, posts p, users m WHERE p.id = ?1 AND m.id = ?2`,
      first.id,
      grace.id,
    ),
    run(
      `INSERT INTO users (id, username, password, email, full_name, created_at, key)
       SELECT ${id}, 'many.' || i, '', i || '@example.com', 'Many', ${at}, 100000 + i FROM n`,
    ),
    run(
      `INSERT INTO connection_sides (member, accepted, other, sent, created_at)
       SELECT 100000 + i, 1, ?1, 1, 1 FROM n`,
      ada.id,
    ),
    run(
      `INSERT INTO users (id, username, password, email, full_name, created_at, key)
       SELECT replace(${id}, '-7000-', '-7001-'), 'more.' || i, '', i || '@example.org', 'More', ${at}, 200000 + i FROM n`,
    ),
    run(
      `INSERT INTO connection_sides (member, accepted, other, sent, created_at)
       SELECT m.key, 0, replace(${id}, '-7000-', '-7001-'), 1, 1 FROM n JOIN users m ON m.id = ?1`,
      ada.id,
    ),
    run(
      `INSERT INTO post_likes (post, member, owner, liked_at)
       SELECT p.key, 100000 + i, p_owner.key, i FROM n, posts p, users p_owner WHERE p.id = ?1 AND p_owner.id = ?2`,
      first.id,
      ada.id,
    ),
    run(
      `INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
       SELECT m.key, i % 3 = 0, i, s.key, 'comment', ?3, 1 FROM n, users m, users s WHERE m.id = ?1 AND s.id = ?2`,
      ada.id,
      grace.id,
      first.id,
    ),
    run(
      `INSERT INTO ai_images (id, user_id, image_url, media_id, kind, engine, model, saved_at, created_at)
       SELECT ${id}, ?1, '/media/' || ?2, ?2, 'generate', 'local', 'test', ${at}, ${at} FROM n`,
      ada.id,
      media,
    ),
  ]);
  await insertMessages(env.DB, ada.id, grace.id, Array<string>(ROWS).fill("Hello"));
  return { ada, grace, postId: first.id, collectionId: collection.id };
}

test("the last page of a list reads as many rows as the first", async () => {
  const { ada, grace, postId, collectionId } = await muchOfEverything();
  const lists: Record<string, (ctx: MemberCtx, page: PageRequest) => Promise<Page<unknown>>> = {
    messages: (ctx, page) => listMessages(ctx, grace.id, page),
    comments: (ctx, page) => listComments(ctx, { postId, page, parent: null }),
    notifications: listNotifications,
    "posts of a profile": (ctx, page) => listProfilePosts(ctx, ada.username, page),
    "saved posts": listSavedPosts,
    "posts of a collection": (ctx, page) => listCollectionPosts(ctx, collectionId, page),
    "connected members": (ctx, page) =>
      listConnected(ctx, { username: ada.username, direction: "connected", page }),
    "sent requests": (ctx, page) => listRequests(ctx, "sent", page),
    likers: (ctx, page) => listLikers(ctx, postId, page),
    "posts under a tag": (ctx, page) => listTaggedPosts(ctx, "dusk", page),
    "AI images": listImages,
  };
  for (const [name, list] of Object.entries(lists)) {
    const rowsRead: number[] = [];
    let items = 0;
    let cursor: string | null = null;
    do {
      const { ctx, cost } = contextOf(ada);
      const page: Page<unknown> = await list(ctx, { cursor, limit: 50 });
      items += page.items.length;
      rowsRead.push(cost.rowsRead);
      cursor = page.next;
    } while (cursor);
    expect(items, name).toBeGreaterThanOrEqual(ROWS);
    expect(Math.max(...rowsRead), `${name}: ${rowsRead}`).toBeLessThanOrEqual((rowsRead[0] ?? 0) + 10);
  }
});
