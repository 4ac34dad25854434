import { env } from "cloudflare:test";
import { msg } from "@lingui/core/runtime-macro";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "~/contract/errors";
import { AI_FAILURES_PER_DAY } from "~/contract/limits";
import { quotas } from "~/contract/quotas";
import { MINUTE_MS } from "~/contract/time";
import type { MemberCtx } from "~/domain/context";
import { judgePhoto } from "~/domain/media/judge-photo";
import { uploadFile } from "~/domain/media/upload-file";
import { decideAs } from "~/domain/moderation/decide";
import { report } from "~/domain/safety/report";
import { editImage, generateImage, styleImage } from "~/domain/studio/make-image";
import { suggestAltText } from "~/domain/studio/suggest-alt-text";
import { toAppError, UselessReply } from "~/platform/ai/failures";
import { workersAiSafety } from "~/platform/image-safety";
import { dataUrl, member } from "../workers/client";
import { contextOf } from "../workers/context-of";
import { photo } from "../workers/photos";
import { silenceHubs } from "../workers/quiet-hubs";

silenceHubs();

/** Returns a new member's context with rate limits on. Uses are a minute apart, so that only the day limits them. */
async function attacker() {
  const one = await member("mallory");
  // Uses are taken back from their own window only, and the clock of another test may have been ahead.
  await env.DB.prepare("DELETE FROM quota_counters WHERE owner = 'site'").run();
  const from = Date.now();
  let minutes = 0;
  const ctx: MemberCtx = {
    ...contextOf(one).ctx,
    limits: { areOn: true, take: async () => true },
    now: () => new Date(from + minutes * MINUTE_MS),
  };
  const codeOf = async (work: () => Promise<unknown>) => {
    minutes += 1;
    return work().then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : "error"),
    );
  };
  const used = (owner: string, kind: string) =>
    env.DB.prepare("SELECT used FROM quota_counters WHERE owner = ? AND kind = ?")
      .bind(owner, kind)
      .first("used");
  const countedUses = () =>
    env.DB.prepare("SELECT count(*) AS n FROM ai_uses WHERE user_id = ? AND NOT failed")
      .bind(one.id)
      .first("n");
  return { ...one, id: one.id, ctx, codeOf, used, countedUses, member: one };
}

/** Has a moderator remove a photo, so that nobody can upload it again. */
async function withRemovedPhoto<T>(work: () => Promise<T>): Promise<T> {
  const [eve, ada] = [await member("eve"), await member("ada")];
  const post = await eve.call("createPost", { body: { mediaUrl: dataUrl } });
  const ctx = contextOf(ada).ctx;
  await report(ctx, { postId: post.id, reason: "nudity", details: "" });
  const row = await env.DB.prepare("SELECT id FROM abuse_reports WHERE subject_id = ?").bind(post.id).first();
  const decision = { action: "remove", reason: "nudity", note: "", removes: false } as const;
  await decideAs({ id: null, username: "the operator" }, ctx, String(row?.id), decision);
  try {
    return await work();
  } finally {
    await env.DB.batch(
      ["removed_hashes", "removed_looks"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    );
  }
}

/** Replies of a model. */
const made = () =>
  ({ bytes: photo("small"), contentType: "image/jpeg", engine: "local", model: "a model" }) as const;

const withEngine = (ctx: MemberCtx, ai: Partial<MemberCtx["ai"]>): MemberCtx => ({
  ...ctx,
  ai: { ...ctx.ai, isSafe: async () => true, ...ai },
});

describe("a removed photo as a data URL", () => {
  test("runs no model of an AI tool, however often it is sent, and each attempt counts", async () => {
    const { ctx, codeOf, countedUses, used, id } = await attacker();
    const ai = { isSafe: vi.fn(async () => true), edit: vi.fn(), style: vi.fn(), describe: vi.fn() };
    const mine = withEngine(ctx, ai);
    await withRemovedPhoto(async () => {
      for (const work of [
        () => editImage(mine, { image: dataUrl, prompt: "warmer" }),
        () => styleImage(mine, { image: dataUrl, style: "manga" }),
        () => suggestAltText(mine, { image: dataUrl }),
      ])
        expect(await codeOf(work)).toBe("unsupported_media");
    });
    for (const model of Object.values(ai)) expect(model).not.toHaveBeenCalled();
    expect(await countedUses()).toBe(3);
    expect(await used(id, "uploads")).toBe(3);
  });
});

test("the source of an AI tool counts as an upload, and is refused beyond that quota before a model runs", async () => {
  const { ctx, codeOf, used, id } = await attacker();
  const style = vi.fn(async () => made());
  const mine = withEngine(ctx, { style });
  const paint = () => styleImage(mine, { image: dataUrl, style: "manga" });
  expect(await codeOf(paint)).toBeNull();
  expect([await used(id, "uploads"), await used(id, "uploadSize")]).toEqual([1, photo("small").byteLength]);
  await env.DB.prepare("UPDATE quota_counters SET used = ? WHERE owner = ? AND kind = 'uploads'")
    .bind(quotas.uploads.low, id)
    .run();
  expect(await codeOf(paint)).toBe("rate_limited");
  expect(await codeOf(() => suggestAltText(mine, { image: dataUrl }))).toBe("rate_limited");
  expect(style).toHaveBeenCalledOnce();
});

describe("a use counts", () => {
  test("when the model has answered and the image cannot be stored", async () => {
    const { ctx, codeOf, countedUses } = await attacker();
    vi.spyOn(ctx.media, "putPhoto").mockRejectedValueOnce(new Error("R2 is down"));
    const mine = withEngine(ctx, { generate: async () => made() });
    expect(await codeOf(() => generateImage(mine, { prompt: "A harbour" }))).toBe("error");
    expect(await countedUses()).toBe(1);
  });

  test("when the model has replied with nothing that can be used", async () => {
    const { ctx, codeOf, countedUses } = await attacker();
    const useless = toAppError("failed", msg`Failed`, new UselessReply("no image"));
    const mine = withEngine(ctx, { generate: () => Promise.reject(useless) });
    expect(await codeOf(() => generateImage(mine, { prompt: "A harbour" }))).toBe("ai_failed");
    expect(await countedUses()).toBe(1);
  });

  test("when a file that no model can read has cost a check of its prompt", async () => {
    const { ctx, codeOf, countedUses } = await attacker();
    const image = `data:image/png;base64,${btoa("not an image at all")}`;
    expect(await codeOf(() => editImage(ctx, { image, prompt: "warmer" }))).toBe("unsupported_media");
    expect(await countedUses()).toBe(1);
  });

  test("after some failures of the engine in a day", async () => {
    const { ctx, codeOf, countedUses, used } = await attacker();
    const failing = withEngine(ctx, {
      generate: () => Promise.reject(new AppError("ai_failed", msg`Failed`)),
    });
    for (let n = 0; n < AI_FAILURES_PER_DAY + 2; n++)
      expect(await codeOf(() => generateImage(failing, { prompt: "A harbour" }))).toBe("ai_failed");
    expect(await countedUses()).toBe(2);
    expect(await used("site", "aiUses")).toBe(2);
  });

  test("of the site when a model has judged a photo without a verdict", async () => {
    const { ctx, used, member: one } = await attacker();
    const run = vi.fn(async () => ({ answer: "I would rather not say." }));
    const imageSafety = workersAiSafety({ ai: { run }, images: env.IMAGES });
    const { mediaUrl } = await one.call("createPost", { body: { mediaUrl: dataUrl } });
    const mediaId = mediaUrl.slice("/media/".length);
    await env.DB.prepare("INSERT INTO image_checks (media_id, due_at) VALUES (?, 0)").bind(mediaId).run();
    await judgePhoto({ ...ctx, imageSafety }, mediaId);
    expect(run).toHaveBeenCalled();
    expect(await used("site", "aiUses")).toBe(1);
  });
});

test("sixty damaged uploads in a row end at the quota of uploads", async () => {
  const { ctx, codeOf, used, id } = await attacker();
  const store = vi.spyOn(ctx.media, "putPhoto");
  const upload = () => uploadFile(ctx, new File([photo("cutShort")], "photo.jpg"));
  const codes: (string | null)[] = [];
  for (let n = 0; n < 60; n++) codes.push(await codeOf(upload));
  expect(codes.slice(0, quotas.uploads.low)).toEqual(Array(quotas.uploads.low).fill("unsupported_media"));
  expect(codes.slice(quotas.uploads.low)).toEqual(Array(60 - quotas.uploads.low).fill("rate_limited"));
  expect(store).toHaveBeenCalledTimes(quotas.uploads.low);
  expect(await used(id, "uploads")).toBe(quotas.uploads.low);
});
