import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { insertMessages } from "../factories/conversations";
import { Tab } from "./channel";
import { dataUrl, errorOf, member } from "./client";
import { connect, twoConnected } from "./connect";

describe("blocking", () => {
  test("hides profile, posts and search hits in both directions and ends the connection", async () => {
    const [ada, eve] = await twoConnected("ada", "eve");
    const posts = {
      ada: await ada.call("createPost", { body: { mediaUrl: dataUrl } }),
      eve: await eve.call("createPost", { body: { mediaUrl: dataUrl } }),
    };
    await eve.call("savePost", { params: { id: posts.ada.id } });
    expect(await eve.call("listSavedPosts")).toHaveLength(1);

    await ada.call("blockMember", { params: { userId: eve.id } });
    await ada.call("blockMember", { params: { userId: eve.id } });
    for (const [viewer, other, post] of [
      [ada, eve, posts.eve],
      [eve, ada, posts.ada],
    ] as const) {
      const profile = await errorOf(await viewer.fetch(`/api/users/profile/${other.username}`));
      expect(profile).toEqual({ status: 404, message: "User not found" });
      expect((await viewer.fetch(`/api/users/profile/${other.username}/posts`)).status).toBe(404);
      expect((await viewer.fetch(`/api/posts/${post.id}`)).status).toBe(404);
      expect(await (await viewer.fetch(`/api/users/search?q=${other.username}`)).json()).toEqual([]);
      expect((await viewer.call("readFeed")).map(({ userId }) => userId)).toEqual([viewer.id]);
    }
    expect(await eve.call("listSavedPosts")).toEqual([]);
    expect((await ada.call("listBlocked")).map(({ id }) => id)).toEqual([eve.id]);
    expect(await eve.call("listBlocked")).toEqual([]);
    expect((await ada.call("readProfile", { params: { username: ada.username } })).followingCount).toBe(0);

    await ada.call("unblockMember", { params: { userId: eve.id } });
    await eve.call("readProfile", { params: { username: ada.username } });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM connection_sides").first("n")).toBe(0);
  });

  test("updates the open tabs of both members and notifies nobody else", async () => {
    const [ada, eve, ivo] = [await member("ada"), await member("eve"), await member("ivo")];
    await connect(ada, eve);
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await eve.call("likePost", { params: { id } });
    const others = await Tab.online(ivo);
    const [hers, theirs] = [await Tab.online(ada), await Tab.online(eve)];
    await ada.call("blockMember", { params: { userId: eve.id } });
    const frame = { fromUserId: ada.id, toUserId: eve.id, status: "disconnected" };
    for (const [tab, other] of [
      [hers, eve],
      [theirs, ada],
    ] as const) {
      expect(await tab.receive("connection_status")).toEqual(frame);
      expect(await tab.receive("offline")).toEqual({ userId: other.id });
      // The notification of Eve's like is deleted too.
      await tab.receive("notifications_read", ({ unread }) => unread === 0);
    }
    await others.settled();
    expect(others.frames).toEqual([]);
  });

  test("removes a pending request from the sender's open page", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    await eve.call("requestConnection", { params: { userId: ada.id } });
    const tab = await Tab.online(eve);
    await ada.call("blockMember", { params: { userId: eve.id } });
    await tab.receive("connection_status", ({ status }) => status === "rejected");
    expect(await tab.receive("notifications_read")).toMatchObject({ unread: 0 });
  });

  test("refuses connection requests, also when written past the calls", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    await ada.call("blockMember", { params: { userId: eve.id } });
    await connect(eve, ada);
    await connect(ada, eve);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM connection_sides").first("n")).toBe(0);
  });

  test("hides posts, hashtags and mentions, and stops messages", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "#hidden" } });
    const own = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("blockMember", { params: { userId: eve.id } });
    for (const path of ["like", "save"])
      expect((await eve.send("POST", `/api/posts/${post.id}/${path}`)).status).toBe(404);
    expect((await eve.send("POST", `/api/posts/${post.id}/comment`, { comment: "hello" })).status).toBe(404);
    expect((await eve.fetch(`/api/posts/${post.id}/comments`)).status).toBe(404);
    expect((await ada.call("readPost", { params: { id: post.id } })).commentCount).toBe(0);
    await eve.call("addComment", { params: { id: own.id }, body: { comment: `@${ada.username} look` } });
    expect(await ada.call("listNotifications")).toEqual([]);
    for (const [one, other] of [
      [ada, eve],
      [eve, ada],
    ] as const) {
      await insertMessages(env.DB, one.id, other.id, ["hi"]);
    }
    expect(await env.DB.prepare("SELECT count(*) AS n FROM chat_messages").first("n")).toBe(0);
  });

  test("sends no mention notification for a refused comment", async () => {
    const [ada, eve, joan] = [await member("ada"), await member("eve"), await member("joan")];
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("blockMember", { params: { userId: eve.id } });
    for (const post of [id, "no-such-post"]) {
      const reply = await eve.send("POST", `/api/posts/${post}/comment`, {
        comment: `Hello @${joan.username}`,
      });
      expect(await errorOf(reply), post).toEqual({ status: 404, message: "Post not found" });
    }
    expect(await joan.call("listNotifications")).toEqual([]);
  });

  test("refuses to share a member's post with a member they blocked", async () => {
    const [ada, eve, ivo] = [await member("ada"), await member("eve"), await member("ivo")];
    await connect(ivo, eve);
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("blockMember", { params: { userId: eve.id } });
    const tab = await Tab.online(eve);
    // The sender, who is not part of the block, does not learn of it.
    await ivo.call("sharePost", { params: { id }, body: { recipientId: eve.id } });
    await ivo.call("addComment", { params: { id }, body: { comment: `@${eve.username} look` } });
    await ada.call("editPost", { params: { id }, body: { caption: `with @${eve.username}` } });
    expect(await eve.call("listNotifications")).toEqual([]);
    await tab.settled();
    for (const { type } of tab.frames) expect(["share_post", "notification"]).not.toContain(type);
  });

  test("hides comments on a third member's post", async () => {
    const [ada, eve, ivo] = [await member("ada"), await member("eve"), await member("ivo")];
    await connect(ada, ivo);
    const { id } = await ivo.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const one of [ada, eve])
      await one.call("addComment", { params: { id }, body: { comment: `from ${one.username}` } });
    await ada.call("blockMember", { params: { userId: eve.id } });
    const authors = (comments: { userId: string }[]) => comments.map(({ userId }) => userId);
    for (const one of [ada, eve]) {
      expect(authors(await one.call("listComments", { params: { id } }))).toEqual([one.id]);
      expect(authors((await one.call("readPost", { params: { id } })).comments)).toEqual([one.id]);
    }
    const [card] = await ada.call("readFeed");
    expect(authors(card?.comments ?? [])).toEqual([ada.id]);
    expect(authors(await ivo.call("listComments", { params: { id } }))).toEqual([ada.id, eve.id]);
  });

  test("refuses to block oneself or an unknown member; only the blocker can unblock", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    expect((await errorOf(await ada.send("POST", `/api/blocks/${ada.id}`))).message).toBe(
      "You cannot block yourself.",
    );
    expect((await ada.send("POST", "/api/blocks/nobody")).status).toBe(404);
    await ada.call("blockMember", { params: { userId: eve.id } });
    await eve.call("unblockMember", { params: { userId: ada.id } });
    expect((await eve.fetch(`/api/users/profile/${ada.username}`)).status).toBe(404);
  });
});
