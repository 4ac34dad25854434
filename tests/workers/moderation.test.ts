import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { SuspendedError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { CLOSED_SESSION_ENDED, COMMENT_MAX, HAMMING_DISTANCE_MAX } from "~/contract/limits";
import { inEnglish } from "~/contract/messages";
import { type Decision, type DecisionInput, decisionInput } from "~/contract/moderation";
import { FILE_REMOVED } from "~/contract/texts";
import { openDb } from "~/db/client";
import { REMOVED_FILE } from "~/db/violations";
import { logIn } from "~/domain/accounts/log-in";
import { logInWithCode } from "~/domain/accounts/log-in-with-code";
import type { MemberCtx } from "~/domain/context";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { appeal, appealSuspension } from "~/domain/moderation/appeal";
import { decide } from "~/domain/moderation/decide";
import { listDecisions } from "~/domain/moderation/list-decisions";
import { listLog, readDecision, readUndoable } from "~/domain/moderation/list-log";
import { listQueue } from "~/domain/moderation/list-queue";
import { admitToAppeal, appealAfterLogIn, readSuspension } from "~/domain/moderation/own-suspension";
import { readEvidence, readReport } from "~/domain/moderation/read-report";
import { KEPT_REPLIES } from "~/domain/moderation/removals";
import { review } from "~/domain/moderation/review";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { hammingDistance, type PerceptualHash } from "~/platform/media/perceptual-hash";
import { r2MediaStore } from "~/platform/media/r2-store";
import { Tab } from "./channel";
import { Client, dataUrl, errorOf, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { mailsDuring } from "./mails";
import { isIn, openSocket } from "./sessions";

const everything = { kind: "", reason: "" } as const;
const firstPage = { cursor: null, limit: 20 };

// The members of earlier tests stay; only the log cannot be emptied.
beforeEach(async () => {
  await env.DB.batch(
    [
      "suspensions",
      "appeals",
      "abuse_reports",
      "removed_content",
      "removed_hashes",
      "removed_looks",
      "post_hashtags",
      "connection_sides",
    ].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

/** Creates a member with a role, and returns the context of their requests. */
async function staff(name: string, role: "moderator" | "admin" = "moderator") {
  const one = await member(name, role);
  return { ...contextOf(one), id: one.id, username: one.username };
}

const first = <T>(query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<T>();

/** Returns the id of a member's report about a subject. */
async function reportOf(reporter: Member, body: Record<string, string>): Promise<string> {
  await reporter.call("report", { body: { reason: "harassment", ...body } });
  const row = await first<{ id: string }>(
    "SELECT id FROM abuse_reports WHERE reporter_id = ? ORDER BY created_at DESC, id DESC LIMIT 1",
    reporter.id,
  );
  return row?.id ?? "";
}

const as = (action: Decision, more: Partial<DecisionInput> = {}): DecisionInput =>
  decisionInput.parse({ action, reason: "harassment", ...more });

/** Returns the id of the newest decision about a member. */
const decisionAbout = async ({ id }: { id: string }) =>
  (
    await first<{ id: string }>(
      "SELECT id FROM moderation_log WHERE member_id = ? ORDER BY id DESC LIMIT 1",
      id,
    )
  )?.id ?? "";

const undo = { action: "undo", note: "" } as const;
const stored = async (mediaUrl: string) => {
  const { objects } = await env.MEDIA.list({ prefix: `photos/${mediaUrl.slice("/media/".length)}/` });
  return objects.length;
};

/** A reporter, an offender with a post, and two moderators. */
async function four() {
  const [ada, eve] = [await member("ada"), await member("eve")];
  const [mo, mia] = [await staff("mo"), await staff("mia")];
  const post = await eve.call("createPost", { body: { mediaUrl: dataUrl, caption: "Go away #dusk" } });
  return { ada, eve, mo, mia, post };
}

describe("the desk", () => {
  test("does not exist for members", async () => {
    const { ada, eve, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    const { ctx } = contextOf(eve);
    for (const call of [
      () => listQueue(ctx, everything),
      () => readReport(ctx, id),
      () => readEvidence(ctx, id),
      () => listLog(ctx, firstPage),
      () => readDecision(ctx, id),
      () => readUndoable(ctx, id),
      () => decide(ctx, id, as("dismiss")),
      () => review(ctx, id, undo),
    ])
      await expect(call()).rejects.toMatchObject({ code: "not_found" });
  });

  test("reads nothing for a role that the database does not have", async () => {
    const { ada, eve, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    const { ctx } = contextOf({ ...eve, role: "admin" });
    expect(await listQueue(ctx, everything)).toEqual({ reports: [], appeals: [] });
    await expect(readReport(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(readEvidence(ctx, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(decide(ctx, id, as("dismiss"))).rejects.toMatchObject({ code: "forbidden" });
  });

  test("lists subjects by urgency, then by the number of reports, with filters", async () => {
    const [ada, ivo, eve, zoe] = [
      await member("ada"),
      await member("ivo"),
      await member("eve"),
      await member("zoe"),
    ];
    const { ctx } = await staff("mo");
    const { id: postId } = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
    await reportOf(ada, { userId: zoe.id, reason: "spam" });
    await reportOf(ada, { userId: eve.id, reason: "harassment" });
    await reportOf(ivo, { userId: eve.id, reason: "hate" });
    await reportOf(ada, { postId, reason: "nudity" });
    await reportOf(ivo, { userId: ada.id, reason: "child" });
    const seen = async (filter = {}) =>
      (await listQueue(ctx, { ...everything, ...filter })).reports.map(({ username, kind, reports }) => [
        username,
        kind,
        reports,
      ]);
    expect(await seen()).toEqual([
      [ada.username, "member", 1],
      [eve.username, "member", 2],
      [eve.username, "post", 1],
      [zoe.username, "member", 1],
    ]);
    expect(await seen({ kind: "post" })).toEqual([[eve.username, "post", 1]]);
    expect(await seen({ reason: "spam" })).toEqual([[zoe.username, "member", 1]]);
  });

  test("shows a report with its photo, its reporters and the history of its author", async () => {
    const { ada, eve, mo, post } = await four();
    const earlier = await reportOf(ada, { userId: eve.id });
    await decide(mo.ctx, earlier, as("warn", { note: "First one" }));
    const id = await reportOf(ada, { postId: post.id, details: "Look" });
    const page = await readReport(mo.ctx, id);
    expect(page).toMatchObject({
      kind: "post",
      hasPhoto: true,
      snapshot: { username: eve.username, text: "Go away #dusk" },
      reports: [{ reporter: ada.username, details: "Look", closedAt: null }],
      member: { username: eve.username, postCount: 1, reports: 2, isSuspended: 0 },
      history: [{ action: "warn", actor: mo.username, note: "First one" }],
    });
    const photo = await readEvidence(mo.ctx, id);
    expect((await new Response(photo.body).arrayBuffer()).byteLength).toBe(photo.size);
  });
});

describe("a decision", () => {
  test("closes all reports of the subject and notifies their reporters", async () => {
    const { ada, eve, mo, mia, post } = await four();
    const ivo = await member("ivo");
    const id = await reportOf(ada, { postId: post.id });
    await reportOf(ivo, { postId: post.id });
    const tab = await Tab.online(ada);
    await decide(mo.ctx, id, as("dismiss", { note: "Fine" }));
    expect(await tab.receive("notification")).toMatchObject({ type: "report_reviewed", fromUserId: ada.id });
    for (const one of [ada, ivo]) {
      expect(await one.call("listReports")).toMatchObject([{ hasLedToAction: false }]);
      expect(await one.call("listNotifications")).toMatchObject([{ type: "report_reviewed", isRead: false }]);
    }
    expect(await eve.call("listNotifications")).toEqual([]);
    expect((await listQueue(mia.ctx, everything)).reports).toEqual([]);
    await expect(decide(mia.ctx, id, as("warn"))).rejects.toMatchObject({
      code: "conflict",
      message: `${mo.username} has already decided about this report.`,
    });
    const { items } = await listLog(mia.ctx, firstPage);
    expect(items.slice(0, 1)).toMatchObject([
      { action: "dismiss", actor: mo.username, member: eve.username, note: "Fine" },
    ]);
  });

  test("of two moderators at once is stored once", async () => {
    const { ada, mo, mia, eve, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    const results = await Promise.allSettled([
      decide(mo.ctx, id, as("warn")),
      decide(mia.ctx, id, as("warn")),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listDecisions(contextOf(eve).ctx)).toHaveLength(1);
  });

  test("is never about oneself or an admin", async () => {
    const [ada, mo, root] = [await member("ada"), await staff("mo"), await staff("root", "admin")];
    for (const [userId, message] of [
      [mo.id, "Nobody decides about their own account or content."],
      [root.id, "Nobody decides about an admin here."],
    ] as const) {
      const id = await reportOf(ada, { userId });
      await expect(decide(mo.ctx, id, as("suspend"))).rejects.toMatchObject({ code: "forbidden", message });
    }
    expect(await first("SELECT count(*) AS n FROM moderation_log WHERE actor_id = ?", mo.id)).toEqual({
      n: 0,
    });
    expect(await first("SELECT count(*) AS n FROM suspensions")).toEqual({ n: 0 });
  });

  test("tells the member the rule and the content, by notification, mail and settings", async () => {
    const { ada, eve, mo, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    const [mail] = await mailsDuring(() => {
      // Created here, because the port of mails prints to the console that it finds.
      const { ctx } = contextOf({ ...mo, role: "moderator" });
      return decide(ctx, id, as("warn", { note: "Internal" }));
    });
    expect(mail).toContain(eve.email);
    expect(mail).toContain(
      'your post ("Go away #dusk"). It breaks our rules: Harassment. This is a warning.',
    );
    expect(mail).toContain("/settings/reports#decisions");
    expect(await eve.call("listNotifications")).toMatchObject([{ type: "moderation" }]);
    const decisions = await listDecisions(contextOf(eve).ctx);
    expect(decisions).toMatchObject([
      { action: "warn", reason: "harassment", text: "Go away #dusk", appeal: "none", isUndone: false },
    ]);
    expect(decisions).toMatchObject([{ postId: post.id, photo: post.mediaUrl }]);
    expect(JSON.stringify(decisions)).not.toContain("Internal");
  });

  test("made by mistake is undone by its moderator within seconds, and its reports are open again", async () => {
    const { ada, eve, mo, mia, post } = await four();
    const id = await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("remove"));
    const decision = String(id);
    const at = (ms: number) => ({ ...mo.ctx, now: () => new Date(Date.now() + ms) });
    expect(await readUndoable(mo.ctx, decision)).toMatchObject({ action: "remove", member: eve.username });
    expect(await readUndoable(at(10_000), decision)).toBeNull();
    expect(await readUndoable(mia.ctx, decision)).toBeNull();
    await review(mo.ctx, decision, { ...undo, reopens: true });
    expect(await readUndoable(mo.ctx, decision)).toBeNull();
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(200);
    const { reports } = await listQueue(mo.ctx, everything);
    expect(reports).toMatchObject([{ kind: "post", reports: 1 }]);
    await decide(mia.ctx, reports[0]?.id ?? "", as("warn"));
  });

  test("can be changed or deleted by nobody in the log", async () => {
    const { ada, mo, post } = await four();
    await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("dismiss"));
    for (const statement of ["UPDATE moderation_log SET note = ''", "DELETE FROM moderation_log"])
      await expect(env.DB.prepare(statement).run()).rejects.toThrow("append-only");
  });
});

describe("removing", () => {
  test("a post deletes its files at once and keeps them from being uploaded again; undoing restores it", async () => {
    const { ada, eve, mo, mia, post } = await four();
    const camera = { model: "X100", iso: 400 };
    await env.DB.prepare("UPDATE posts SET camera = ? WHERE id = ?")
      .bind(JSON.stringify(camera), post.id)
      .run();
    const id = await reportOf(ada, { postId: post.id });
    const file = await (await eve.fetch(post.mediaUrl)).arrayBuffer();
    const before = (await env.MEDIA.list({ prefix: "photos/" })).objects.length;
    await decide(mo.ctx, id, as("remove"));
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await stored(post.mediaUrl)).toBe(0);
    expect((await ada.fetch(post.mediaUrl)).status).toBe(404);
    const shown = `data:image/webp;base64,${Buffer.from(file).toString("base64")}`;
    for (const mediaUrl of [dataUrl, shown]) {
      const reply = await eve.send("POST", "/api/posts", { mediaUrl });
      expect(await errorOf(reply)).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
    }
    expect((await env.MEDIA.list({ prefix: "photos/" })).objects.length).toBe(before - 3);
    await review(mia.ctx, await decisionAbout(eve), undo);
    const restored = await ada.call("readPost", { params: { id: post.id } });
    const { caption, createdAt, width } = post;
    expect(restored).toMatchObject({ caption, createdAt, width, camera });
    expect(await stored(post.mediaUrl)).toBe(3);
    expect(await ada.call("listTaggedPosts", { params: { tag: "dusk" } })).toHaveLength(1);
    await eve.call("createPost", { body: { mediaUrl: dataUrl } });
  });

  test("a photo keeps photos that look like it from being uploaded, until the removal is undone", async () => {
    const { ada, eve, mo, mia } = await four();
    const [scene, like, other] = (["scene", "likeScene", "otherScene"] as const).map(
      (name) => `data:;base64,${inject("photos")[name]}`,
    );
    const post = await eve.call("createPost", { body: { mediaUrl: scene ?? "" } });
    const share = (mediaUrl = "") => ada.send("POST", "/api/posts", { mediaUrl });
    expect((await share(like)).status).toBe(201);
    await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("remove"));
    expect(await errorOf(await share(like))).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
    expect((await share(other)).status).toBe(201);
    await connect(ada, eve);
    const message = { content: "Look", attachment: { data: like, name: "x.webp" } };
    const sent = await ada.send("POST", `/api/chat/messages/${eve.id}`, message);
    expect(await errorOf(sent)).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
    await review(mia.ctx, await decisionAbout(eve), undo);
    expect((await share(like)).status).toBe(201);
  });

  test("a photo is refused by the database exactly when its perceptual hash is close enough", async () => {
    const { eve } = await four();
    const insert = (hash: PerceptualHash) =>
      env.DB.prepare(
        `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at, look_high, look_low)
         VALUES (?, ?, 'image/webp', 1, 1, 1, '', '', '', ?, ?)`,
      ).bind(newId(), eve.id, hash.lookHigh, hash.lookLow);
    const half = fc.nat(2 ** 32 - 1);
    const flips = fc.uniqueArray(fc.nat(63), { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(half, half, flips, async (lookHigh, lookLow, bits) => {
        const flipped = (value: number, first: number) =>
          bits
            .filter((bit) => bit >= first && bit < first + 32)
            .reduce((flippedValue, bit) => (flippedValue ^ (1 << (bit - first))) >>> 0, value);
        const other = { lookHigh: flipped(lookHigh, 0), lookLow: flipped(lookLow, 32) };
        expect(hammingDistance({ lookHigh, lookLow }, other)).toBe(bits.length);
        await env.DB.batch([
          env.DB.prepare("DELETE FROM removed_looks"),
          env.DB.prepare("INSERT INTO removed_looks VALUES ('removed', ?, ?)").bind(lookHigh, lookLow),
        ]);
        const isStored = await insert(other)
          .run()
          .then(
            () => true,
            (error: Error) => !error.message.includes(REMOVED_FILE),
          );
        expect(isStored, `${bits.length} bits`).toBe(bits.length > HAMMING_DISTANCE_MAX);
      }),
      { numRuns: 40 },
    );
    await env.DB.prepare("DELETE FROM removed_looks").run();
  });

  test("a comment, and undoing", async () => {
    const { ada, eve, mo, post } = await four();
    const params = { id: post.id };
    const comment = await eve.call("addComment", { params, body: { comment: "Rude", clientId: "c" } });
    const id = await reportOf(ada, { postId: post.id, commentId: comment.id });
    await decide(mo.ctx, id, as("remove"));
    expect(await ada.call("listComments", { params })).toEqual([]);
    await review(mo.ctx, await decisionAbout(eve), undo);
    expect(await ada.call("listComments", { params })).toMatchObject([comment]);
    expect(await ada.call("readPost", { params })).toMatchObject({ commentCount: 1 });
  });

  test("a comment with its replies, and undoing", async () => {
    const { ada, eve, mo, post } = await four();
    const params = { id: post.id };
    const add = (by: typeof ada, comment: string, parentId?: string) =>
      by.call("addComment", { params, body: { comment, parentId } });
    const first = await add(eve, "Rude");
    for (const one of ["A", "B"]) await add(ada, one, first.id);
    const hidden = await add(eve, "C", first.id);
    await eve.call("hideComment", { params: { ...params, commentId: hidden.id } });
    const before = await ada.call("listComments", { params });
    const id = await reportOf(ada, { postId: post.id, commentId: first.id });
    await decide(mo.ctx, id, as("remove"));
    expect(await ada.call("listComments", { params })).toEqual([]);
    expect(await ada.call("readPost", { params })).toMatchObject({ commentCount: 0 });
    await review(mo.ctx, await decisionAbout(eve), undo);
    expect(await ada.call("listComments", { params })).toEqual(before);
    expect(await ada.call("readPost", { params })).toMatchObject({ commentCount: 4 });
  });

  test("a comment with more replies than are kept, in the longest texts", async () => {
    const { ada, eve, mo, post } = await four();
    const params = { id: post.id };
    const { id: commentId } = await eve.call("addComment", { params, body: { comment: "Rude" } });
    // A control character takes six bytes in JSON.
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO post_comments (post, id, member, comment, created_at, parent_id)
       SELECT c.post, printf('%s-%03d', c.id, i), c.member, replace(hex(zeroblob(?3)), '00', char(1)), c.created_at, c.id
       FROM n JOIN post_comments c ON c.id = ?1`,
    )
      .bind(commentId, KEPT_REPLIES + 1, COMMENT_MAX)
      .run();
    const id = await reportOf(ada, { postId: post.id, commentId });
    await decide(mo.ctx, id, as("remove"));
    expect(await ada.call("readPost", { params })).toMatchObject({ commentCount: 0 });
    await review(mo.ctx, await decisionAbout(eve), undo);
    expect(await ada.call("readPost", { params })).toMatchObject({ commentCount: 1 + KEPT_REPLIES });
    expect(await ada.call("listComments", { params })).toContainEqual(
      expect.objectContaining({ id: `${commentId}-001`, comment: "\u0001".repeat(COMMENT_MAX) }),
    );
  });

  test("a reply, and undoing: without its comment it becomes a comment", async () => {
    const { ada, eve, mo, post } = await four();
    const params = { id: post.id };
    const { id: parentId } = await ada.call("addComment", { params, body: { comment: "First" } });
    const removed = async (comment: string) => {
      const reply = await eve.call("addComment", { params, body: { comment, parentId } });
      await decide(mo.ctx, await reportOf(ada, { postId: post.id, commentId: reply.id }), as("remove"));
      return decisionAbout(eve);
    };
    const parents = async () =>
      (await ada.call("listComments", { params })).map((one) => [one.comment, one.parentId]);
    await review(mo.ctx, await removed("Rude"), undo);
    expect(await parents()).toEqual([
      ["First", null],
      ["Rude", parentId],
    ]);
    const decision = await removed("Ruder");
    await ada.call("deleteComment", { params: { ...params, commentId: parentId } });
    await review(mo.ctx, decision, undo);
    expect(await parents()).toEqual([["Ruder", null]]);
  });

  test("a message with its image leaves a tombstone, and undoing restores both", async () => {
    const { ada, eve, mo } = await four();
    await connect(ada, eve);
    const body = { content: "Rude", attachment: { data: dataUrl, name: "x.jpg" } };
    const sent = await eve.call("sendMessage", { params: { userId: ada.id }, body });
    const id = await reportOf(ada, { messageId: sent.id });
    const tab = await Tab.online(ada);
    await decide(mo.ctx, id, as("remove"));
    expect(await tab.receive("message_deleted")).toMatchObject({ id: sent.id, senderId: eve.id });
    const chat = { params: { userId: eve.id } };
    expect(await ada.call("listMessages", chat)).toEqual([]);
    expect((await ada.fetch(`/api/chat/attachments/${sent.id}`)).status).toBe(404);
    await review(mo.ctx, await decisionAbout(eve), undo);
    expect(await ada.call("listMessages", chat)).toMatchObject([
      { id: sent.id, content: "Rude", createdAt: sent.createdAt, attachment: { name: "x.jpg" } },
    ]);
    expect((await ada.fetch(`/api/chat/attachments/${sent.id}`)).status).toBe(200);
  });

  test("an AI image, and undoing", async () => {
    const { ada, mo } = await four();
    const { id: imageId } = await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } });
    const [before] = await ada.call("listAiImages");
    const id = await reportOf(ada, { imageId, reason: "nudity" });
    await decide(mo.ctx, id, as("remove"));
    expect(await ada.call("listAiImages")).toEqual([]);
    await review(mo.ctx, await decisionAbout(ada), undo);
    const { width, height, placeholder, color, ...rest } = before ?? {};
    expect(await ada.call("listAiImages")).toMatchObject([rest]);
  });

  test("an AI image deletes the posts and the profile image that show it", async () => {
    const { ada, mo } = await four();
    const { imageUrl, id: imageId } = await ada.call("generateImage", {
      body: { prompt: "A harbour at dusk" },
    });
    const single = await ada.call("createPost", { body: { mediaUrl: imageUrl } });
    const other = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const photos = [other.mediaUrl, imageUrl].map((mediaUrl) => ({ mediaUrl }));
    const later = await ada.call("createPost", { body: { photos } });
    await ada.call("setUpProfile", { body: { profileImage: imageUrl } });
    await decide(mo.ctx, await reportOf(ada, { imageId, reason: "nudity" }), as("remove"));
    expect(await ada.call("listAiImages")).toEqual([]);
    for (const { id } of [single, later]) expect((await ada.fetch(`/api/posts/${id}`)).status).toBe(404);
    expect(await first("SELECT profile_image AS url FROM users WHERE id = ?", ada.id)).toEqual({ url: null });
    expect([await stored(imageUrl), await stored(other.mediaUrl)]).toEqual([0, 3]);
  });

  test("something that is gone already is refused", async () => {
    const { ada, eve, mo, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    await eve.call("deletePost", { params: { id: post.id } });
    await expect(decide(mo.ctx, id, as("remove"))).rejects.toMatchObject({
      code: "conflict",
      message: "This is gone already. Please choose another decision.",
    });
    await decide(mo.ctx, id, as("warn", { removes: true }));
  });

  test("goes with a warning in one decision", async () => {
    const { ada, eve, mo, post } = await four();
    await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("warn", { removes: true }));
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    expect(await listDecisions(contextOf(eve).ctx)).toMatchObject([{ action: "warn", hasRemoved: true }]);
  });
});

describe("a silenced member", () => {
  test("cannot post, comment or send requests until the silence ends or is undone", async () => {
    const { ada, eve, mo, post } = await four();
    const params = { id: post.id };
    const id = await reportOf(ada, { userId: eve.id });
    expect(decisionInput.safeParse({ action: "silence", reason: "spam" }).error?.issues[0]?.message).toBe(
      "Please enter a number of days from 1 to 365.",
    );
    await decide(mo.ctx, id, as("silence", { days: 3 }));
    const refused = {
      status: 403,
      message: expect.stringMatching(/^A moderator has silenced your account until \d/),
    };
    const attempts = () =>
      Promise.all([
        eve.send("POST", "/api/posts", { mediaUrl: dataUrl }),
        eve.send("POST", `/api/posts/${post.id}/comment`, { comment: "Hello" }),
        eve.send("POST", `/api/connections/request/${ada.id}`),
      ]);
    for (const reply of await attempts()) expect(await errorOf(reply)).toMatchObject(refused);
    await eve.call("likePost", { params });
    await review(mo.ctx, await decisionAbout(eve), undo);
    expect((await attempts()).map(({ status }) => status)).toEqual([201, 201, 200]);
    await env.DB.prepare("UPDATE users SET silenced_until = '2026-01-01T00:00:00.000Z' WHERE id = ?")
      .bind(eve.id)
      .run();
    expect((await eve.send("POST", `/api/posts/${post.id}/comment`, { comment: "Hi" })).status).toBe(201);
  });
});

describe("a suspended member", () => {
  /** Eve is connected with Ada and Ivo has asked her; she has posted, commented, liked and written. */
  async function suspended(input: Partial<DecisionInput> = {}) {
    const all = await four();
    const { ada, eve, mo, post } = all;
    const ivo = await member("ivo");
    await connect(ada, eve);
    await ivo.call("requestConnection", { params: { userId: eve.id } });
    const { id: postId } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await eve.call("addComment", { params: { id: postId }, body: { comment: "Rude" } });
    await eve.call("likePost", { params: { id: postId } });
    await ada.call("savePost", { params: { id: post.id } });
    await eve.call("sendMessage", { params: { userId: ada.id }, body: { content: "Rude" } });
    const reportId = await reportOf(ada, { userId: eve.id });
    const tab = await Tab.online(ada);
    const socket = await openSocket(eve);
    const decided = () => decide(mo.ctx, reportId, as("suspend", input));
    return { ...all, ivo, postId, tab, socket, decided };
  }

  /** Returns the replies to a member about another one. */
  async function seen(by: Member, other: Member, postId: string, ownPostId: string) {
    const status = async (path: string) => (await by.fetch(path)).status;
    return {
      profile: await status(`/api/users/profile/${other.username}`),
      posts: await status(`/api/users/profile/${other.username}/posts`),
      post: await status(`/api/posts/${postId}`),
      found: (await (await by.fetch(`/api/users/search?q=${other.username}`)).json<unknown[]>()).length,
      feed: (await by.call("readFeed")).filter(({ userId }) => userId === other.id).length,
      tagged: (await by.call("listTaggedPosts", { params: { tag: "dusk" } })).length,
      saved: (await by.call("listSavedPosts")).length,
      comments: (await by.call("listComments", { params: { id: ownPostId } })).length,
      chats: (await by.call("listChats")).length,
      unread: (await by.call("countUnreadMessages")).count,
      messages: await status(`/api/chat/messages/${other.id}`),
      connections: (await by.call("listConnections")).length,
      stories: (await by.call("readStories")).length,
      status: await status(`/api/connections/status/${other.id}`),
    };
  }

  const visible = {
    ...{ profile: 200, posts: 200, post: 200, found: 1, feed: 1, tagged: 1, saved: 1, comments: 1 },
    ...{ chats: 1, unread: 1, messages: 200, connections: 1, stories: 1, status: 200 },
  };
  const hidden = {
    ...{ profile: 404, posts: 404, post: 404, found: 0, feed: 0, tagged: 0, saved: 0, comments: 0 },
    ...{ chats: 0, unread: 0, messages: 404, connections: 0, stories: 0, status: 404 },
  };

  test("loses sessions and sockets, and is hidden everywhere, also where hubs cache pages, until it is undone", async () => {
    const { ada, eve, mia, post, postId, tab, socket, decided } = await suspended();
    expect(await seen(ada, eve, post.id, postId)).toEqual(visible);
    const feed = await ada.call("readFeed");
    expect(feed.length).toBe(2);
    await decided();
    expect(await socket.closed).toBe(CLOSED_SESSION_ENDED);
    expect(await isIn(eve)).toBe(false);
    await tab.receive("connection_status", ({ status }) => status === "disconnected");
    await tab.receive("offline", ({ userId }) => userId === eve.id);
    await expect.poll(() => seen(ada, eve, post.id, postId)).toEqual(hidden);
    expect((await ada.call("listNotifications")).map(({ fromUser }) => fromUser.id)).not.toContain(eve.id);
    const account = { username: ada.username };
    expect(await ada.call("readProfile", { params: account })).toMatchObject({
      followerCount: 0,
      followingCount: 0,
    });
    const request = await ada.send("POST", `/api/connections/request/${eve.id}`);
    expect(request.status).toBe(404);

    await review(mia.ctx, await decisionAbout(eve), undo);
    await expect.poll(() => seen(ada, eve, post.id, postId)).toEqual(visible);
    const back = new Client();
    await back.call("logIn", { body: { email: eve.email, password: "sunset" } });
    await Tab.online(back, eve.id);
    expect(await first("SELECT count(*) AS n FROM suspended_connections")).toEqual({ n: 0 });
    // Ivo's request waits again.
    const pending = { type: "connection_request", canAnswer: true };
    expect(await back.call("listNotifications")).toContainEqual(expect.objectContaining(pending));
  });

  test("reads at the log-in why and until when, and cannot log in by a session either", async () => {
    const { eve, decided } = await suspended({ days: 3 });
    await decided();
    const credentials = { email: eve.email, password: "sunset" };
    const reply = await new Client().send("POST", "/api/auth/login", credentials);
    expect(await errorOf(reply)).toEqual({
      status: 403,
      message: expect.stringMatching(
        /^Your account is suspended until \d{1,2} \w+ \d{4}\. Reason: Harassment\.$/,
      ),
    });
    // A wrong password reveals nothing.
    const wrong = await new Client().send("POST", "/api/auth/login", { ...credentials, password: "sunrise" });
    expect(await errorOf(wrong)).toEqual({ status: 401, message: "Invalid email or password" });
    expect(await first("SELECT count(*) AS n FROM sessions WHERE user_id = ?", eve.id)).toEqual({ n: 0 });
  });

  test("appeals once after a refused log-in, which opens no session", async () => {
    const { eve, mia, decided } = await suspended({ days: 3 });
    await decided();
    const visitor = { ...contextOf(eve).ctx, viewer: null };
    const browser = { userAgent: "", browserTokens: [] };
    const credentials = { email: eve.email, password: "sunset", rememberMe: false };
    const refusal = await logIn(visitor, credentials, browser).catch((error: unknown) => error);
    if (!(refusal instanceof SuspendedError)) throw refusal;
    const token = await admitToAppeal(visitor, refusal.memberId);
    const suspension = { kind: "member", reason: "harassment", until: expect.any(String), appeal: "none" };
    expect(await readSuspension(visitor, token)).toMatchObject(suspension);
    expect(await readSuspension(visitor, "another")).toBeNull();
    await appealAfterLogIn(visitor, token, "It was not me");
    expect((await listQueue(mia.ctx, everything)).appeals).toMatchObject([{ action: "suspend" }]);
    expect(await readSuspension(visitor, token)).toMatchObject({ appeal: "open" });
    await expect(appealAfterLogIn(visitor, token, "Again")).rejects.toMatchObject({ code: "conflict" });
    await expect(logInWithCode(visitor, token, { code: "123456" }, browser)).rejects.toMatchObject({
      code: "invalid",
    });
    await env.DB.prepare("UPDATE pending_log_ins SET expires_at = '2026-01-01T00:00:00.000Z'").run();
    expect(await readSuspension(visitor, token)).toBeNull();
    await expect(appealAfterLogIn(visitor, token, "Late")).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("logs in when the time is over, and the sweep ends suspensions too", async () => {
    const { ada, eve, decided } = await suspended({ days: 1 });
    await decided();
    const over = () =>
      env.DB.prepare("UPDATE suspensions SET until = '2026-01-01T00:00:00.000Z' WHERE member_id = ?")
        .bind(eve.id)
        .run();
    await over();
    await new Client().call("logIn", { body: { email: eve.email, password: "sunset" } });
    expect(await ada.call("listConnections")).toHaveLength(1);
    await env.DB.prepare(
      "INSERT INTO suspensions (member_id, decision_id, reason, until) VALUES (?, 'd', 'spam', '2099')",
    )
      .bind(eve.id)
      .run();
    const sweep = () =>
      expirySweeps.suspensions?.({
        db: openDb(env.DB).db,
        chats: [openDb(env.DB).db],
        now: () => new Date(),
      });
    expect(await sweep()).toBe(0);
    await over();
    expect(await sweep()).toBe(1);
    expect(await first("SELECT count(*) AS n FROM connection_sides WHERE accepted = 1")).toEqual({ n: 2 });
  });

  test("keeps a connection put away while the other one is suspended too", async () => {
    const { ada, eve, decided } = await suspended();
    await decided();
    const insert = "INSERT INTO suspensions (member_id, decision_id, reason) VALUES (?, 'd', 'spam')";
    await env.DB.prepare(insert).bind(ada.id).run();
    const lift = ({ id }: Member) =>
      env.DB.prepare("DELETE FROM suspensions WHERE member_id = ?").bind(id).run();
    const sides = () => first("SELECT count(*) AS n FROM connection_sides WHERE accepted = 1");
    await lift(eve);
    expect(await sides()).toEqual({ n: 0 });
    await lift(ada);
    expect(await sides()).toEqual({ n: 2 });
    expect(
      await first("SELECT follower_count + following_count AS n FROM users WHERE id = ?", eve.id),
    ).toEqual({
      n: 1,
    });
  });

  test("can be deleted", async () => {
    const { eve, decided } = await suspended();
    await decided();
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(eve.id).run();
    expect(await first("SELECT count(*) AS n FROM suspended_connections")).toEqual({ n: 0 });
  });
});

describe("an appeal", () => {
  test("is made once and decided by another moderator, who undoes the decision", async () => {
    const { ada, eve, mo, mia, post } = await four();
    await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("remove"));
    const decisionId = await decisionAbout(eve);
    const { ctx } = contextOf(eve);
    await appeal(ctx, { decisionId, text: "It was a joke" });
    await expect(appeal(ctx, { decisionId, text: "Again" })).rejects.toMatchObject({
      code: "conflict",
      message: "You have appealed against this decision already.",
    });
    await expect(appeal(contextOf(ada).ctx, { decisionId, text: "Not mine" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await listQueue(mia.ctx, everything)).appeals).toMatchObject([
      { decisionId, username: eve.username, decidedBy: mo.username, isOwn: 0 },
    ]);
    expect(await readDecision(mia.ctx, decisionId)).toMatchObject({ appeal: "It was a joke" });
    for (const action of ["undo", "uphold"] as const)
      await expect(review(mo.ctx, decisionId, { action, note: "" })).rejects.toMatchObject({
        code: "forbidden",
        message: "Another moderator decides about an appeal against your decision.",
      });
    await review(mia.ctx, decisionId, undo);
    await expect(review(mia.ctx, decisionId, undo)).rejects.toMatchObject({ code: "conflict" });
    expect(await listDecisions(ctx)).toMatchObject([{ appeal: "granted", isUndone: true }]);
    expect((await listQueue(mia.ctx, everything)).appeals).toEqual([]);
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(200);
  });

  test("can be refused: the decision stands", async () => {
    const { ada, eve, mo, mia } = await four();
    await decide(mo.ctx, await reportOf(ada, { userId: eve.id }), as("warn"));
    const decisionId = await decisionAbout(eve);
    const { ctx } = contextOf(eve);
    const uphold = { action: "uphold", note: "Clear" } as const;
    await expect(review(mia.ctx, decisionId, uphold)).rejects.toMatchObject({ code: "conflict" });
    await appeal(ctx, { decisionId, text: "No" });
    await review(mia.ctx, decisionId, uphold);
    expect(await listDecisions(ctx)).toMatchObject([{ appeal: "upheld", isUndone: false }]);
  });

  test("is not decided by a member whose role was taken away since the request began", async () => {
    const { ada, eve, mo, mia } = await four();
    await decide(mo.ctx, await reportOf(ada, { userId: eve.id }), as("warn"));
    const decisionId = await decisionAbout(eve);
    await env.DB.prepare("UPDATE users SET role = 'member' WHERE id = ?").bind(mia.ctx.viewer.id).run();
    await expect(review(mia.ctx, decisionId, undo)).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a suspended member takes the password", async () => {
    const { ada, eve, mo, mia } = await four();
    await decide(mo.ctx, await reportOf(ada, { userId: eve.id }), as("suspend"));
    const { ctx } = contextOf(ada);
    const credentials = { email: eve.email, password: "sunset" };
    const browser = { userAgent: "", browserTokens: [] };
    await expect(
      appealSuspension(ctx, { ...credentials, password: "wrong", text: "x" }, browser),
    ).rejects.toMatchObject({ code: "unauthenticated" });
    await appealSuspension(ctx, { ...credentials, text: "It was not me" }, browser);
    expect((await listQueue(mia.ctx, everything)).appeals).toMatchObject([{ action: "suspend" }]);
    await expect(
      appealSuspension(ctx, { email: ada.email, password: "sunset", text: "x" }, browser),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an interrupted decision", () => {
  const broken = () => Promise.reject(new Error("as the test asked"));

  /** Returns the context with a media store whose method fails. */
  const failing = (ctx: MemberCtx, method: "preserve" | "hashes" | "remove" | "restore"): MemberCtx =>
    Object.defineProperty({ ...ctx }, "media", { value: { ...ctx.media, [method]: broken } });

  test.each(["preserve", "hashes"] as const)(
    "changes nothing when `%s` fails, and can be repeated",
    async (step) => {
      const { ada, mo, post } = await four();
      const id = await reportOf(ada, { postId: post.id });
      await expect(decide(failing(mo.ctx, step), id, as("remove"))).rejects.toThrow("as the test asked");
      expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(200);
      expect(await first("SELECT count(*) AS n FROM moderation_log WHERE actor_id = ?", mo.id)).toEqual({
        n: 0,
      });
      await decide(mo.ctx, id, as("remove"));
      expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    },
  );

  test("changes nothing when its transaction fails", async () => {
    const { ada, eve, mo, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    const client = mo.ctx.db.$client;
    const db = Object.assign(Object.create(mo.ctx.db), {
      $client: { prepare: client.prepare.bind(client), batch: broken },
    });
    const ctx: MemberCtx = Object.defineProperty({ ...mo.ctx }, "db", { value: db });
    await expect(decide(ctx, id, as("suspend", { removes: true }))).rejects.toThrow("as the test asked");
    expect(await isIn(eve)).toBe(true);
    expect(await stored(post.mediaUrl)).toBe(3);
    await decide(mo.ctx, id, as("suspend", { removes: true }));
    expect(await isIn(eve)).toBe(false);
  });

  test("has its files deleted by the next sweep when the store fails after it", async () => {
    const { ada, mo, post } = await four();
    const id = await reportOf(ada, { postId: post.id });
    await decide(failing(mo.ctx, "remove"), id, as("remove"));
    await sweepRemovals({
      db: openDb(env.DB).db,
      chats: [openDb(env.DB).db],
      media: r2MediaStore(env.MEDIA, env.IMAGES),
    });
    expect(await stored(post.mediaUrl)).toBe(0);
  });

  test("can be undone again when the files cannot be restored", async () => {
    const { ada, eve, mo, post } = await four();
    await decide(mo.ctx, await reportOf(ada, { postId: post.id }), as("remove"));
    const decisionId = await decisionAbout(eve);
    await expect(review(failing(mo.ctx, "restore"), decisionId, undo)).rejects.toThrow("as the test asked");
    await review(mo.ctx, decisionId, undo);
    expect((await ada.fetch(`/api/posts/${post.id}`)).status).toBe(200);
  });
});
