import { env } from "cloudflare:test";
import naughty from "big-list-of-naughty-strings";
import { afterEach, describe, expect, test } from "vitest";
import { SIGN_UP_TEXT_MAX } from "~/contract/account-limits";
import type { AppError } from "~/contract/errors";
import { type SignUpMode, signUpSettings } from "~/contract/sign-ups";
import { cleanText } from "~/contract/visible-text";
import { readSignUp } from "~/domain/accounts/admission";
import type { MemberCtx } from "~/domain/context";
import { listLog } from "~/domain/moderation/list-log";
import { readSignUps, saveSignUps } from "~/domain/moderation/sign-ups";
import { Authenticator } from "../factories/authenticator";
import { Client, errorOf, member, SITE } from "./client";
import { atDesk, contextOf } from "./context-of";
import { sendPublic } from "./public-pages";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const CLOSED = { status: 403, message: "Sign-ups are closed at the moment." };

const save = async (mode: SignUpMode, text = "") =>
  saveSignUps(await atDesk("admin"), { mode, text, note: "" });

let made = 0;
const person = () => ({ email: `joins${++made}@example.com`, fullName: "New One", password: "golden hour" });
const send = (body: object) => new Client().send("POST", "/api/auth/signup", body);
const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }: AppError) => ({ code, message }),
  );

afterEach(async () => {
  await env.DB.prepare("DELETE FROM site_settings").run();
});

describe("closed sign-ups", () => {
  test("refuse the call, also with a passkey, and the form, and store nothing", async () => {
    await save("closed");
    const before = await count("users");
    expect(await errorOf(await send(person()))).toEqual(CLOSED);
    const client = new Client();
    const { challenge, user } = await client.call("startPasskeySignUp");
    const { password: _, ...names } = person();
    const body = { ...names, handle: user.id, passkey: new Authenticator(SITE).create(challenge) };
    expect(await errorOf(await client.send("POST", "/api/auth/signup/passkey", body))).toEqual(CLOSED);
    const form = new URLSearchParams({ ...person(), terms: "on" });
    const reply = await sendPublic("/signup", { body: form });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ result: { error: { "": [CLOSED.message] } } });
    expect(await count("users")).toBe(before);
  });

  test("refuse a sign-up that has begun before, in the transaction that would store it", async () => {
    const ada = await atDesk("admin");
    const before = await count("users");
    // Closed once the sign-up was admitted: while its password is hashed.
    const attempt = (mode: SignUpMode) =>
      new Client({ DB: changedAfterFirstBatch(ada, mode) }).send("POST", "/api/auth/signup", person());
    const reply = await attempt("closed");
    expect(await errorOf(reply)).toEqual(CLOSED);
    const open = () => saveSignUps(ada, { mode: "open", text: "", note: "" });
    await open();
    expect(await errorOf(await attempt("invitation"))).toMatchObject({ status: 403 });
    await open();
    expect(await errorOf(await attempt("approval"))).toEqual({ status: 409, message: "Please try again." });
    expect(await count("users")).toBe(before);
    expect(await count("sessions WHERE user_id NOT IN (SELECT id FROM users)")).toBe(0);
  });

  test("open again with the next request", async () => {
    await save("closed");
    await save("open");
    expect((await send(person())).status).toBe(201);
  });
});

/** Returns the database, in which an admin changes who can sign up after the first batch of a request. */
function changedAfterFirstBatch(admin: MemberCtx, mode: SignUpMode): D1Database {
  let isChanged = false;
  const wrap = <T extends Pick<D1Database, "batch">>(db: T): T =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "withSession") return (...args: unknown[]) => wrap(value.apply(target, args));
        if (name !== "batch") return value.bind(target);
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          if (!isChanged) await saveSignUps(admin, { mode, text: "", note: "" });
          isChanged = true;
          return results;
        };
      },
    });
  return wrap(env.DB);
}

describe("the desk", () => {
  test("is for admins to change, for moderators to see, and does not exist for members", async () => {
    const [admin, mo] = [await atDesk("admin"), await atDesk("moderator")];
    const ada = contextOf(await member("ada")).ctx;
    expect(await readSignUps(mo)).toEqual({ mode: "open", text: "", mayChange: false });
    const closed = { mode: "closed", text: "Back on Monday", note: "" } as const;
    expect(await refusalOf(saveSignUps(mo, closed))).toEqual({
      code: "forbidden",
      message: "Only admins can change this.",
    });
    expect(await refusalOf(saveSignUps(ada, closed))).toMatchObject({ code: "not_found" });
    expect(await refusalOf(readSignUps(ada))).toMatchObject({ code: "not_found" });
    await saveSignUps(admin, closed);
    expect(await readSignUps(mo)).toEqual({ mode: "closed", text: "Back on Monday", mayChange: false });
    expect(await readSignUps(admin)).toMatchObject({ mayChange: true });
    // A role that was taken away ends at once, whatever the session says.
    await env.DB.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").bind(admin.viewer.id).run();
    await saveSignUps(admin, { ...closed, mode: "open" });
    expect(await readSignUps(mo)).toMatchObject({ mode: "closed" });
  });

  test("logs each change once, by the mode, without the text", async () => {
    const admin = await atDesk("admin");
    const closed = { mode: "closed", text: "Back on Monday", note: "A flood" } as const;
    await saveSignUps(admin, closed);
    await saveSignUps(admin, closed);
    await saveSignUps(admin, { ...closed, text: "Back on Tuesday", note: "" });
    const { items } = await listLog(admin, { cursor: null, limit: 20 });
    const own = items.filter(({ actor }) => actor === admin.viewer.username);
    const entry = { action: "sign_ups", member: "closed", kind: "site" };
    expect(own).toMatchObject([
      { ...entry, note: "" },
      { ...entry, note: "A flood" },
    ]);
    expect(JSON.stringify(own)).not.toContain("Back on");
  });
});

describe("the operator's text", () => {
  test("is kept as it is, cleaned of what does not show, and shown to visitors", async () => {
    const admin = await atDesk("admin");
    for (const string of naughty.filter((_, index) => index % 8 === 0)) {
      const text = string.slice(0, SIGN_UP_TEXT_MAX);
      const input = signUpSettings.parse({ mode: "open", text });
      await saveSignUps(admin, input);
      const { text: shown } = await readSignUp(admin, "");
      expect(shown, JSON.stringify(text)).toBe(cleanText(text).trim());
    }
  });

  test("has at most 500 characters", () => {
    const textOf = (length: number) => signUpSettings.safeParse({ mode: "open", text: "é".repeat(length) });
    expect(textOf(SIGN_UP_TEXT_MAX).success).toBe(true);
    expect(textOf(SIGN_UP_TEXT_MAX + 1).success).toBe(false);
    expect(signUpSettings.safeParse({ mode: "other", text: "" }).success).toBe(false);
  });
});
