import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { COMMENT_EDIT_MINUTES, COMMENT_MAX } from "~/contract/limits";
import type { NotificationType } from "~/contract/notifications";
import { dataUrl, errorOf, type Member, member } from "./client";
import { connect, openChannel } from "./connect";

/** A post of Ada with a comment of Grace, her connection; Eve is a stranger. */
async function commented(comment = "What a sky") {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const add = (by: Member, text: string, parentId?: string) =>
    by.call("addComment", { params: { id }, body: { comment: text, parentId } });
  const first = await add(grace, comment);
  const params = { id, commentId: first.id };
  const edit = (by: Member, text: string, commentId = first.id) =>
    by.call("editComment", { params: { id, commentId }, body: { comment: text } });
  const refused = async (by: Member, text: unknown) =>
    errorOf(await by.send("PATCH", `/api/posts/${id}/comments/${first.id}`, { comment: text }));
  return { ada, grace, eve, id, params, add, first, edit, refused };
}

const notificationsOf = async (one: Member, type: NotificationType) =>
  (await one.call("listNotifications")).filter((notification) => notification.type === type);

describe("an edit of a comment", () => {
  test("changes its text, marks it with the time, and shows on cards and lists", async () => {
    const { ada, grace, id, first, edit } = await commented();
    expect(first.editedAt).toBeNull();
    expect(await edit(grace, "What a sky")).toEqual(first);
    const edited = await edit(grace, "  What a sea ");
    expect(edited).toEqual({ ...first, comment: "What a sea", editedAt: expect.any(String) });
    expect(Date.parse(edited.editedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(first.createdAt));
    expect(await ada.call("listComments", { params: { id } })).toEqual([edited]);
    expect((await ada.call("readPost", { params: { id } })).comments).toEqual([edited]);
    expect((await ada.call("readFeed"))[0]?.comments).toMatchObject([{ comment: "What a sea" }]);
    expect((await edit(grace, "What a sky")).editedAt).not.toBeNull();
  });

  test("notifies members whom it adds, each once, and not of the comment itself again", async () => {
    const { ada, grace, eve, edit, first, add } = await commented();
    const frames = await openChannel(eve);
    await edit(grace, `Look @${eve.username} and @${ada.username}`);
    await edit(grace, "Look");
    await edit(grace, `Again @${eve.username}`);
    expect(await notificationsOf(eve, "mention")).toMatchObject([{ commentId: first.id }]);
    expect(await notificationsOf(ada, "mention")).toEqual([]);
    expect(await notificationsOf(ada, "comment")).toHaveLength(1);
    await expect
      .poll(() => frames)
      .toContainEqual({
        type: "notification",
        payload: expect.objectContaining({ type: "mention", commentId: first.id, fromUserId: grace.id }),
      });
    // Another comment on the post mentions her by itself.
    const second = await add(grace, "Two");
    await edit(grace, `Two @${eve.username}`, second.id);
    expect(await notificationsOf(eve, "mention")).toHaveLength(2);
    // The author of the comment that it replies to has the notification of the reply.
    const reply = await add(eve, "Yes", first.id);
    await edit(eve, `Yes @${grace.username}`, reply.id);
    expect(await notificationsOf(grace, "mention")).toEqual([]);
  });

  test("does not notify members of a muted word that it adds", async () => {
    const { grace, eve, edit } = await commented();
    await eve.call("muteWord", { body: { word: "kale" } });
    await edit(grace, `Kale for @${eve.username}`);
    expect(await notificationsOf(eve, "mention")).toEqual([]);
  });

  test("is possible for 15 minutes, for its author only, and with a text that a comment may have", async () => {
    const { ada, grace, eve, id, first, refused, edit } = await commented();
    for (const by of [ada, eve])
      expect(await refused(by, "Mine")).toEqual({
        status: 403,
        message: "Only its author can edit a comment.",
      });
    expect((await refused(grace, " ")).status).toBe(422);
    expect((await refused(grace, "x".repeat(COMMENT_MAX + 1))).message).toBe(
      `Comment must not be longer than ${COMMENT_MAX} characters.`,
    );
    const age = (ms: number) =>
      env.DB.prepare("UPDATE post_comments SET created_at = ? WHERE id = ?")
        .bind(Date.now() - ms, first.id)
        .run();
    await age(COMMENT_EDIT_MINUTES * 60_000 - 60_000);
    await edit(grace, "Still");
    await age(COMMENT_EDIT_MINUTES * 60_000);
    const late = { status: 403, message: "A comment can be edited for 15 minutes." };
    expect(await refused(grace, "Late")).toEqual(late);
    expect((await ada.call("listComments", { params: { id } }))[0]?.comment).toBe("Still");
    await grace.call("deleteComment", { params: { id, commentId: first.id } });
    expect(await refused(grace, "Gone")).toEqual({ status: 404, message: "Comment not found" });
  });

  test("is not possible where the member may no longer comment or see the post", async () => {
    const { ada, grace, refused } = await commented();
    await ada.call("setCommenters", { body: { from: "nobody" } });
    expect((await refused(grace, "New")).status).toBe(403);
    await ada.call("setCommenters", { body: { from: "everyone" } });
    await env.DB.prepare("UPDATE users SET silenced_until = '2999-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(grace.id)
      .run();
    expect((await refused(grace, "New")).status).toBe(403);
    await env.DB.prepare("UPDATE users SET silenced_until = NULL WHERE id = ?").bind(grace.id).run();
    await ada.call("blockMember", { params: { userId: grace.id } });
    expect((await refused(grace, "New")).status).toBe(404);
  });
});

describe("a pinned comment", () => {
  test("is with the post wherever it is in the list, one at a time", async () => {
    const { ada, grace, eve, id, params, add } = await commented("First");
    const later: string[] = [];
    for (let n = 0; n < 21; n++) later.push((await add(ada, `No. ${n}`)).id);
    const last = later.at(-1) ?? "";
    const pinned = async (by: Member) => (await by.call("readPost", { params: { id } })).pinnedComment?.id;
    expect(await pinned(eve)).toBeUndefined();
    for (let times = 0; times < 2; times++) await ada.call("pinComment", { params: { id, commentId: last } });
    expect(await pinned(eve)).toBe(last);
    const { comments } = await eve.call("readPost", { params: { id } });
    expect([comments.length, comments[0]?.comment]).toEqual([20, "First"]);
    expect((await grace.call("readFeed"))[0]).not.toHaveProperty("pinnedComment");
    await ada.call("pinComment", { params });
    expect(await pinned(grace)).toBe(params.commentId);
    // Unpinning one that is not pinned leaves the other.
    await ada.call("unpinComment", { params: { id, commentId: last } });
    expect(await pinned(grace)).toBe(params.commentId);
    for (let times = 0; times < 2; times++) await ada.call("unpinComment", { params });
    expect(await pinned(grace)).toBeUndefined();
  });

  test("loses the pin when it is deleted by its author or the post's owner, and when it is hidden", async () => {
    const { ada, grace, id, params, add } = await commented();
    const stored = () =>
      env.DB.prepare("SELECT pinned_comment FROM posts WHERE id = ?").bind(id).first("pinned_comment");
    const other = await add(grace, "Two");
    await ada.call("pinComment", { params });
    await ada.call("deleteComment", { params: { id, commentId: other.id } });
    expect(await stored()).toBe(params.commentId);
    await grace.call("deleteComment", { params });
    expect(await stored()).toBeNull();
    for (const call of ["deleteComment", "hideComment"] as const) {
      const { id: commentId } = await add(grace, "Next");
      await ada.call("pinComment", { params: { id, commentId } });
      expect(await stored()).toBe(commentId);
      await ada.call(call, { params: { id, commentId } });
      expect(await stored()).toBeNull();
    }
  });

  test("is a comment, which is not hidden, of the member's own post", async () => {
    const { ada, grace, id, first, add } = await commented();
    const pin = async (by: Member, commentId: string) =>
      errorOf(await by.send("POST", `/api/posts/${id}/comments/${commentId}/pin`));
    const reply = await add(ada, "Reply", first.id);
    expect(await pin(ada, reply.id)).toMatchObject({ status: 422, message: "A reply cannot be pinned." });
    await ada.call("hideComment", { params: { id, commentId: first.id } });
    expect(await pin(ada, first.id)).toMatchObject({
      status: 422,
      message: "A hidden comment cannot be pinned.",
    });
    expect(await pin(grace, first.id)).toEqual({
      status: 403,
      message: "Only the post's owner can pin a comment.",
    });
    expect((await ada.call("readPost", { params: { id } })).pinnedComment).toBeUndefined();
  });

  test("does not show to members who do not see its author or one of its words", async () => {
    const { ada, grace, eve, id, params } = await commented("Kale");
    await ada.call("pinComment", { params });
    const isShown = async () => (await eve.call("readPost", { params: { id } })).pinnedComment !== undefined;
    expect(await isShown()).toBe(true);
    await eve.call("muteWord", { body: { word: "kale" } });
    expect(await isShown()).toBe(false);
    await eve.call("unmuteWord", { params: { word: "kale" } });
    await eve.call("muteMember", { params: { userId: grace.id } });
    expect(await isShown()).toBe(false);
    await eve.call("unmuteMember", { params: { userId: grace.id } });
    await grace.call("blockMember", { params: { userId: eve.id } });
    expect(await isShown()).toBe(false);
  });
});
