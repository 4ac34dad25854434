import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "~/contract/moderation-views";
import { openDb } from "~/db/client";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { r2MediaStore } from "~/platform/media/r2-store";
import { insertMessages } from "../factories/conversations";
import { dataUrl, errorOf, member } from "./client";
import { connect, twoConnected } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

interface Stored {
  kind: string;
  member_id: string;
  subject_id: string;
  post_id: string;
  reason: string;
  details: string;
  urgency: number;
  media_id: string | null;
  closed_at: string | null;
  snapshot: Snapshot;
}

/** Returns a member's stored reports, the last one first. */
async function storedBy({ id }: { id: string }): Promise<Stored[]> {
  const { results } = await env.DB.prepare(
    "SELECT * FROM abuse_reports WHERE reporter_id = ? ORDER BY created_at DESC, id DESC",
  )
    .bind(id)
    .all<Record<string, unknown>>();
  return results.map((row) => ({
    ...(row as unknown as Stored),
    snapshot: JSON.parse(String(row.snapshot)),
  }));
}

const close = (action: boolean) =>
  env.DB.prepare("UPDATE abuse_reports SET closed_at = '2026-01-01T00:00:00.000Z', has_led_to_action = ?")
    .bind(Number(action))
    .run();

const evidence = async () =>
  (await env.MEDIA.list({ prefix: "evidence/" })).objects.map(({ key }) => key.slice("evidence/".length));

describe("a report has a snapshot", () => {
  test("of a post with its photo, which survives the deletion of post and accounts", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const post = await eve.call("createPost", {
      body: { mediaUrl: dataUrl, caption: "Buy now", location: "Harbour", altText: "A sign" },
    });
    await ada.call("report", { body: { postId: post.id, reason: "spam", details: " Look " } });
    const mediaId = post.mediaUrl.slice("/media/".length);
    const report = {
      kind: "post",
      member_id: eve.id,
      subject_id: post.id,
      post_id: post.id,
      reason: "spam",
      details: "Look",
      media_id: mediaId,
      closed_at: null,
      snapshot: {
        username: eve.username,
        text: "Buy now",
        location: "Harbour",
        altText: "A sign",
        at: post.createdAt,
      },
    };
    expect(await storedBy(ada)).toMatchObject([report]);
    for (const one of [eve, ada])
      await one.call("deleteAccount", { body: { confirmation: one.username, currentPassword: "sunset" } });
    expect(await storedBy(ada)).toMatchObject([report]);
    expect(await env.MEDIA.head(`photos/${mediaId}/full.webp`)).toBeNull();
    expect(await evidence()).toContain(mediaId);
  });

  test("of a comment", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const { id: postId } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const comment = await eve.call("addComment", { params: { id: postId }, body: { comment: "Go away" } });
    await ada.call("report", { body: { postId, commentId: comment.id, reason: "harassment" } });
    await ada.call("deleteComment", { params: { id: postId, commentId: comment.id } });
    expect(await storedBy(ada)).toMatchObject([
      {
        kind: "comment",
        member_id: eve.id,
        subject_id: comment.id,
        post_id: postId,
        media_id: null,
        snapshot: { username: eve.username, text: "Go away", at: comment.createdAt },
      },
    ]);
  });

  test("of a message with five before and five after it, for the two members of the conversation only", async () => {
    const [ada, eve, ivo] = [await member("ada"), await member("eve"), await member("ivo")];
    await connect(ada, eve);
    const texts = Array.from({ length: 15 }, (_, n) => `No. ${n + 1}`);
    await insertMessages(env.DB, eve.id, ada.id, texts);
    const messages = (await ada.call("listMessages", { params: { userId: eve.id } })).reverse();
    const messageId = messages[7]?.id ?? "";
    await ada.call("report", { body: { messageId, reason: "violence" } });
    const [stored] = await storedBy(ada);
    expect(stored).toMatchObject({ kind: "message", member_id: eve.id, subject_id: messageId, urgency: 1 });
    expect(stored?.snapshot.text).toBe("No. 8");
    expect(stored?.snapshot.messages?.map(({ text }) => text)).toEqual(texts.slice(2, 13));
    expect(stored?.snapshot.messages?.[0]).toMatchObject({ username: eve.username, id: messages[2]?.id });
    for (const [who, status, message] of [
      [ivo, 404, "Message not found"],
      [eve, 422, "You cannot report yourself."],
    ] as const) {
      const reply = await who.send("POST", "/api/reports", { messageId, reason: "spam" });
      expect(await errorOf(reply)).toMatchObject({ status, message });
    }
  });

  test("of the image in a message", async () => {
    const [ada, eve] = await twoConnected("ada", "eve");
    const attachment = { data: dataUrl, name: "photo.jpg" };
    const { id } = await eve.call("sendMessage", { params: { userId: ada.id }, body: { attachment } });
    await ada.call("report", { body: { messageId: id, reason: "nudity" } });
    const [stored] = await storedBy(ada);
    expect(await evidence()).toContain(stored?.media_id);
  });

  test("of a member with the profile image", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const { user } = await eve.call("setUpProfile", { body: { profileImage: dataUrl, bio: "The real Ada" } });
    await ada.call("report", { body: { userId: eve.id, reason: "impersonation" } });
    expect(await storedBy(ada)).toMatchObject([
      {
        kind: "member",
        subject_id: eve.id,
        post_id: "",
        media_id: user.profileImage?.slice("/media/".length),
        snapshot: { username: eve.username, text: "The real Ada" },
      },
    ]);
  });

  test("of an AI image, which only its member can report", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const { id: imageId } = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
    await ada.call("report", { body: { imageId, reason: "child" } });
    expect(await storedBy(ada)).toMatchObject([
      { kind: "ai_image", member_id: ada.id, urgency: 0, snapshot: { text: "A harbour at dusk" } },
    ]);
    const reply = await eve.send("POST", "/api/reports", { imageId, reason: "child" });
    expect(await errorOf(reply)).toMatchObject({ status: 404, message: "Image not found" });
  });
});

describe("a repeated report", () => {
  test("replaces the reason and the details, and keeps the first snapshot while it is open", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const post = await eve.call("createPost", { body: { mediaUrl: dataUrl, caption: "Bad" } });
    await ada.call("report", { body: { postId: post.id, reason: "spam" } });
    await eve.call("editPost", { params: { id: post.id }, body: { caption: "Harmless" } });
    await ada.call("report", { body: { postId: post.id, reason: "nudity", details: "Look" } });
    await ada.call("report", { body: { userId: eve.id, reason: "harassment" } });
    const stored = await storedBy(ada);
    expect(stored.map(({ kind, reason, details, urgency }) => [kind, reason, details, urgency])).toEqual([
      ["member", "harassment", "", 2],
      ["post", "nudity", "Look", 2],
    ]);
    expect(stored[1]?.snapshot.text).toBe("Bad");
  });

  test("opens a closed one again, with a new snapshot", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const post = await eve.call("createPost", { body: { mediaUrl: dataUrl, caption: "Fine" } });
    await ada.call("report", { body: { postId: post.id, reason: "spam" } });
    await close(false);
    await eve.call("editPost", { params: { id: post.id }, body: { caption: "Bad" } });
    await ada.call("report", { body: { postId: post.id, reason: "spam" } });
    expect(await storedBy(ada)).toMatchObject([{ closed_at: null, snapshot: { text: "Bad" } }]);
  });
});

test("the reporter sees their own reports and their state, newest first", async () => {
  const [ada, eve] = [await member("ada"), await member("eve")];
  await ada.call("report", { body: { userId: eve.id, reason: "spam", details: "Daily" } });
  const report = {
    kind: "member",
    username: eve.username,
    reason: "spam",
    details: "Daily",
    closedAt: null,
    hasLedToAction: null,
  };
  expect(await ada.call("listReports")).toMatchObject([report]);
  expect(await eve.call("listReports")).toEqual([]);
  await close(true);
  expect(await ada.call("listReports")).toMatchObject([{ hasLedToAction: true }]);
  await close(false);
  expect(await ada.call("listReports")).toMatchObject([{ hasLedToAction: false }]);
});

test("the copy of a photo is deleted with the last report that has it", async () => {
  const [ada, ivo, eve] = [await member("ada"), await member("ivo"), await member("eve")];
  const post = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
  const mediaId = post.mediaUrl.slice("/media/".length);
  for (const one of [ada, ivo]) await one.call("report", { body: { postId: post.id, reason: "spam" } });
  const sweep = () =>
    sweepRemovals({
      db: openDb(env.DB).db,
      chats: [openDb(env.DB).db],
      media: r2MediaStore(env.MEDIA, env.IMAGES),
    });
  const purge = ({ id }: { id: string }) =>
    env.DB.prepare("DELETE FROM abuse_reports WHERE reporter_id = ?").bind(id).run();
  await purge(ada);
  await sweep();
  expect(await evidence()).toContain(mediaId);
  await purge(ivo);
  await sweep();
  expect(await evidence()).not.toContain(mediaId);
  // The photo itself stays.
  expect(await env.MEDIA.head(`photos/${mediaId}/full.webp`)).not.toBeNull();
});

test.each([
  [{ reason: "spam" }, 422, "Please say which post or member you mean."],
  [{ postId: "a", userId: "b", reason: "spam" }, 422, "Please say which post or member you mean."],
  [{ commentId: "a", userId: "b", reason: "spam" }, 422, "Please say which post or member you mean."],
  [{ userId: "nobody", reason: "spam" }, 404, "User not found"],
  [{ postId: "nothing", reason: "spam" }, 404, "Post not found"],
  [{ postId: "nothing", commentId: "nothing", reason: "spam" }, 404, "Comment not found"],
  [{ messageId: "7 apples", reason: "spam" }, 404, "Message not found"],
  [{ userId: "nobody", reason: "dislike" }, 422, "Please choose a reason."],
  [
    { userId: "nobody", reason: "spam", details: "x".repeat(501) },
    422,
    "Details must not be longer than 500 characters.",
  ],
])("refuses %j", async (body, status, message) => {
  const ada = await member("reporter");
  expect(await errorOf(await ada.send("POST", "/api/reports", body))).toMatchObject({ status, message });
});

test("refuses to report oneself", async () => {
  const ada = await member("self");
  const reply = await errorOf(await ada.send("POST", "/api/reports", { userId: ada.id, reason: "spam" }));
  expect(reply).toMatchObject({ status: 422, message: "You cannot report yourself." });
});
