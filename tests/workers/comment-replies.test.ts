import { describe, expect, test } from "vitest";
import type { CommentView } from "~/contract/comments";
import { dataUrl, errorOf, type Member, member } from "./client";
import { connect, openChannel } from "./connect";

/** A post of Ada with a comment of Grace, her connection; Eve is a stranger. */
async function commented() {
  const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(ada, grace);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  const params = { id };
  const add = (by: Member, comment: string, parentId?: string) =>
    by.call("addComment", { params, body: { comment, parentId } });
  const first = await add(grace, "One");
  const list = async (by: Member, parent: string): Promise<CommentView[]> =>
    (await by.fetch(`/api/posts/${id}/comments?parent=${parent}`)).json();
  const all = (by: Member) => by.call("listComments", { params });
  const of = (commentId: string) => ({ params: { id, commentId } });
  return { ada, grace, eve, id, params, add, first, list, all, of };
}

const textsOf = (comments: CommentView[]) => comments.map(({ comment }) => comment);

const notificationsOf = async (one: Member) =>
  (await one.call("listNotifications"))
    .filter(({ type }) => !type.startsWith("connection"))
    .map(({ type, commentId }) => `${type} ${commentId}`);

describe("a reply", () => {
  test("belongs to a comment, counts with it, and is in the list of all comments", async () => {
    const { ada, grace, eve, id, params, add, first, list, all } = await commented();
    const two = await add(eve, "Two");
    const reply = await add(ada, "To one", first.id);
    expect(reply).toMatchObject({ parentId: first.id, replyCount: 0 });
    // A reply to a reply belongs to the same comment.
    expect(await add(grace, "To that", reply.id)).toMatchObject({ parentId: first.id });
    await add(eve, "To two", two.id);
    expect(textsOf(await all(grace))).toEqual(["One", "Two", "To one", "To that", "To two"]);
    expect(textsOf((await eve.call("readPost", { params })).comments)).toEqual(textsOf(await all(eve)));
    const top = await list(grace, "none");
    expect(top.map(({ comment, replyCount, parentId }) => [comment, replyCount, parentId])).toEqual([
      ["One", 2, null],
      ["Two", 1, null],
    ]);
    expect(textsOf(await list(grace, first.id))).toEqual(["To one", "To that"]);
    expect(await list(grace, "nothing")).toEqual([]);
    expect((await ada.call("readPost", { params })).commentCount).toBe(5);
    // Pages of replies continue after the cursor.
    const page = await eve.fetch(`/api/posts/${id}/comments?parent=${first.id}&limit=1`);
    expect(textsOf(await page.json())).toEqual(["To one"]);
    const next = /<([^>]+)>/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    expect(textsOf(await (await eve.fetch(next)).json())).toEqual(["To that"]);
  });

  test("notifies the author of the comment, the post's owner and mentioned members, each once", async () => {
    const { ada, grace, eve, add, first } = await commented();
    for (const one of [ada, grace]) await one.call("readAllNotifications");
    const before = await notificationsOf(ada);
    const frames = await openChannel(grace);
    const reply = await add(eve, `Yes @${grace.username} and @${ada.username}`, first.id);
    expect(await notificationsOf(grace)).toEqual([`comment_reply ${reply.id}`]);
    expect(await notificationsOf(ada)).toEqual([`comment ${reply.id}`, ...before]);
    await expect
      .poll(() => frames)
      .toContainEqual({
        type: "notification",
        payload: expect.objectContaining({ type: "comment_reply", commentId: reply.id, fromUserId: eve.id }),
      });
    // To a reply: the author of the comment again, and its own author by the mention.
    const second = await add(ada, `@${eve.username} thanks`, reply.id);
    expect(await notificationsOf(eve)).toEqual([`mention ${second.id}`]);
    expect(await notificationsOf(grace)).toEqual([`comment_reply ${second.id}`, `comment_reply ${reply.id}`]);
    // Not of an own reply, and the owner of the post only of the comment.
    await add(grace, "Mine", first.id);
    expect(await notificationsOf(grace)).toHaveLength(2);
    const own = await add(ada, "By the owner");
    const last = await add(eve, "To the owner", own.id);
    expect((await notificationsOf(ada))[0]).toBe(`comment ${last.id}`);
    expect(
      (await notificationsOf(ada)).filter((notification) => notification.endsWith(last.id)),
    ).toHaveLength(1);
  });

  test("changes the number of replies in the tabs of the post's audience", async () => {
    const { ada, grace, eve, id, add, first, of } = await commented();
    const frames = [await openChannel(ada), await openChannel(grace)];
    const expectCount = async (count: number) => {
      const payload = { postId: id, commentId: first.id, count };
      for (const one of frames)
        await expect.poll(() => one).toContainEqual({ type: "comment_reply_update", payload });
    };
    const reply = await add(eve, "Reply", first.id);
    await expectCount(1);
    await eve.call("deleteComment", of(reply.id));
    await expectCount(0);
  });

  test("by a muted member does not notify; a mute deletes the notification", async () => {
    const { grace, eve, add, first } = await commented();
    await add(eve, "Before", first.id);
    expect(await notificationsOf(grace)).toHaveLength(1);
    await grace.call("muteMember", { params: { userId: eve.id } });
    expect(await notificationsOf(grace)).toEqual([]);
    await add(eve, "After", first.id);
    expect(await notificationsOf(grace)).toEqual([]);
  });

  test("is deleted with its comment, which counts right; deleting it leaves the others", async () => {
    const { ada, grace, eve, params, add, first, all, of } = await commented();
    const replies = [await add(ada, "A", first.id), await add(eve, "B", first.id)];
    await add(ada, "Two");
    await ada.call("likeComment", of(replies[1]?.id ?? ""));
    expect(await notificationsOf(eve)).toHaveLength(1);
    await ada.call("deleteComment", of(replies[0]?.id ?? ""));
    expect((await all(ada))[0]).toMatchObject({ comment: "One", replyCount: 1 });
    expect((await ada.call("readPost", { params })).commentCount).toBe(3);
    await grace.call("deleteComment", of(first.id));
    expect(textsOf(await all(ada))).toEqual(["Two"]);
    expect((await ada.call("readPost", { params })).commentCount).toBe(1);
    for (const one of [grace, eve]) expect(await notificationsOf(one)).toEqual([]);
    const gone = await eve.send("POST", `/api/posts/${params.id}/comment`, {
      comment: "C",
      parentId: first.id,
    });
    expect(await errorOf(gone)).toEqual({ status: 404, message: "Comment not found" });
  });

  test("is deleted with the account of the comment's author", async () => {
    const { ada, grace, eve, params, add, first } = await commented();
    await add(eve, "Reply", first.id);
    await add(ada, "Two");
    await grace.call("deleteAccount", { body: { confirmation: grace.username, currentPassword: "sunset" } });
    const post = await ada.call("readPost", { params });
    expect([textsOf(post.comments), post.commentCount]).toEqual([["Two"], 1]);
  });

  test("with a repeated clientId is stored once", async () => {
    const { ada, params, first } = await commented();
    const body = { comment: "Once", parentId: first.id, clientId: "once" };
    const [one, two] = await Promise.all([1, 2].map(() => ada.call("addComment", { params, body })));
    expect(one).toMatchObject({ parentId: first.id });
    expect(two).toEqual(one);
    expect((await ada.call("readPost", { params })).commentCount).toBe(2);
  });

  test("is not possible to a comment of another post, across a block, or where comments are closed", async () => {
    const { ada, grace, eve, id, add, first } = await commented();
    const other = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const body = { comment: "Reply", parentId: first.id };
    const missing = { status: 404, message: "Comment not found" };
    expect(await errorOf(await eve.send("POST", `/api/posts/${other.id}/comment`, body))).toEqual(missing);
    const reply = await add(ada, "Of the owner", first.id);
    await grace.call("blockMember", { params: { userId: eve.id } });
    for (const parentId of [first.id, reply.id]) {
      const refused = await eve.send("POST", `/api/posts/${id}/comment`, { ...body, parentId });
      expect(await errorOf(refused), parentId).toEqual(missing);
    }
    await ada.call("setCommenters", { body: { from: "nobody" } });
    expect((await grace.send("POST", `/api/posts/${id}/comment`, body)).status).toBe(403);
    const invalid = await ada.send("POST", `/api/posts/${id}/comment`, { ...body, parentId: "" });
    expect(invalid.status).toBe(422);
  });

  test("is hidden and shown with its comment, also a later one", async () => {
    const { ada, eve, add, first, list, of } = await commented();
    await add(eve, "Before", first.id);
    await ada.call("hideComment", of(first.id));
    await add(eve, "After", first.id);
    const hidden = async () => (await list(eve, first.id)).map(({ isHidden }) => isHidden);
    expect(await hidden()).toEqual([true, true]);
    expect((await ada.call("readFeed"))[0]?.comments).toEqual([]);
    await ada.call("unhideComment", of(first.id));
    expect(await hidden()).toEqual([false, false]);
  });
});
