import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AppError } from "~/contract/errors";
import { type Ceiling, ceilingNames } from "~/contract/quotas";
import { HOUR_MS } from "~/contract/time";
import { sendMessage } from "~/domain/chat/send-message";
import type { MemberCtx } from "~/domain/context";
import { uploadFile } from "~/domain/media/upload-file";
import { listCeilings, setSwitch } from "~/domain/moderation/ceilings";
import { listLog } from "~/domain/moderation/list-log";
import { createPost } from "~/domain/posts/create-post";
import { generateImage, styleImage } from "~/domain/studio/make-image";
import { suggestAltText } from "~/domain/studio/suggest-alt-text";
import { translateText } from "~/domain/studio/translate-text";
import { readSettings } from "../../workers/settings";
import { dataUrl, errorOf, member } from "./client";
import { twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** Every way to use what has a ceiling. The tools start from a stored photo: a data URL would be an upload too. */
const uses: Record<Ceiling, ((ctx: MemberCtx, to: string, image: string) => Promise<unknown>)[]> = {
  uploads: [
    (ctx) => uploadFile(ctx, new File([photo("small")], "photo")),
    (ctx) => createPost(ctx, { mediaUrl: dataUrl }),
    (ctx, to) => sendMessage(ctx, to, { content: "", attachment: { data: dataUrl, name: "a.jpg" } }),
  ],
  aiUses: [
    (ctx) => generateImage(ctx, { prompt: "A harbour at dusk" }),
    (ctx, _, image) => styleImage(ctx, { image, style: "pixel-art" }),
    (ctx, _, image) => suggestAltText(ctx, { image }),
    (ctx) => translateText(ctx, { text: "Guten Morgen", from: "de", to: "en" }),
  ],
};
const names = { uploads: "Uploads", aiUses: "The AI tools" };

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message, retryAfter }: AppError) => ({ code, message, retryAfter }),
  );

/** Sets the uses of the site. @param at the time of the first one */
const setUsed = (name: Ceiling, used: number, at = Date.now() - HOUR_MS) =>
  env.DB.prepare("INSERT OR REPLACE INTO quota_counters (owner, kind, since, used) VALUES ('site', ?, ?, ?)")
    .bind(name, at, used)
    .run();

const usedOf = (name: Ceiling) =>
  env.DB.prepare("SELECT used FROM quota_counters WHERE owner = 'site' AND kind = ?")
    .bind(name)
    .first("used");

async function friends() {
  const [ada, grace] = await twoConnected();
  const { mediaUrl: image } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await env.DB.prepare("DELETE FROM quota_counters").run();
  return { ada, grace, image };
}

/** Returns the context of a new moderator. */
const moderator = async () => contextOf(await member("mo", "moderator")).ctx;

const off = { action: "off", note: "The bill" } as const;
const on = { action: "on", note: "" } as const;

beforeEach(async () => {
  await env.DB.batch(
    ["switched_off", "quota_counters"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

describe.each(ceilingNames)("the ceiling of %s", (name) => {
  test("is exact for all members together, also while rate limits are off", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, friends));
    await setUsed(name, 99);
    const ceilings = { uploads: 100, aiUses: 100 };
    const replies = await Promise.all(
      members.map(({ ada, grace, image }) => {
        const [use] = uses[name];
        return refusalOf(use?.({ ...contextOf(ada).ctx, ceilings }, grace.id, image) ?? Promise.resolve());
      }),
    );
    const refused = replies.filter((reply) => reply !== null);
    expect(refused).toHaveLength(5);
    for (const one of refused) {
      expect(one).toMatchObject({
        code: "rate_limited",
        message: `${names[name]} have reached today's limit for everybody. Please try again in 23 hours.`,
      });
      expect(one.retryAfter).toBeLessThanOrEqual(23 * 60 * 60);
      expect(one.retryAfter).toBeGreaterThan(22.9 * 60 * 60);
    }
    expect(await usedOf(name)).toBe(100);
  });

  test("counts every way, and takes back what failed", async () => {
    const { ada, grace, image } = await friends();
    for (const use of uses[name]) await use(contextOf(ada).ctx, grace.id, image);
    expect(await usedOf(name)).toBe(uses[name].length);
    const { ctx } = contextOf(ada);
    vi.spyOn(ctx.media, "putPhoto").mockRejectedValue(new Error("R2 is down"));
    await expect(uses[name][0]?.(ctx, grace.id, image)).rejects.toThrow("R2 is down");
    // The model had replied, so its use counts.
    const paid = name === "aiUses" ? 1 : 0;
    expect(await usedOf(name)).toBe(uses[name].length + paid);
  });

  test("leaves a member's own quota as it was when it refuses", async () => {
    const { ada, grace, image } = await friends();
    const ceilings = { uploads: 0, aiUses: 0 };
    const { ctx } = contextOf(ada);
    for (const use of uses[name])
      expect(await refusalOf(use({ ...ctx, ceilings }, grace.id, image))).toMatchObject({
        code: "rate_limited",
      });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM quota_counters").first("n")).toBe(0);
    const own = env.DB.prepare("SELECT count(*) AS n FROM ai_uses WHERE user_id = ?").bind(ada.id);
    expect(await own.first("n")).toBe(0);
  });

  test("opens again a day after its first use", async () => {
    const { ada, grace, image } = await friends();
    await setUsed(name, 100, Date.now() - 24 * HOUR_MS);
    const ceilings = { uploads: 100, aiUses: 100 };
    await uses[name][0]?.({ ...contextOf(ada).ctx, ceilings }, grace.id, image);
    expect(await usedOf(name)).toBe(1);
  });

  test("has a switch, which stops every way at once and nothing else, and is logged", async () => {
    const { ada, grace, image } = await friends();
    const mo = await moderator();
    const { ctx } = contextOf(ada);
    await setSwitch(mo, { name, ...off });
    await setSwitch(mo, { name, ...off });
    for (const use of uses[name]) {
      expect(await refusalOf(use(ctx, grace.id, image))).toEqual({
        code: "rate_limited",
        message: `${names[name]} are switched off at the moment. Please try again later.`,
        retryAfter: 60 * 60,
      });
    }
    expect(await usedOf(name)).toBeNull();
    const other = ceilingNames.find((one) => one !== name) ?? name;
    for (const use of uses[other]) await use(ctx, grace.id, image);
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "Hello" } });
    await setSwitch(mo, { name, ...on });
    await setSwitch(mo, { name, ...on });
    for (const use of uses[name]) await use(ctx, grace.id, image);
    const { items } = await listLog(mo, { cursor: null, limit: 20 });
    const entry = { actor: mo.viewer.username, member: names[name], kind: "site" };
    expect(items.filter(({ actor }) => actor === mo.viewer.username)).toMatchObject([
      { ...entry, action: "switch_on", note: "" },
      { ...entry, action: "switch_off", note: "The bill" },
    ]);
  });
});

test("an old use is taken back from its own window only", async () => {
  const { ada } = await friends();
  const { ctx } = contextOf(ada);
  const describeImage = async () => {
    // Another window has begun while the engine worked.
    await setUsed("aiUses", 5, Date.now() + 1000);
    throw new Error("The engine failed");
  };
  const failing = { ...ctx, ai: { ...ctx.ai, describe: describeImage } };
  await expect(suggestAltText(failing, { image: dataUrl })).rejects.toThrow("The engine failed");
  expect(await usedOf("aiUses")).toBe(5);
});

test("the desk shows the uses of the current 24 hours, and does not exist for members", async () => {
  const mo = await moderator();
  const since = Date.now() - HOUR_MS;
  await setUsed("uploads", 7, since);
  await setUsed("aiUses", 9, Date.now() - 25 * HOUR_MS);
  await setSwitch(mo, { name: "aiUses", ...off });
  expect(await listCeilings(mo)).toEqual([
    {
      name: "uploads",
      used: 7,
      most: 20_000,
      until: new Date(since + 24 * HOUR_MS).toISOString(),
      isOff: false,
    },
    { name: "aiUses", used: 0, most: 5_000, until: null, isOff: true },
  ]);
  const { ctx } = contextOf(await member("ada"));
  await expect(listCeilings(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(setSwitch(ctx, { name: "aiUses", ...on })).rejects.toMatchObject({ code: "not_found" });
  // A role that was taken away ends at once, whatever the session says.
  await env.DB.prepare("UPDATE users SET role = 'member' WHERE id = ?").bind(mo.viewer.id).run();
  await setSwitch(mo, { name: "aiUses", ...on });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM switched_off").first("n")).toBe(1);
});

test("a switched-off call returns 429 and says when to try again", async () => {
  const ada = await member("ada");
  await setSwitch(await moderator(), { name: "aiUses", ...off });
  const reply = await ada.send("POST", "/api/ai/generate", { prompt: "A harbour at dusk" });
  expect(reply.headers.get("Retry-After")).toBe("3600");
  expect(await errorOf(reply)).toEqual({
    status: 429,
    message: "The AI tools are switched off at the moment. Please try again later.",
  });
});

test("the ceilings are settings, with defaults", () => {
  expect(readSettings(env).ceilings).toEqual({ uploads: 20_000, aiUses: 5_000 });
  const set = { AFTERGLOW_UPLOADS_PER_DAY: "7", AFTERGLOW_AI_PER_DAY: "0" };
  expect(readSettings({ ...env, ...set }).ceilings).toEqual({ uploads: 7, aiUses: 0 });
  for (const text of ["many", "-1", "1.5", ""]) {
    expect(() => readSettings({ ...env, AFTERGLOW_AI_PER_DAY: text }), text).toThrow(
      "AFTERGLOW_AI_PER_DAY must be a whole number.",
    );
  }
});
