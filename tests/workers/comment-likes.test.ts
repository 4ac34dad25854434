import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { TAB_HEADER } from "~/contract/tab";
import { dataUrl, errorOf, type Member, member } from "./client";
import { connect, openChannel } from "./connect";

/** A post of Ada with a comment of Grace, her connection; Eve is a stranger. */
async function commented(comment = "What a sky over the harbour tonight") {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id: commentId } = await grace.call("addComment", { params: { id }, body: { comment } });
  return { ada, grace, eve, id, commentId, params: { id, commentId } };
}

const notificationsOf = async (one: Member) =>
  (await one.call("listNotifications")).filter(({ type }) => type === "comment_like");

const likesStored = (commentId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM comment_likes WHERE comment = ?").bind(commentId).first("n");

const likesIn = (comments: { likeCount?: number | undefined; isLiked?: boolean | undefined }[]) =>
  comments.map(({ likeCount, isLiked }) => [likeCount, isLiked]);

describe("a like of a comment", () => {
  test("is counted once, removed once, and returns the current state", async () => {
    const { ada, grace, eve, id, commentId, params } = await commented();
    const state = (likeCount: number, isLiked: boolean) => ({ postId: id, commentId, likeCount, isLiked });
    expect(await ada.call("likeComment", { params })).toEqual(state(1, true));
    expect(await ada.call("likeComment", { params })).toEqual(state(1, true));
    expect(await eve.call("likeComment", { params })).toEqual(state(2, true));
    expect(await grace.call("likeComment", { params })).toEqual(state(3, true));
    expect(await ada.call("unlikeComment", { params })).toEqual(state(2, false));
    expect(await ada.call("unlikeComment", { params })).toEqual(state(2, false));
    for (const [by, isLiked] of [
      [ada, false],
      [eve, true],
    ] as const) {
      expect(likesIn((await by.call("readPost", { params: { id } })).comments)).toEqual([[2, isLiked]]);
      expect(likesIn(await by.call("listComments", { params: { id } }))).toEqual([[2, isLiked]]);
    }
    // Cards have no room for them.
    const [card] = await grace.call("readFeed");
    expect(likesIn(card?.comments ?? [])).toEqual([[undefined, undefined]]);
  });

  test("has the right count after forty concurrent toggles of two members", async () => {
    const { ada, eve, id, commentId, params } = await commented();
    const path = `/api/posts/${id}/comments/${commentId}/like`;
    const toggles = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? ada : eve).send(n % 3 ? "POST" : "DELETE", path),
    );
    for (const reply of await Promise.all(toggles)) expect(reply.status).toBe(200);
    const count = await likesStored(commentId);
    expect((await ada.call("listComments", { params: { id } }))[0]?.likeCount).toBe(count);
    await ada.call("likeComment", { params });
    expect(await eve.call("unlikeComment", { params })).toMatchObject({ likeCount: 1 });
  });

  test("notifies the author of the comment once, with its beginning, and nobody of an own like", async () => {
    const { ada, grace, id, commentId, params } = await commented();
    const frames = await openChannel(grace);
    await grace.call("likeComment", { params });
    for (let n = 0; n < 2; n++) await ada.call("likeComment", { params });
    const about = {
      type: "comment_like",
      entityId: id,
      commentId,
      message: "What a sky over the harbour to…",
    };
    expect(await notificationsOf(grace)).toMatchObject([
      { ...about, isRead: false, fromUser: { id: ada.id } },
    ]);
    expect(await notificationsOf(ada)).toEqual([]);
    const received = () => frames.flatMap(({ type, payload }) => (type === "notification" ? [payload] : []));
    await expect
      .poll(received)
      .toEqual([{ ...about, id: expect.any(String), fromUserId: ada.id, fromUsername: ada.username }]);
    // Taking it back deletes an unread notification; a read one stays and is not repeated.
    await ada.call("unlikeComment", { params });
    expect(await notificationsOf(grace)).toEqual([]);
    expect((await grace.call("countUnreadNotifications")).count).toBe(0);
    await expect.poll(() => frames.map(({ type }) => type)).toContain("notification_deleted");
    await ada.call("likeComment", { params });
    await grace.call("readAllNotifications");
    await ada.call("unlikeComment", { params });
    await ada.call("likeComment", { params });
    expect(await notificationsOf(grace)).toMatchObject([{ ...about, isRead: true }]);
  });

  test("reaches the tabs of the member and of the post's audience, and nobody else", async () => {
    const { ada, grace, eve, id, commentId } = await commented();
    const [owner, friend, own] = [await openChannel(ada), await openChannel(grace), await openChannel(eve)];
    const path = `/api/posts/${id}/comments/${commentId}/like`;
    await eve.fetch(path, { method: "POST", headers: { [TAB_HEADER]: "left" } });
    const update = { type: "comment_like_update", payload: { postId: id, commentId, count: 1 } };
    await expect.poll(() => owner).toContainEqual(update);
    await expect.poll(() => friend).toContainEqual(update);
    const state = { postId: id, commentId, likeCount: 1, isLiked: true, tab: "left" };
    await expect.poll(() => own).toEqual([{ type: "comment_like_state", payload: state }]);
    expect(owner.filter(({ type }) => type === "comment_like_state")).toEqual([]);
  });

  test("is deleted with the comment, its member and the post, with the notification", async () => {
    const { ada, grace, eve, id, commentId, params } = await commented();
    const second = await grace.call("addComment", { params: { id }, body: { comment: "Two" } });
    for (const by of [ada, eve])
      for (const one of [commentId, second.id])
        await by.call("likeComment", { params: { id, commentId: one } });
    expect(await notificationsOf(grace)).toHaveLength(4);
    await ada.call("deleteComment", { params });
    expect((await notificationsOf(grace)).map((notification) => notification.commentId)).toEqual([
      second.id,
      second.id,
    ]);
    await eve.call("deleteAccount", { body: { confirmation: eve.username, currentPassword: "sunset" } });
    expect((await ada.call("listComments", { params: { id } }))[0]).toMatchObject({
      likeCount: 1,
      isLiked: true,
    });
    expect((await notificationsOf(grace)).map(({ fromUser }) => fromUser.id)).toEqual([ada.id]);
    await ada.call("deletePost", { params: { id } });
    expect(await notificationsOf(grace)).toEqual([]);
    for (const one of [commentId, second.id]) expect(await likesStored(one)).toBe(0);
  });

  test("between members with a block is not possible, and a block deletes its notification", async () => {
    const { ada, grace, eve, id, commentId, params } = await commented();
    await eve.call("likeComment", { params });
    expect(await notificationsOf(grace)).toHaveLength(1);
    await grace.call("blockMember", { params: { userId: eve.id } });
    expect(await notificationsOf(grace)).toEqual([]);
    for (const method of ["POST", "DELETE"]) {
      const reply = await eve.send(method, `/api/posts/${id}/comments/${commentId}/like`);
      expect(await errorOf(reply)).toEqual({ status: 404, message: "Comment not found" });
    }
    expect((await ada.call("listComments", { params: { id } }))[0]?.likeCount).toBe(1);
    const missing = await ada.send("POST", `/api/posts/${id}/comments/nothing/like`);
    expect(await errorOf(missing)).toEqual({ status: 404, message: "Comment not found" });
  });

  test("by a muted member counts and does not notify; a mute deletes the notification", async () => {
    const { grace, eve, params } = await commented();
    await eve.call("likeComment", { params });
    await grace.call("muteMember", { params: { userId: eve.id } });
    expect(await notificationsOf(grace)).toEqual([]);
    await eve.call("unlikeComment", { params });
    expect(await eve.call("likeComment", { params })).toMatchObject({ likeCount: 1 });
    expect(await notificationsOf(grace)).toEqual([]);
    expect((await grace.call("countUnreadNotifications")).count).toBe(0);
  });

  test("does not notify an author who may no longer see the post", async () => {
    const { ada, grace, id, params } = await commented();
    await ada.call("editPost", { params: { id }, body: { visibility: "connections" } });
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect(await ada.call("likeComment", { params })).toMatchObject({ likeCount: 1 });
    expect(await notificationsOf(grace)).toEqual([]);
  });

  test("is gone from a comment that a moderator removes and restores", async () => {
    const { ada, grace, id, commentId, params } = await commented();
    await ada.call("likeComment", { params });
    await env.DB.prepare("DELETE FROM post_comments WHERE id = ?").bind(commentId).run();
    await env.DB.prepare(
      `INSERT INTO post_comments (post, id, member, comment, created_at)
       SELECT p.key, ?, u.key, 'x', 1 FROM posts p, users u WHERE p.id = ? AND u.id = ?`,
    )
      .bind(commentId, id, grace.id)
      .run();
    expect(likesIn(await ada.call("listComments", { params: { id } }))).toEqual([[0, false]]);
    expect(await notificationsOf(grace)).toEqual([]);
  });
});
