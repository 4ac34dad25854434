import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { signUp } from "~/domain/accounts/sign-up";
import type { PasswordList } from "~/platform/password-lists";
import { openEdge } from "../../workers/context";
import { Client, errorOf, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";

const COMMON = "This password is too common. Please choose another one.";
const refusedAt = (field: string) => ({ status: 422, message: COMMON, errors: { [field]: [COMMON] } });
const newcomer = { email: "new.password@example.com", fullName: "New One" };

describe("one of the most used passwords", () => {
  test("is refused at the sign-up", async () => {
    const reply = await new Client().send("POST", "/api/auth/signup", { ...newcomer, password: "Password1" });
    expect(await errorOf(reply)).toEqual(refusedAt("password"));
  });

  test("is refused at a change", async () => {
    const ada = await member("ada");
    const body = { currentPassword: "sunset", newPassword: "qwerty123" };
    expect(await errorOf(await ada.send("POST", "/api/account/password", body))).toEqual(
      refusedAt("newPassword"),
    );
  });

  test("is refused at a reset, whose link still works", async () => {
    const ada = await member("ada");
    const [mail] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    const token = tokenIn(mail);
    const body = { token, password: "123456789" };
    expect(await errorOf(await new Client().send("POST", "/api/auth/reset-password", body))).toEqual(
      refusedAt("password"),
    );
    await new Client().call("resetPassword", { body: { token, password: "new dawn" } });
  });

  test("still logs in", async () => {
    // The password of the factory.
    const { email } = await member("ada");
    await new Client().call("logIn", { body: { email, password: "sunset" } });
  });
});

describe("a password from a data breach", () => {
  const signUpWith = (has: PasswordList["has"], email: string) => {
    const { ctx } = contextOf({ id: "" });
    const input = { ...newcomer, email, password: "afternoon light" };
    return signUp({ ...ctx, viewer: null, breachedPasswords: { has } }, input, {
      userAgent: "",
      browserTokens: [],
    });
  };

  test("is refused", async () => {
    const message = "This password has appeared in a data breach. Please choose another one.";
    await expect(signUpWith(async () => true, "breached@example.com")).rejects.toMatchObject({
      status: 422,
      body: { errors: { password: [message] } },
    });
  });

  test("is accepted, and logged without it, when the service does not answer", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const fails = () => Promise.reject(new Error("Have I Been Pwned returned 503."));
    const { user } = await signUpWith(fails, "unasked@example.com");
    expect(user.email).toBe("unasked@example.com");
    expect(log).toHaveBeenCalledOnce();
    const line = String(log.mock.calls[0]?.[0]);
    expect(line).toContain("new password not checked");
    expect(line).not.toContain("afternoon light");
    log.mockRestore();
  });

  test.each([
    [undefined, 0],
    ["on", 1],
  ])("is asked about with the setting %j: %i requests", async (AFTERGLOW_HIBP, requests) => {
    const get = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(""));
    const { ctx } = openEdge(new Request(SITE), { ...env, AFTERGLOW_HIBP }, { waitUntil: () => undefined });
    expect(await ctx.breachedPasswords.has("afternoon light")).toBe(false);
    expect(get).toHaveBeenCalledTimes(requests);
    get.mockRestore();
  });
});
