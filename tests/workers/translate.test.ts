import { env } from "cloudflare:test";
import { msg } from "@lingui/core/runtime-macro";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "~/contract/errors";
import { quotas } from "~/contract/quotas";
import type { MemberCtx } from "~/domain/context";
import { translateText } from "~/domain/studio/translate-text";
import { type Client, member } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const german = { text: "Guten Morgen", from: "de", to: "en" };

/** Returns a member's context with rate limits on and a model. */
function limited(one: { id: string }, translate: MemberCtx["ai"]["translate"]): MemberCtx {
  const { ctx } = contextOf(one);
  return { ...ctx, limits: { areOn: true, take: async () => true }, ai: { ...ctx.ai, translate } };
}

const answering = () =>
  vi.fn(async () => ({ text: "Good morning", engine: "workers-ai", model: "m" }) as const);

const usedBy = (owner: string, kind: string) =>
  env.DB.prepare("SELECT used FROM quota_counters WHERE owner = ? AND kind = ?")
    .bind(owner, kind)
    .first("used");

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => error.code,
  );

describe("a translation", () => {
  test("returns the model's text, and counts for the member and the site", async () => {
    const ada = await member("ada");
    await env.DB.prepare("DELETE FROM quota_counters").run();
    const translate = answering();
    expect(await translateText(limited(ada, translate), german)).toEqual({
      text: "Good morning",
      engine: "workers-ai",
    });
    expect(translate).toHaveBeenCalledWith(german);
    expect([await usedBy(ada.id, "translations"), await usedBy("site", "aiUses")]).toEqual([1, 1]);
  });

  test("is refused beyond the quota of the day, before a model runs", async () => {
    const ada = await member("ada");
    const translate = answering();
    const ctx = limited(ada, translate);
    await translateText(ctx, german);
    await env.DB.prepare("UPDATE quota_counters SET used = ? WHERE owner = ? AND kind = 'translations'")
      .bind(quotas.translations.low, ada.id)
      .run();
    await expect(translateText(ctx, german)).rejects.toMatchObject({
      code: "rate_limited",
      message:
        "While your account is new, you can translate 30 texts in 24 hours. Please try again in 24 hours.",
    });
    expect(translate).toHaveBeenCalledOnce();
  });

  test("counts when the model fails, because it may have been billed", async () => {
    const ada = await member("ada");
    const failing = async () => {
      throw new AppError("ai_failed", msg`This text could not be translated. Please try again.`);
    };
    expect(await codeOf(translateText(limited(ada, failing), german))).toBe("ai_failed");
    expect(await usedBy(ada.id, "translations")).toBe(1);
  });
});

describe("the call", () => {
  const post = (client: Client, body: unknown) =>
    client.fetch("/api/translate", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });

  test("returns the text as it is by the embedded engine, and says so", async () => {
    const ada = await member("ada");
    expect(await ada.call("translateText", { body: german })).toEqual({
      text: "Guten Morgen",
      engine: "local",
    });
  });

  test.each([
    ["no text", { ...german, text: " \n" }, "text"],
    ["a text beyond the longest caption", { ...german, text: "a".repeat(2201) }, "text"],
    ["an unknown language", { ...german, from: "tlh" }, "from"],
    ["a language with its region", { ...german, to: "pt-BR" }, "to"],
    ["no language", { text: "Guten Morgen", from: "de" }, "to"],
    ["one language", { ...german, to: "de" }, "to"],
  ])("refuses %s", async (_, body, field) => {
    const reply = await post(await member("ada"), body);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });
});
