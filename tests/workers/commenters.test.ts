import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { type Client, dataUrl, errorOf, member } from "./client";
import { connect } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** The owner of a post, a connection and a stranger. */
async function three() {
  const [owner, friend, stranger] = [await member("ada"), await member("grace"), await member("eve")];
  await connect(owner, friend);
  const { id } = await owner.call("createPost", { body: { mediaUrl: dataUrl } });
  const comment = (by: Client, body: Record<string, string> = { comment: "Hello" }) =>
    by.send("POST", `/api/posts/${id}/comment`, body);
  const statuses = async () => {
    const replies = [];
    for (const by of [owner, friend, stranger]) replies.push((await comment(by)).status);
    return replies;
  };
  const seen = async () => {
    const views = [];
    for (const by of [owner, friend, stranger])
      views.push((await by.call("readPost", { params: { id } })).commenting);
    return views;
  };
  return { owner, friend, stranger, id, comment, statuses, seen };
}

describe("the setting of the members who may comment", () => {
  test.each([
    ["everyone", [201, 201, 201], ["open", "open", "open"]],
    ["connections", [201, 201, 403], ["open", "open", "connections"]],
    ["nobody", [201, 403, 403], ["open", "nobody", "nobody"]],
  ] as const)("%s: owner, connection and stranger get %j", async (from, statuses, views) => {
    const { owner, friend, ...world } = await three();
    expect(await owner.call("setCommenters", { body: { from } })).toEqual({ from });
    expect(await world.seen()).toEqual(views);
    expect((await friend.call("readFeed"))[0]?.commenting).toBe(views[1]);
    expect(await world.statuses()).toEqual(statuses);
  });

  test("follows the connection", async () => {
    const { owner, friend, comment, seen } = await three();
    await owner.call("setCommenters", { body: { from: "connections" } });
    await owner.call("disconnect", { params: { userId: friend.id } });
    expect(await seen()).toEqual(["open", "connections", "connections"]);
    expect((await comment(friend)).status).toBe(403);
    await connect(friend, owner);
    expect((await comment(friend)).status).toBe(201);
  });

  test("is refused with the reason, counts no use of the quota and notifies nobody", async () => {
    const { owner, friend, stranger, comment } = await three();
    const rows = async () => {
      const results = await env.DB.batch(
        ["post_comments", "notices", "quota_counters"].map((name) => env.DB.prepare(`SELECT * FROM ${name}`)),
      );
      return results.map(({ results: one }) => one);
    };
    for (const [from, message] of [
      ["connections", "Only connections of this member can comment."],
      ["nobody", "This member has turned off comments."],
    ]) {
      await owner.call("setCommenters", { body: { from } });
      const before = await rows();
      const reply = await comment(stranger, { comment: `Hello @${friend.username}` });
      expect(await errorOf(reply)).toEqual({ status: 403, message });
      expect(await rows()).toEqual(before);
    }
  });

  test("returns a comment that was stored before, for its repeated request, and lets it be deleted", async () => {
    const { owner, stranger, id, comment } = await three();
    const sent = { comment: "First", clientId: "one" };
    const stored: { id: string } = await (await comment(stranger, sent)).json();
    await owner.call("setCommenters", { body: { from: "nobody" } });
    const repeated = await comment(stranger, sent);
    expect([repeated.status, await repeated.json()]).toEqual([201, stored]);
    expect(await stranger.call("listComments", { params: { id } })).toMatchObject([{ id: stored.id }]);
    await stranger.call("deleteComment", { params: { id, commentId: stored.id } });
  });

  test("is 404 across a block, not the setting", async () => {
    const { owner, stranger, comment } = await three();
    await owner.call("setCommenters", { body: { from: "nobody" } });
    await owner.call("blockMember", { params: { userId: stranger.id } });
    expect(await errorOf(await comment(stranger))).toEqual({ status: 404, message: "Post not found" });
  });

  test("is one of three", async () => {
    const { owner } = await three();
    const message = "Please choose who can comment on your posts.";
    for (const body of [{}, { from: "friends" }]) {
      const reply = await owner.send("POST", "/api/users/commenters", body);
      expect(await errorOf(reply)).toEqual({ status: 422, message, errors: { from: [message] } });
    }
  });
});
