import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import type { MemberCtx } from "~/domain/context";
import { countUnread } from "~/domain/notifications/count-unread";
import { listNotifications } from "~/domain/notifications/list-notifications";
import { markAllNotificationsRead } from "~/domain/notifications/mark-notifications-read";
import { addComment } from "~/domain/posts/add-comment";
import { createPost } from "~/domain/posts/create-post";
import { editComment } from "~/domain/posts/edit-comment";
import { editPost } from "~/domain/posts/edit-post";
import { likeComment, unlikeComment } from "~/domain/posts/like-comment";
import { setCommentPinned } from "~/domain/posts/pin-comment";
import { likePost, savePost, unlikePost, unsavePost } from "~/domain/posts/react-to-post";
import { sharePost } from "~/domain/posts/share-post";
import { blockMember, unblockMember } from "~/domain/safety/block-member";
import { dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";

/** Returns the rows that a use case writes, as D1 counts them: one for the row and one for each index entry. */
async function written(by: Member, act: (ctx: MemberCtx) => Promise<unknown>): Promise<number> {
  const { ctx, cost } = contextOf(by);
  await act(ctx);
  return cost.rowsWritten;
}

const notificationsOf = async (one: Member) =>
  (await listNotifications(contextOf(one).ctx)).items.map(({ id, type, isRead }) => ({ id, type, isRead }));

const readAll = (one: Member) => markAllNotificationsRead(contextOf(one).ctx);

describe("an action writes", () => {
  let [owner, friend, eve]: Member[] = [];
  let postId = "";
  let mediaUrl = "";

  const by = (one: Member | undefined, act: (ctx: MemberCtx) => Promise<unknown>) => {
    if (!one) throw new Error("No member.");
    return written(one, act);
  };

  beforeAll(async () => {
    const [ada, grace, third] = [await member("ada"), await member("grace"), await member("eve")];
    await connect(ada, grace);
    await connect(grace, third);
    ({ id: postId, mediaUrl } = await ada.call("createPost", { body: { mediaUrl: dataUrl } }));
    [owner, friend, eve] = [ada, grace, third];
  });

  test("a like: the like and its index, the post's count and the notification", async () => {
    expect(await by(friend, (ctx) => likePost(ctx, postId))).toBe(4);
    expect(await by(friend, (ctx) => likePost(ctx, postId))).toBe(0);
    // The like is updated before it is deleted. With the record of the unread notification and its three indexes.
    expect(await by(friend, (ctx) => unlikePost(ctx, postId))).toBe(1 + 3 + 4);
    expect(await by(friend, (ctx) => unlikePost(ctx, postId))).toBe(0);
  });

  test("a like of the member's own post: no notification", async () => {
    expect(await by(owner, (ctx) => likePost(ctx, postId))).toBe(3);
  });

  test("a save: the save and its index, and the notification", async () => {
    expect(await by(friend, (ctx) => savePost(ctx, postId))).toBe(3);
    expect(await by(friend, (ctx) => unsavePost(ctx, postId))).toBe(2 + 2 + 4);
  });

  test("a comment: the comment and its index, the post's and the quota's count, the notification and its index", async () => {
    expect(await by(friend, (ctx) => addComment(ctx, postId, { comment: "Lovely" }))).toBe(6);
    const once = { comment: "Lovely", clientId: "c" };
    expect(await by(friend, (ctx) => addComment(ctx, postId, once))).toBe(6);
    expect(await by(friend, (ctx) => addComment(ctx, postId, once))).toBe(0);
    // A mention adds its notification.
    const comment = `@${eve?.username}, look`;
    expect(await by(friend, (ctx) => addComment(ctx, postId, { comment }))).toBe(9);
  });

  test("a reply: as a comment, its second index and the number of replies", async () => {
    const comment = await friend?.call("addComment", { params: { id: postId }, body: { comment: "x" } });
    const reply = { comment: "Lovely", parentId: comment?.id ?? "" };
    expect(await by(friend, (ctx) => addComment(ctx, postId, reply))).toBe(8);
    // The author of the comment, who is not the post's owner, is notified too.
    expect(await by(eve, (ctx) => addComment(ctx, postId, reply))).toBe(11);
  });

  test("an edit of a comment: the comment, and the notification of a new mention with its two indexes", async () => {
    const params = { id: postId };
    const { id = "" } = (await friend?.call("addComment", { params, body: { comment: "Lovely" } })) ?? {};
    expect(await by(friend, (ctx) => editComment(ctx, postId, id, "Lovely sky"))).toBe(1);
    const text = `Lovely sky @${eve?.username}`;
    expect(await by(friend, (ctx) => editComment(ctx, postId, id, text))).toBe(4);
    expect(await by(owner, (ctx) => setCommentPinned(ctx, postId, id, true))).toBe(1);
    expect(await by(owner, (ctx) => setCommentPinned(ctx, postId, id, true))).toBe(0);
    expect(await by(owner, (ctx) => setCommentPinned(ctx, postId, id, false))).toBe(1);
  });

  test("a like of a comment: the like and its index, the comment's count, the notification and its two indexes", async () => {
    const comment = await friend?.call("addComment", { params: { id: postId }, body: { comment: "x" } });
    const id = comment?.id ?? "";
    expect(await by(owner, (ctx) => likeComment(ctx, postId, id))).toBe(6);
    expect(await by(owner, (ctx) => likeComment(ctx, postId, id))).toBe(0);
    expect(await by(owner, (ctx) => unlikeComment(ctx, postId, id))).toBe(3 + 4);
    expect(await by(owner, (ctx) => unlikeComment(ctx, postId, id))).toBe(0);
    expect(await by(friend, (ctx) => likeComment(ctx, postId, id))).toBe(3);
  });

  test("a share: the notification and its three indexes", async () => {
    expect(await by(friend, (ctx) => sharePost(ctx, postId, eve?.id ?? ""))).toBe(4);
  });

  test("a post: the post and its indexes, the member's and the quota's count, its words, the hashtag and its index, and a new folded form", async () => {
    const post = (caption: string) => (ctx: MemberCtx) => createPost(ctx, { caption, mediaUrl });
    const plain = await by(owner, post(""));
    expect(await by(owner, post("Evening, evening sky"))).toBe(plain + 2);
    expect(await by(owner, post("Evening #dusk"))).toBe(plain + 2 + 2);
    // The row of `tag_folds`, which is changed once.
    expect(await by(owner, post("Evening #señal"))).toBe(plain + 2 + 2 + 4);
    expect(await by(owner, post("Evening #señal"))).toBe(plain + 2 + 2);
    let id = "";
    await by(owner, async (ctx) => {
      ({ id } = await createPost(ctx, { caption: "Evening sky at sea", mediaUrl }));
    });
    // The post, and what differs: two words less, one more.
    expect(await by(owner, (ctx) => editPost(ctx, id, { location: "Sky, evening" }))).toBe(1);
    expect(await by(owner, (ctx) => editPost(ctx, id, { location: "", caption: "Evening sky, Porto" }))).toBe(
      1 + 3,
    );
  });
});

describe("the notification of a like or save", () => {
  const reactions = [
    ["like", likePost, unlikePost, "post_likes"],
    ["save", savePost, unsavePost, "post_saves"],
  ] as const;

  test.each(reactions)("is stored once for a %s, until it is deleted", async (type, on, off, table) => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const { ctx } = contextOf(grace);
    const rows = () => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");
    const before = Number(await rows());
    await on(ctx, id);
    const [first] = await notificationsOf(ada);
    expect(first).toMatchObject({ type, isRead: false });
    await readAll(ada);
    for (let times = 0; times < 2; times++) {
      await off(ctx, id);
      await on(ctx, id);
    }
    expect(await notificationsOf(ada)).toEqual([{ ...first, isRead: true }]);
    await off(ctx, id);
    expect(await rows()).toBe(before + 1);

    // A block deletes the notification and what was kept for it.
    await blockMember(contextOf(ada).ctx, grace.id);
    expect(await notificationsOf(ada)).toEqual([]);
    expect(await rows()).toBe(before);
    await unblockMember(contextOf(ada).ctx, grace.id);
    await on(ctx, id);
    const [again] = await notificationsOf(ada);
    expect(again).toMatchObject({ type, isRead: false });
    expect(Number(again?.id)).toBeGreaterThan(Number(first?.id));
  });

  test("is deleted with its sender and with its post, read or not", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    const one = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const two = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const { id } of [one, two]) {
      for (const by of [grace, eve]) {
        await likePost(contextOf(by).ctx, id);
        await savePost(contextOf(by).ctx, id);
        await addComment(contextOf(by).ctx, id, { comment: "x" });
      }
      if (id === one.id) await readAll(ada);
    }
    // Taken back after they were read: the notifications stay, as those of standing likes.
    await unlikePost(contextOf(grace).ctx, one.id);
    await unsavePost(contextOf(eve).ctx, one.id);
    expect(await notificationsOf(ada)).toHaveLength(12);
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(grace.id).run();
    expect(await notificationsOf(ada)).toHaveLength(6);
    expect(await countUnread(contextOf(ada).ctx)).toMatchObject({ count: 3 });
    await ada.call("deletePost", { params: { id: one.id } });
    expect((await notificationsOf(ada)).map(({ isRead }) => isRead)).toEqual([false, false, false]);
    await ada.call("deletePost", { params: { id: two.id } });
    expect(await notificationsOf(ada)).toEqual([]);
    for (const table of ["post_likes", "post_saves", "post_comments", "notices"]) {
      const left = await env.DB.prepare(
        `SELECT count(*) AS n FROM ${table} WHERE ${table === "notices" ? "sender" : "member"} NOT IN (SELECT key FROM users)`,
      ).first("n");
      expect(left, table).toBe(0);
    }
  });
});

test("the ids of a member's notifications grow, also after the newest was deleted", async () => {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await env.DB.prepare(
    `INSERT INTO notices (member, is_read, id, sender, type, created_at)
     SELECT m.key, 1, 9e12, s.key, 'follow', 0 FROM users m, users s WHERE m.id = ? AND s.id = ?`,
  )
    .bind(ada.id, grace.id)
    .run();
  const { ctx } = contextOf(grace);
  await likePost(ctx, id);
  await savePost(ctx, id);
  await addComment(ctx, id, { comment: "x" });
  const ids = (await notificationsOf(ada)).map((notification) => Number(notification.id));
  expect(ids).toEqual([9e12 + 3, 9e12 + 2, 9e12 + 1, 9e12]);
});
