import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { batchRows } from "~/db/batch";
import { openDb } from "~/db/client";
import {
  closeAccount,
  deletion,
  isSmall,
  SMALL_ROWS,
  sweepClosedAccounts,
} from "~/domain/accounts/closed-accounts";
import { completeChatSteps } from "~/domain/chat/complete-chat-steps";
import { Tab } from "./channel";
import { Client, dataUrl } from "./client";
import { notificationsOf, twoConnected } from "./connect";
import { failingDb, sweepCtx } from "./faulty-storage";

const count = (table: string, where: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>("n");

/** A member with rows of all kinds, more than one statement deletes, and a member who has theirs. */
async function large() {
  const [ada, grace] = await twoConnected();
  const mine = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "#dusk" } });
  const theirs = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
  for (const [one, { id }] of [
    [ada, theirs],
    [grace, mine],
  ] as const) {
    await one.call("likePost", { params: { id } });
    await one.call("savePost", { params: { id } });
    await one.call("addComment", { params: { id }, body: { comment: "Lovely" } });
  }
  await ada.call("sendMessage", {
    params: { userId: grace.id },
    body: { content: "Hello", clientId: crypto.randomUUID() },
  });
  await grace.call("sendMessage", {
    params: { userId: ada.id },
    body: { content: "Hi", clientId: crypto.randomUUID() },
  });
  await env.DB.prepare(
    `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n <= ${SMALL_ROWS})
    INSERT INTO deleted_client_ids (user_id, kind, client_id) SELECT ?, 'post', n FROM i`,
  )
    .bind(ada.id)
    .run();
  return { ada, grace, mine, theirs };
}

test("a closed large account is gone for everybody before its rows are", async () => {
  const { ada, grace, mine, theirs } = await large();
  const ctx = sweepCtx();
  await batchRows(ctx.db, [...deletion(ctx, ada.id, isSmall(ada.id)), closeAccount(ada.id)]);
  expect(await count("posts", `user_id = '${ada.id}'`)).toBe(1);
  expect((await ada.send("GET", "/api/feed")).status).toBe(401);
  const login = { email: ada.email, password: "sunset" };
  expect((await new Client().send("POST", "/api/auth/login", login)).status).toBe(401);
  for (const path of [
    `/api/users/profile/${ada.username}`,
    `/api/users/profile/${ada.id}`,
    `/api/posts/${mine.id}`,
  ])
    expect((await grace.send("GET", path)).status, path).toBe(404);
  expect(await grace.call("listComments", { params: { id: theirs.id } })).toEqual([]);
  expect((await grace.call("readProfile", { params: { username: grace.username } })).followerCount).toBe(0);
  expect((await grace.call("readFeed")).map(({ id }) => id)).toEqual([theirs.id]);
  // The name and the address are free.
  expect(await count("users", `username = '${ada.username}' OR email = '${ada.email}'`)).toBe(0);
  expect(await count("former_usernames", `username = '${ada.username}'`)).toBe(0);
});

test("a closed account ends deleted, wherever its steps are cut, and the counts of others are exact", async () => {
  const { ada, grace, mine, theirs } = await large();
  const ctx = sweepCtx();
  await batchRows(ctx.db, [...deletion(ctx, ada.id, isSmall(ada.id)), closeAccount(ada.id)]);
  for (let cut = 0, left = 1; left > 0; cut++) {
    const { db } = openDb(failingDb(cut % 3, cut % 2 === 0 ? "before" : "after").DB.withSession());
    await sweepClosedAccounts({ db, chats: [db] }).catch(() => undefined);
    await completeChatSteps({ ...ctx, now: () => new Date() });
    left = await sweepClosedAccounts(ctx);
  }
  expect(await count("users", `id = '${ada.id}'`)).toBe(0);
  expect(await count("suspensions", "decision_id = ''")).toBe(0);
  expect(await count("deleted_accounts", "1")).toBe(0);
  expect(await count("chat_messages", "content IS NOT NULL")).toBe(0);
  expect(await count("media_removals", `media_id = '${mine.mediaUrl.slice("/media/".length)}'`)).toBe(1);
  expect(await notificationsOf(grace)).toEqual([]);
  expect(await grace.call("readPost", { params: { id: theirs.id } })).toMatchObject({
    likeCount: 0,
    commentCount: 0,
  });
});

test("a large account is deleted after the reply", async () => {
  const { ada, grace } = await large();
  await Tab.online(grace);
  expect(await grace.call("readFeed")).toMatchObject([{}, {}]);
  await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
  await expect.poll(() => count("users", `id = '${ada.id}'`)).toBe(0);
  await expect.poll(() => count("media_removals", "1")).toBe(0);
  await expect
    .poll(() => grace.call("readFeed"))
    .toMatchObject([{ user: { id: grace.id }, likeCount: 0, commentCount: 0 }]);
});
