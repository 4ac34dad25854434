import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { AppError } from "~/contract/errors";
import { inEnglish } from "~/contract/messages";
import { type QuotaName, quotas, quotaText } from "~/contract/quotas";
import { deleteMessage } from "~/domain/chat/delete-message";
import { sendMessage } from "~/domain/chat/send-message";
import type { MemberCtx } from "~/domain/context";
import { uploadFile } from "~/domain/media/upload-file";
import { addComment } from "~/domain/posts/add-comment";
import { createPost } from "~/domain/posts/create-post";
import { deletePost } from "~/domain/posts/delete-post";
import { dataUrl, type Member, member } from "./client";
import { connect, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const DAY_MS = 24 * 60 * 60_000;
const mb = 1024 * 1024;

/** Returns a member's context with rate limits on, as if it were some days later. */
function limited(one: Member, days = 0): MemberCtx {
  const at = new Date(Date.now() + days * DAY_MS);
  return { ...contextOf(one).ctx, limits: { areOn: true, take: async () => true }, now: () => at };
}

const setUsed = ({ id }: Member, kind: QuotaName, used: number, { now }: MemberCtx) =>
  env.DB.prepare("INSERT OR REPLACE INTO quota_counters (owner, kind, since, used) VALUES (?, ?, ?, ?)")
    .bind(id, kind, now().getTime(), used)
    .run();

const usedOf = ({ id }: Member, kind: QuotaName) =>
  env.DB.prepare("SELECT used FROM quota_counters WHERE owner = ? AND kind = ?").bind(id, kind).first("used");

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => ({ code: error.code, message: error.message, retryAfter: error.retryAfter }),
  );

const file = (bytes: Uint8Array<ArrayBuffer> = photo("small")) => new File([bytes], "photo");

/** A write of each quota that is counted with the row it stores. */
async function writers() {
  const [ada, grace] = [await member("ada"), await member("grace")];
  const { id: postId, mediaUrl } = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
  const own = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await env.DB.prepare("DELETE FROM quota_counters").run();
  return {
    ada,
    grace,
    postId,
    mediaUrl,
    writes: {
      posts: (ctx: MemberCtx, clientId?: string) => createPost(ctx, { mediaUrl: own.mediaUrl, clientId }),
      comments: (ctx: MemberCtx, clientId?: string) =>
        addComment(ctx, postId, { comment: "Lovely", clientId }),
    },
  };
}

const counted = ["posts", "comments"] as const;
const tables = { posts: "posts", comments: "post_comments" };
const rowsIn = (name: (typeof counted)[number]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${tables[name]}`).first<number>("n");

describe.each(counted)("the quota of %s", (name) => {
  test.each([
    ["new account", 0, quotas[name].low, "new"],
    ["older account", 4, quotas[name].full, "full"],
  ] as const)("of a %s is exact when sixteen requests meet its end", async (_, days, most, standing) => {
    const { ada, writes } = await writers();
    const ctx = limited(ada, days);
    await setUsed(ada, name, most - 1, ctx);
    const before = (await rowsIn(name)) ?? 0;
    const errors = await Promise.all(Array.from({ length: 16 }, () => errorOf(writes[name](ctx))));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    const refusal = {
      code: "rate_limited",
      message: inEnglish(quotaText(name, standing, DAY_MS)),
      retryAfter: 24 * 60 * 60,
    };
    expect(errors.filter((error) => error !== null)).toEqual(Array.from({ length: 15 }, () => refusal));
    expect(await rowsIn(name)).toBe(before + 1);
    expect(await usedOf(ada, name)).toBe(most);
  });

  test("opens again a day after its first use", async () => {
    const { ada, writes } = await writers();
    await setUsed(ada, name, quotas[name].low, limited(ada));
    const almost = limited(ada, 1 - 90 / (24 * 60));
    expect(await errorOf(writes[name](almost))).toMatchObject({
      message: expect.stringMatching(/Please try again in 2 hours\.$/),
    });
    await writes[name](limited(ada, 1.01));
    expect(await usedOf(ada, name)).toBe(1);
  });

  test("returns the stored one of a repeated request, and counts it once", async () => {
    const { ada, writes } = await writers();
    const ctx = limited(ada);
    const first = await writes[name](ctx, "once");
    await writes[name](ctx, "once");
    expect(await usedOf(ada, name)).toBe(1);
    await setUsed(ada, name, quotas[name].low, ctx);
    expect((await writes[name](ctx, "once")).id).toBe(first.id);
    expect(await errorOf(writes[name](ctx, "another"))).toMatchObject({ code: "rate_limited" });
  });

  test("counts nothing for what was not stored, and refuses nothing while rate limits are off", async () => {
    const { ada, mediaUrl } = await writers();
    const ctx = limited(ada);
    // A photo of somebody else, and a post that does not exist.
    expect(await errorOf(createPost(ctx, { caption: "#dusk", mediaUrl }))).toMatchObject({ code: "invalid" });
    expect(await errorOf(addComment(ctx, "nothing", { comment: "x" }))).toMatchObject({ code: "not_found" });
    expect(await usedOf(ada, name)).toBeNull();
    const { ada: eve, writes } = await writers();
    await setUsed(eve, name, 10_000, ctx);
    await writes[name](contextOf(eve).ctx);
    expect(await usedOf(eve, name)).toBe(10_001);
  });
});

test("a deleted post stays counted", async () => {
  const { ada, writes } = await writers();
  const ctx = limited(ada);
  const { id } = await writes.posts(ctx);
  await deletePost(ctx, id);
  expect(await usedOf(ada, "posts")).toBe(1);
});

test("a refused comment notifies nobody", async () => {
  const { ada, grace, postId } = await writers();
  const eve = await member("eve");
  const ctx = limited(ada);
  await setUsed(ada, "comments", quotas.comments.low, ctx);
  const comment = `Look, @${eve.username}`;
  expect(await errorOf(addComment(ctx, postId, { comment }))).toMatchObject({ code: "rate_limited" });
  for (const one of [grace, eve]) expect(await one.call("listNotifications")).toEqual([]);
});

describe("the quota of uploads", () => {
  test("is used by photos of the call, of posts and of profiles, and by files of messages", async () => {
    const [ada, grace] = await twoConnected();
    await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("setUpProfile", { body: { profileImage: dataUrl } });
    await uploadFile(limited(ada), file());
    const attachment = { data: dataUrl, name: "a.jpg" };
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "", attachment } });
    expect(await usedOf(ada, "uploads")).toBe(4);
    expect(await usedOf(ada, "uploadSize")).toBe(4 * photo("small").byteLength);
  });

  test("refuses a file before anything is stored", async () => {
    const ada = await member("ada");
    const ctx = limited(ada);
    await setUsed(ada, "uploads", quotas.uploads.low - 1, ctx);
    const store = vi.spyOn(ctx.media, "putPhoto");
    const replies = await Promise.all(Array.from({ length: 5 }, () => errorOf(uploadFile(ctx, file()))));
    expect(replies.filter((error) => error === null)).toHaveLength(1);
    expect(store).toHaveBeenCalledTimes(1);
    expect(replies.find((error) => error !== null)).toMatchObject({
      code: "rate_limited",
      message:
        "While your account is new, you can upload 50 files in 24 hours. Please try again in 24 hours.",
    });
  });

  test("counts the bytes too", async () => {
    const ada = await member("ada");
    const ctx = limited(ada);
    await setUsed(ada, "uploadSize", quotas.uploadSize.low * mb - photo("small").byteLength + 1, ctx);
    expect(await errorOf(uploadFile(ctx, file()))).toMatchObject({
      message: "While your account is new, you can upload 150 MB in 24 hours. Please try again in 24 hours.",
    });
    expect(await usedOf(ada, "uploads")).toBeNull();
  });

  test("takes a use back when the file cannot be stored", async () => {
    const ada = await member("ada");
    const ctx = limited(ada);
    await uploadFile(ctx, file());
    const used = await usedOf(ada, "uploadSize");
    vi.spyOn(ctx.media, "putPhoto").mockRejectedValueOnce(new Error("R2 is down"));
    await expect(uploadFile(ctx, file())).rejects.toThrow("R2 is down");
    expect([await usedOf(ada, "uploads"), await usedOf(ada, "uploadSize")]).toEqual([1, used]);
  });
});

describe("the quota of messages without an answer", () => {
  const write = (ctx: MemberCtx, to: Member, attachment?: { data: string; name: string }) =>
    sendMessage(ctx, to.id, { content: "Hello", attachment });

  test("ends when the other member answers or a day later", async () => {
    const [ada, grace] = await twoConnected();
    const ctx = limited(ada);
    for (let n = 0; n < quotas.messages.low; n++) await write(ctx, grace);
    const refusal = {
      code: "rate_limited",
      message:
        "While your account is new, you can send 20 messages in 24 hours to a connection who has not answered. Please try again in 24 hours.",
      retryAfter: 24 * 60 * 60,
    };
    expect(await errorOf(write(ctx, grace))).toEqual(refusal);
    const store = vi.spyOn(ctx.media, "putPrivatePhoto");
    expect(await errorOf(write(ctx, grace, { data: dataUrl, name: "a.jpg" }))).toEqual(refusal);
    expect(store).not.toHaveBeenCalled();
    // An older account may send more, and rate limits can be off.
    await write(limited(ada, 4), grace);
    await write(contextOf(ada).ctx, grace);
    const { id } = await write(limited(grace), ada);
    await write(ctx, grace);
    // The answer counts only while it is there.
    await deleteMessage(contextOf(grace).ctx, id);
    expect(await errorOf(write(ctx, grace))).toMatchObject({ code: "rate_limited" });
  });

  test("does not count for other conversations, and a stranger is refused as before", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await connect(ada, grace);
    await connect(ada, eve);
    const ctx = limited(ada);
    for (let n = 0; n < quotas.messages.low; n++) await write(ctx, grace);
    await write(ctx, eve);
    await ada.call("disconnect", { params: { userId: grace.id } });
    expect(await errorOf(write(ctx, grace))).toMatchObject({ code: "forbidden" });
  });
});

test("the counters of a member are deleted with the account", async () => {
  const ada = await member("ada");
  await uploadFile(limited(ada), file());
  await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(ada.id).run();
  expect(await usedOf(ada, "uploads")).toBeNull();
});

test("the uses of a failed upload are given back although the clock has moved on", async () => {
  const ada = await member("ada");
  let time = Date.now();
  const { media, ...rest } = limited(ada);
  const ctx: MemberCtx = {
    ...rest,
    now: () => new Date(time++),
    media: { ...media, putPhoto: () => Promise.reject(new Error("R2 is down")) },
  };
  await expect(uploadFile(ctx, file())).rejects.toThrow("R2 is down");
  expect(await usedOf(ada, "uploads")).toBe(0);
  expect(await usedOf(ada, "uploadSize")).toBe(0);
});
