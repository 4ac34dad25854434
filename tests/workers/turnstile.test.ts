import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { AppError } from "~/contract/errors";
import { signUp } from "~/domain/accounts/sign-up";
import { createEdge } from "../../workers/edge";
import { readSettings } from "../../workers/settings";
import { Client, SITE } from "./client";
import { contextOf } from "./context-of";

let emails = 0;

/** Signs up with a check that answers so. Returns the refusal, or null. */
function attempt(isHuman: (token: string, action: string) => Promise<boolean>, turnstile?: string) {
  const { ctx } = contextOf({ id: "nobody" });
  const mail = { send: async () => undefined };
  const input = {
    email: `person${++emails}@mail.example`,
    fullName: "Ada Lovelace",
    password: "golden hour",
    turnstile,
  };
  const checked = { ...ctx, viewer: null, mail, humans: { siteKey: "0x4AAA", isHuman } };
  return signUp(checked, input, { userAgent: "", browserTokens: [] }).then(
    () => null,
    ({ code, message }: AppError) => ({ code, message }),
  );
}

const REFUSED = {
  code: "invalid",
  message: "Please complete the check that you are a person, and try again.",
};

describe("a sign-up with the check that a person sends it", () => {
  test("needs a token that counts for the sign-up", async () => {
    const isHuman = vi.fn(async (token: string) => token === "good");
    expect(await attempt(isHuman, "good")).toBeNull();
    expect(isHuman).toHaveBeenCalledWith("good", "sign-up");
    expect(await attempt(isHuman, "bad")).toEqual(REFUSED);
    expect(await attempt(isHuman)).toEqual(REFUSED);
    expect(await attempt(isHuman, "")).toEqual(REFUSED);
    expect(isHuman).toHaveBeenCalledTimes(2);
  });

  test("says clearly that the check itself failed, and logs it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const isHuman = async () => {
      throw new Error("Turnstile returned 503.");
    };
    expect(await attempt(isHuman, "good")).toEqual({
      code: "rate_limited",
      message: "We could not check that you are a person. Please try again in a moment.",
    });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe("the keys of the check", () => {
  const keys = { TURNSTILE_SITE_KEY: "0x4AAA", TURNSTILE_SECRET_KEY: "the secret" };

  test("are both set, or none", () => {
    expect(readSettings(env).turnstile).toBeNull();
    expect(readSettings({ ...env, ...keys }).turnstile).toEqual({ siteKey: "0x4AAA", secret: "the secret" });
    for (const name of Object.keys(keys))
      expect(() => readSettings({ ...env, ...keys, [name]: undefined })).toThrow("TURNSTILE");
  });

  test("allow its script and frame on pages; without them nothing of another site is allowed", async () => {
    const edge = createEdge(async (c) => c.html("<p>a page</p>"));
    const policyOf = async (settings: object) => {
      const page = new Request(`${SITE}/signup`);
      const reply = await edge.fetch(page, { ...env, ...settings }, createExecutionContext());
      return reply.headers.get("Content-Security-Policy")?.split("; ") ?? [];
    };
    expect((await policyOf({})).filter((rule) => rule.includes("https:"))).toEqual([]);
    expect((await policyOf(keys)).filter((rule) => rule.includes("https:"))).toEqual([
      expect.stringMatching(/^script-src 'self' 'nonce-[^']+' https:\/\/challenges\.cloudflare\.com$/),
      "frame-src 'self' https://challenges.cloudflare.com",
    ]);
  });
});

test("without the keys a token is ignored", async () => {
  const body = {
    email: "ignored@mail.example",
    fullName: "Ada",
    password: "golden hour",
    turnstile: "anything",
  };
  await new Client().call("signUp", { body });
});
