import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { decisionInput } from "~/contract/moderation";
import { decide } from "~/domain/moderation/decide";
import { addComment } from "~/domain/posts/add-comment";
import { Tab } from "./channel";
import { dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";

const newPost = async (by: Member) => (await by.call("createPost", { body: { mediaUrl: dataUrl } })).id;

const typesOf = async (one: Member) => (await one.call("listNotifications")).map(({ type }) => type);

const say = (by: Member, postId: string, comment: string, parentId?: string) =>
  addComment(contextOf(by).ctx, postId, { comment, parentId });

test("a deleted comment takes the notifications of it and of its replies along, at once on open pages", async () => {
  const [owner, author, other, named] = [
    await member("owner"),
    await member("author"),
    await member("other"),
    await member("named"),
  ];
  const postId = await newPost(owner);
  const mine = await say(author, postId, `Look, @${named.username}`);
  const kept = await say(other, postId, "Another one");
  await say(other, postId, "A reply", mine.id);
  expect(await typesOf(owner)).toEqual(["comment", "comment", "comment"]);
  expect(await typesOf(author)).toEqual(["comment_reply"]);
  expect(await typesOf(named)).toEqual(["mention"]);
  // Those that were read go too.
  const [, , oldest] = await owner.call("listNotifications");
  await owner.call("readNotification", { params: { id: oldest?.id ?? "" } });
  const tabs = await Promise.all([owner, author, named].map((one) => Tab.online(one)));
  await author.call("deleteComment", { params: { id: postId, commentId: mine.id } });
  for (const [at, tab] of tabs.entries()) {
    expect(await tab.receive("notification_deleted")).toEqual({
      commentId: mine.id,
      unread: at === 0 ? 1 : 0,
      last: expect.any(String),
    });
  }
  expect(await owner.call("listNotifications")).toMatchObject([{ type: "comment", commentId: kept.id }]);
  expect(await typesOf(author)).toEqual([]);
  expect(await typesOf(named)).toEqual([]);
});

test("a comment that a moderator removes takes its notifications along, at once on open pages", async () => {
  const [owner, author, mo] = [
    await member("owner"),
    await member("author"),
    await member("mo", "moderator"),
  ];
  const postId = await newPost(owner);
  const { id: commentId } = await say(author, postId, "Buy my pills");
  await say(owner, postId, "No", commentId);
  await owner.call("report", { body: { postId, commentId, reason: "spam" } });
  const [hers, his] = [await Tab.online(owner), await Tab.online(author)];
  const report = await env.DB.prepare("SELECT id FROM abuse_reports WHERE subject_id = ?")
    .bind(commentId)
    .first<string>("id");
  const { ctx } = contextOf(mo);
  await decide(ctx, report ?? "", decisionInput.parse({ action: "remove", reason: "spam" }));
  for (const tab of [hers, his]) {
    await tab.receive("notification_deleted", (about) => about.commentId === commentId);
  }
  expect(await typesOf(owner)).toEqual(["report_reviewed"]);
  expect(await typesOf(author)).toEqual(["moderation"]);
});

test("a deleted account takes its notifications along, at once on open pages", async () => {
  const [owner, gone, stays] = [await member("owner"), await member("gone"), await member("stays")];
  const postId = await newPost(owner);
  for (const one of [gone, stays]) await one.call("likePost", { params: { id: postId } });
  await say(gone, postId, "Farewell");
  const tab = await Tab.online(owner);
  await gone.call("deleteAccount", {
    body: { confirmation: gone.username, currentPassword: "sunset" },
  });
  expect(await tab.receive("notification_deleted")).toMatchObject({ fromUserId: gone.id, unread: 1 });
  expect(await typesOf(owner)).toEqual(["like"]);
});

test("a deleted post leaves the pages of its author and of connections, and its notifications those of everybody", async () => {
  const [owner, friend, stranger] = [await member("owner"), await member("friend"), await member("stranger")];
  await connect(owner, friend);
  const postId = await newPost(owner);
  const { id: parent } = await say(stranger, postId, "Lovely");
  await say(friend, postId, "It is", parent);
  const [own, theirs, other] = [
    await Tab.online(owner),
    await Tab.online(friend),
    await Tab.online(stranger),
  ];
  await owner.call("deletePost", { params: { id: postId } });
  for (const tab of [own, theirs]) expect(await tab.receive("post_deleted")).toEqual({ postId });
  for (const tab of [own, other]) {
    expect(await tab.receive("notification_deleted")).toMatchObject({ entityId: postId, unread: 0 });
  }
  await other.settled();
  expect(other.frames.filter(({ type }) => type === "post_deleted")).toEqual([]);
});
