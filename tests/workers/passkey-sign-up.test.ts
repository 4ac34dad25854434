import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { AppError } from "~/contract/errors";
import { signUpWithPasskey } from "~/domain/accounts/sign-up";
import { Authenticator } from "../factories/authenticator";
import { Client, errorOf, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";
import { isIn } from "./sessions";

const REFUSED = "This passkey could not be used. Please try again.";
const NOT_ADDED = { status: 422, message: REFUSED, errors: { passkey: [REFUSED] } };

let made = 0;

/** A visitor who has asked for the request of a passkey and sends forms with it. */
async function visitor() {
  const client = new Client();
  const { challenge, user } = await client.call("startPasskeySignUp");
  const key = new Authenticator(SITE);
  const email = `keyed${++made}@example.com`;
  const form = (more: Record<string, unknown> = {}) => ({
    email,
    fullName: "Kay Lock",
    handle: user.id,
    passkey: key.create(challenge),
    ...more,
  });
  const send = (more: Record<string, unknown> = {}, by = client) =>
    by.send("POST", "/api/auth/signup/passkey", form(more));
  return { client, key, challenge, email, form, send };
}

/** Signs up with a passkey. */
async function keyed() {
  const who = await visitor();
  const { user } = await who.client.call("signUpWithPasskey", { body: who.form() });
  return Object.assign(who.client, { ...user, key: who.key });
}

const stored = async (table: "users" | "passkeys" | "sessions") =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");
const expireProofs = () => env.DB.prepare("UPDATE sessions SET verified_at = NULL").run();

describe("signing up with a passkey", () => {
  test("makes an account without a password, whose passkey logs in", async () => {
    const client = new Client();
    const options = await client.call("startPasskeySignUp");
    expect(options).toMatchObject({
      rp: { id: "afterglow.test" },
      user: { name: "", displayName: "" },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const key = new Authenticator(SITE);
    const body = {
      email: "Kay@example.com",
      fullName: "Kay Lock",
      username: "kay.lock",
      handle: options.user.id,
      passkey: key.create(options.challenge),
    };
    const [mail] = await mailsDuring(async () => {
      const { user } = await client.call("signUpWithPasskey", { body });
      expect(user).toMatchObject({ email: "kay@example.com", username: "kay.lock", fullName: "Kay Lock" });
      expect(Buffer.from(user.id).toString("base64url")).toBe(options.user.id);
    });
    expect(mail).toContain("To: kay@example.com");
    expect(await isIn(client)).toBe(true);
    expect((await client.call("readSecurity")).passkeys).toMatchObject([{ id: key.id, name: "My passkey" }]);
    const phone = new Client();
    const { challenge } = await phone.call("startPasskeyLogin");
    const passkey = key.get(challenge, { userHandle: options.user.id });
    expect((await phone.call("logInWithPasskey", { body: { passkey } })).user.username).toBe("kay.lock");
    const wrong = await new Client().send("POST", "/api/auth/login", {
      email: "kay@example.com",
      password: "golden hour",
    });
    expect(await errorOf(wrong)).toEqual({ status: 401, message: "Invalid email or password" });
  });

  test.each([
    ["of another site", { origin: "https://evil.test" }],
    ["for another relying party", { rpId: "evil.test" }],
    ["of another ceremony", { type: "webauthn.get" }],
    ["without verifying the member", { isVerified: false }],
  ])("refuses a passkey %s", async (_, wrong) => {
    const { key, challenge, send } = await visitor();
    const before = await stored("users");
    expect(await errorOf(await send({ passkey: key.create(challenge, wrong) }))).toEqual(NOT_ADDED);
    expect(await stored("users")).toBe(before);
  });

  test("refuses the challenge of another browser, of another account, of a log-in and a made-up one", async () => {
    const [{ send, key }, other] = [await visitor(), await visitor()];
    const { challenge: ofLogIn } = await new Client().call("startPasskeyLogin");
    const ada = await member("ada");
    const { challenge: ofAda } = await ada.call("startPasskey");
    expect(await errorOf(await send({}, new Client()))).toEqual(NOT_ADDED);
    expect(await errorOf(await send({ handle: other.form().handle }))).toEqual(NOT_ADDED);
    expect(await errorOf(await send({ handle: Buffer.from(ada.id).toString("base64url") }))).toEqual(
      NOT_ADDED,
    );
    for (const challenge of [other.challenge, ofLogIn, ofAda, "made up"])
      expect(await errorOf(await send({ passkey: key.create(challenge) }))).toEqual(NOT_ADDED);
  });

  test("makes one account of one response, also of two at the same time", async () => {
    const { send, client } = await visitor();
    const [users, passkeys] = [Number(await stored("users")), Number(await stored("passkeys"))];
    const emails = [1, 2, 3].map(() => ({ email: `keyed${++made}@example.com` }));
    const replies = await Promise.all(emails.map((email) => send(email)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await errorOf(await send({ email: "later@example.com" }, client))).toEqual(NOT_ADDED);
    expect([await stored("users"), await stored("passkeys")]).toEqual([users + 1, passkeys + 1]);
  });

  test("refuses a passkey of another account", async () => {
    const kay = await keyed();
    const client = new Client();
    const { challenge, user } = await client.call("startPasskeySignUp");
    const body = { email: "copy@example.com", fullName: "Copy Cat", handle: user.id };
    const reply = await client.send("POST", "/api/auth/signup/passkey", {
      ...body,
      passkey: kay.key.create(challenge),
    });
    expect(await errorOf(reply)).toEqual(NOT_ADDED);
  });

  test("refuses a taken email, and gives two who want one username at the same time different ones", async () => {
    const kay = await keyed();
    const { send } = await visitor();
    expect(await errorOf(await send({ email: kay.email.toUpperCase() }))).toMatchObject({
      status: 409,
      errors: { email: ["This email is already in use."] },
    });
    const [one, two] = [await visitor(), await visitor()];
    const names = await Promise.all(
      [one, two].map(async (who) => {
        const body = who.form({ username: "same.wish" });
        return (await who.client.call("signUpWithPasskey", { body })).user.username;
      }),
    );
    expect(names.filter((name) => name === "same.wish")).toHaveLength(1);
    expect(new Set(names).size).toBe(2);
  });

  test("needs the check that a person sends it, if there is one", async () => {
    const { ctx } = contextOf({ id: "nobody" });
    const humans = { siteKey: "0x4AAA", isHuman: async (token: string) => token === "good" };
    const { form } = await visitor();
    const checked = { ...ctx, viewer: null, humans };
    const attempt = (turnstile?: string) =>
      signUpWithPasskey(checked, { ...form(), turnstile }, { userAgent: "", browserTokens: [] }, null).then(
        () => "",
        ({ message }: AppError) => message,
      );
    expect(await attempt("bad")).toMatch(/^Please complete the check/);
    expect(await attempt()).toMatch(/^Please complete the check/);
    // The challenge is another browser's.
    expect(await attempt("good")).toBe(REFUSED);
  });
});

describe("an account without a password", () => {
  test("keeps its only passkey, also of two removals at the same time, until it has a password", async () => {
    const kay = await keyed();
    const remove = (id: string) => kay.send("DELETE", `/api/account/passkeys/${id}`);
    const KEPT = {
      status: 409,
      message:
        "This passkey is the only way into your account. Please set a password or add another passkey first.",
    };
    expect(await errorOf(await remove(kay.key.id))).toEqual(KEPT);
    const second = new Authenticator(SITE);
    const { challenge } = await kay.call("startPasskey");
    await kay.call("addPasskey", { body: { name: "Phone", passkey: second.create(challenge) } });
    const both = await Promise.all([remove(kay.key.id), remove(second.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    const [left] = (await kay.call("readSecurity")).passkeys;
    await kay.call("changePassword", { body: { newPassword: "golden hour" } });
    expect((await remove(left?.id ?? "")).status).toBe(204);
    await new Client().call("logIn", { body: { email: kay.email, password: "golden hour" } });
    // The next change asks for it.
    const again = await kay.send("POST", "/api/account/password", { newPassword: "moonrise bay" });
    expect(await errorOf(again)).toMatchObject({
      status: 422,
      errors: { currentPassword: ["Please enter your current password"] },
    });
  });

  test("needs a recent proof by its passkey to change or delete anything; a password is none", async () => {
    const kay = await keyed();
    const stepUp = { status: 403, message: "Please confirm that it is you." };
    const changes = [
      () => kay.send("POST", "/api/account/password", { newPassword: "golden hour", currentPassword: "x" }),
      () => kay.send("POST", "/api/account/email", { email: "moved@example.com" }),
      () => kay.send("DELETE", "/api/account", { confirmation: kay.username }),
    ];
    await expireProofs();
    for (const change of changes) expect(await errorOf(await change())).toMatchObject(stepUp);
    for (const currentPassword of ["x", "none$", "A"]) {
      const proof = await kay.send("POST", "/api/account/identity", { currentPassword });
      expect(await errorOf(proof)).toMatchObject({ status: 422 });
    }
    const { challenge } = await kay.call("startPasskeyLogin");
    await kay.call("confirmIdentity", { body: { passkey: kay.key.get(challenge) } });
    const [, email, deletion] = changes;
    expect((await email?.())?.status).toBe(204);
    expect((await deletion?.())?.status).toBe(204);
    expect(await isIn(kay)).toBe(false);
  });

  test("can set a password by a mailed link", async () => {
    const kay = await keyed();
    const [mail] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: kay.email } }),
    );
    await new Client().call("resetPassword", { body: { token: tokenIn(mail), password: "golden hour" } });
    await new Client().call("logIn", { body: { email: kay.email, password: "golden hour" } });
  });
});
