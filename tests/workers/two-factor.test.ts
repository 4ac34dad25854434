import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { decisionInput } from "~/contract/moderation";
import { appealSuspension } from "~/domain/moderation/appeal";
import { decide } from "~/domain/moderation/decide";
import { appCode } from "../factories/two-factor";
import { Client, errorOf, type Member, member } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";
import { expireProof, start, turnOn } from "./second-factor";
import { again, isIn, tokenOf } from "./sessions";

const WRONG = { status: 422, errors: { code: ["This code is not right"] } };
const EXPIRED = { status: 401, message: "This log-in has expired. Please log in again." };

const rowsOf = (table: string, { id }: Member) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(id).first("n");

const finish = (client: Client, code: string) => client.send("POST", "/api/auth/login/code", { code });
const fails = async (client: Client, code: string) => errorOf(await finish(client, code));

describe("turning two-factor authentication on", () => {
  test("needs a code of the new key, shows recovery codes once and mails the member", async () => {
    const ada = await member("ada");
    const { secret, uri } = await ada.call("startTotp");
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    expect(uri).toContain(`otpauth://totp/Afterglow:${encodeURIComponent(ada.email)}?issuer=Afterglow`);
    const wrong = { code: "A".repeat(24) };
    expect(await errorOf(await ada.send("POST", "/api/account/totp/confirm", wrong))).toMatchObject(WRONG);
    expect(await ada.call("readSecurity")).toEqual({
      hasTwoFactor: false,
      recoveryCodesLeft: 0,
      passkeys: [],
    });
    await mailsDuring(() => again(ada));

    const { secret: second, codes, mail } = await turnOn(ada);
    expect(second).not.toBe(secret);
    expect(mail).toContain(`To: ${ada.email}\n  Subject: Two-factor authentication is on`);
    expect(await ada.call("readSecurity")).toEqual({
      hasTwoFactor: true,
      recoveryCodesLeft: 10,
      passkeys: [],
    });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{24}$/);
    const { results } = await env.DB.prepare("SELECT * FROM recovery_codes").all();
    for (const code of codes) expect(JSON.stringify(results)).not.toContain(code);
    const [start, confirm] = [
      ada.send("POST", "/api/account/totp"),
      ada.send("POST", "/api/account/totp/confirm", wrong),
    ];
    for (const reply of [await start, await confirm]) expect(reply.status).toBe(409);
  });

  test("succeeds for one of two concurrent confirmations", async () => {
    const ada = await member("ada");
    const { secret } = await ada.call("startTotp");
    const replies = await Promise.all(
      [1, 2].map(() => ada.send("POST", "/api/account/totp/confirm", { code: appCode(secret) })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ada.call("readSecurity")).recoveryCodesLeft).toBe(10);
  });
});

describe("a log-in with two-factor authentication", () => {
  test("opens a session with the password and a code, and not without the code", async () => {
    const ada = await member("ada");
    const { secret } = await turnOn(ada);
    const phone = await start(ada);
    expect(await isIn(phone)).toBe(false);
    const [mail] = await mailsDuring(async () => {
      const reply = await finish(phone, appCode(secret, 1));
      expect(
        reply.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-afterglow=")),
      ).not.toContain("Max-Age");
      expect(await reply.json()).toMatchObject({ user: { id: ada.id }, isNewUser: false });
    });
    expect(mail).toContain("New log-in to your account");
    expect(await isIn(phone)).toBe(true);
    expect(phone.cookies.has("__Host-afterglow-login")).toBe(false);
    expect(
      (await new Client().send("POST", "/api/auth/login", { email: ada.email, password: "wrong!" })).status,
    ).toBe(401);
  });

  test("remembers the session when the first step asked for it, and ends the replaced one", async () => {
    const ada = await member("ada");
    const { secret } = await turnOn(ada);
    const grace = await member("grace");
    const browser = await start(ada, grace, true);
    const token = tokenOf(grace);
    const reply = await finish(browser, appCode(secret, 1));
    expect(reply.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-afterglow="))).toContain(
      "Max-Age=2592000",
    );
    const replaced = new Client();
    replaced.cookies.set("__Host-afterglow", token);
    expect(await isIn(replaced)).toBe(false);
  });

  test("takes codes of the step before and after, written with spaces, and none older or later", async () => {
    const ada = await member("ada");
    const { secret } = await ada.call("startTotp");
    await ada.call("confirmTotp", { body: { code: appCode(secret, -1) } });
    const phone = await start(ada);
    expect(await fails(phone, appCode(secret, -2))).toMatchObject(WRONG);
    expect(await fails(phone, appCode(secret, 3))).toMatchObject(WRONG);
    const code = appCode(secret, 1);
    expect((await finish(phone, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  test("takes no code twice, also of two concurrent log-ins", async () => {
    const ada = await member("ada");
    const { secret, code: used } = await turnOn(ada);
    expect(await fails(await start(ada), used)).toMatchObject(WRONG);
    const both = [await start(ada), await start(ada)];
    const code = appCode(secret, 1);
    const replies = await Promise.all(both.map((client) => finish(client, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await fails(await start(ada), code)).toMatchObject(WRONG);
  });

  test("takes a recovery code in place of the app, once, and not another member's", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const [{ codes }, { codes: hers }] = [await turnOn(ada), await turnOn(grace)];
    const [code = ""] = codes;
    const phone = await start(ada);
    expect(await fails(phone, hers[0] ?? "")).toMatchObject(WRONG);
    expect((await finish(phone, code.toLowerCase().replace(/(.{4})/g, "$1-"))).status).toBe(200);
    expect(await fails(await start(ada), code)).toMatchObject(WRONG);
    expect((await ada.call("readSecurity")).recoveryCodesLeft).toBe(9);
    expect(await rowsOf("pending_log_ins", ada)).toBe(1);
    expect((await grace.call("readSecurity")).recoveryCodesLeft).toBe(10);
  });

  test("expires after ten minutes, works once, and needs the browser of the first step", async () => {
    const ada = await member("ada");
    const { codes } = await turnOn(ada);
    const [first = "", second = ""] = codes;
    expect(await fails(new Client(), first)).toEqual(EXPIRED);
    const phone = await start(ada);
    const row = await env.DB.prepare("SELECT id, expires_at FROM pending_log_ins").first<{
      id: string;
      expires_at: string;
    }>();
    expect(row?.id).not.toBe(phone.cookies.get("__Host-afterglow-login"));
    expect(Math.abs(Date.parse(row?.expires_at ?? "") - Date.now() - 600_000)).toBeLessThan(60_000);
    const copy = new Client();
    copy.cookies.set("__Host-afterglow-login", phone.cookies.get("__Host-afterglow-login") ?? "");
    expect((await finish(phone, first)).status).toBe(200);
    expect(await fails(copy, second)).toEqual(EXPIRED);
    const late = await start(ada);
    await env.DB.prepare("UPDATE pending_log_ins SET expires_at = '2026-01-01T00:00:00.000Z'").run();
    expect(await fails(late, second)).toEqual(EXPIRED);
  });
});

test("a pending log-in ends when the password is changed or reset", async () => {
  const ada = await member("ada");
  const { codes } = await turnOn(ada);
  const [code = ""] = codes;
  const [asked] = await mailsDuring(() =>
    new Client().call("requestPasswordReset", { body: { email: ada.email } }),
  );
  const beforeReset = await start(ada);
  await new Client().call("resetPassword", { body: { token: tokenIn(asked), password: "moonrise" } });
  expect(await fails(beforeReset, code)).toEqual(EXPIRED);
  const renewed = { ...ada, password: "moonrise" };
  const beforeChange = await start(renewed);
  const laptop = await start(renewed);
  await finish(laptop, code);
  await laptop.call("changePassword", { body: { currentPassword: "moonrise", newPassword: "blue hour" } });
  expect(await fails(beforeChange, codes[1] ?? "")).toEqual(EXPIRED);
});

describe("a suspended member with two-factor authentication", () => {
  async function suspended() {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const two = await turnOn(ada);
    const mo = { ...(await member("mo", "moderator")), role: "moderator" } as const;
    await grace.call("report", { body: { userId: ada.id, reason: "spam" } });
    const report = await env.DB.prepare("SELECT id FROM abuse_reports WHERE reporter_id = ?")
      .bind(grace.id)
      .first<string>("id");
    const input = decisionInput.parse({ action: "suspend", reason: "spam", days: 3 });
    await decide(contextOf(mo).ctx, report ?? "", input);
    return { ada, ...two };
  }

  test("reads why after the code, which stays unused", async () => {
    const { ada, codes } = await suspended();
    const phone = await start(ada);
    const refused = { status: 403, message: expect.stringMatching(/^Your account is suspended until /) };
    expect(await fails(phone, codes[0] ?? "")).toMatchObject(refused);
    expect(await isIn(phone)).toBe(false);
    expect(await rowsOf("recovery_codes", ada)).toBe(10);
    await env.DB.prepare("UPDATE suspensions SET until = '2026-01-01T00:00:00.000Z'").run();
    expect((await finish(phone, codes[0] ?? "")).status).toBe(200);
    expect(await rowsOf("recovery_codes", ada)).toBe(9);
  });

  test("appeals with the password alone, which opens no session and no pending log-in", async () => {
    const { ada } = await suspended();
    const visitor = { ...contextOf(ada).ctx, viewer: null };
    const browser = { userAgent: "", browserTokens: [] };
    const input = { email: ada.email, password: "sunset", text: "I was hacked." };
    await appealSuspension(visitor, input, browser);
    const appeals = env.DB.prepare("SELECT count(*) AS n FROM appeals WHERE member_id = ?").bind(ada.id);
    expect(await appeals.first("n")).toBe(1);
    for (const table of ["sessions", "pending_log_ins"]) expect(await rowsOf(table, ada)).toBe(0);
  });
});

describe("changing two-factor authentication", () => {
  test("turns it off, deletes the recovery codes and mails the member once", async () => {
    const ada = await member("ada");
    await turnOn(ada);
    const [mail] = await mailsDuring(() => ada.call("endTotp"));
    expect(mail).toContain("Subject: Two-factor authentication is off");
    await mailsDuring(() => ada.call("endTotp"), 0);
    expect(await ada.call("readSecurity")).toEqual({
      hasTwoFactor: false,
      recoveryCodesLeft: 0,
      passkeys: [],
    });
    await again(ada);
  });

  test("replaces the recovery codes for a code, and keeps them for a wrong one", async () => {
    const ada = await member("ada");
    const { codes } = await turnOn(ada);
    const refused = await ada.send("POST", "/api/account/recovery-codes", { code: "A".repeat(24) });
    expect(await errorOf(refused)).toMatchObject(WRONG);
    expect((await ada.call("readSecurity")).recoveryCodesLeft).toBe(10);
    let renewed: string[] = [];
    const [mail] = await mailsDuring(async () => {
      ({ recoveryCodes: renewed } = await ada.call("renewRecoveryCodes", { body: { code: codes[0] } }));
    });
    expect(mail).toContain("Subject: New recovery codes");
    expect((await ada.call("readSecurity")).recoveryCodesLeft).toBe(10);
    const phone = await start(ada);
    for (const code of codes.slice(0, 2)) expect(await fails(phone, code)).toMatchObject(WRONG);
    expect((await finish(phone, renewed[0] ?? "")).status).toBe(200);
  });

  test("stays on when the password is reset, and falls with the link of its alert", async () => {
    const ada = await member("ada");
    const { mail } = await turnOn(ada);
    const [asked] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    await new Client().call("resetPassword", { body: { token: tokenIn(asked), password: "moonrise" } });
    const pending = await start({ ...ada, password: "moonrise" });
    const { resetToken } = await new Client().call("secureAccount", { body: { token: tokenIn(mail) } });
    await new Client().call("resetPassword", { body: { token: resetToken, password: "moonrise" } });
    await again(ada, "moonrise");
    expect(await fails(pending, "123456")).toEqual(EXPIRED);
    expect(await rowsOf("totp_secrets", ada)).toBe(0);
    expect(await rowsOf("recovery_codes", ada)).toBe(0);
  });

  test("survives the link of a later alert", async () => {
    const ada = await member("ada");
    const { secret } = await turnOn(ada);
    await env.DB.batch([
      env.DB.prepare("UPDATE totp_secrets SET confirmed_at = '2026-01-01T00:00:00.000Z'"),
      env.DB.prepare("UPDATE recovery_codes SET created_at = '2026-01-01T00:00:00.000Z'"),
    ]);
    const phone = await start(ada);
    const [mail] = await mailsDuring(() => finish(phone, appCode(secret, 1)));
    const { resetToken } = await new Client().call("secureAccount", { body: { token: tokenIn(mail) } });
    await new Client().call("resetPassword", { body: { token: resetToken, password: "moonrise" } });
    await start({ ...ada, password: "moonrise" });
  });
});

describe("step-up", () => {
  const guarded: [string, string, object?][] = [
    ["GET", "/api/account/security"],
    ["POST", "/api/account/totp"],
    ["POST", "/api/account/totp/confirm", { code: "123456" }],
    ["DELETE", "/api/account/totp"],
    ["POST", "/api/account/recovery-codes", { code: "123456" }],
  ];

  test.each(guarded)("is needed for %s %s ten minutes after the log-in", async (method, path, body) => {
    const ada = await member("ada");
    const before = new Date(Date.now() - 10 * 60_000 + 30_000).toISOString();
    await env.DB.prepare("UPDATE sessions SET verified_at = ?").bind(before).run();
    expect((await ada.send(method, path, body)).status).not.toBe(403);
    await expireProof(ada);
    const message = "Please confirm that it is you.";
    expect(await errorOf(await ada.send(method, path, body))).toEqual({ status: 403, message });
    await ada.call("confirmIdentity", { body: { currentPassword: "sunset" } });
    expect((await ada.send(method, path, body)).status).not.toBe(403);
  });

  test("is needed in a session from before it existed", async () => {
    const ada = await member("ada");
    await env.DB.prepare("UPDATE sessions SET verified_at = NULL").run();
    expect((await ada.fetch("/api/account/security")).status).toBe(403);
  });

  test("takes the password with an unused code, and is about this session only", async () => {
    const ada = await member("ada");
    const { secret, code: used, codes } = await turnOn(ada);
    const other = await start(ada);
    await finish(other, codes[0] ?? "");
    await expireProof(ada);
    const right = { currentPassword: "sunset" };
    const confirm = async (body: object) => errorOf(await ada.send("POST", "/api/account/identity", body));
    expect(await confirm({ code: appCode(secret, 1), currentPassword: "wrong!" })).toMatchObject({
      status: 422,
      errors: { currentPassword: ["Your current password is not right"] },
    });
    expect(await confirm({})).toMatchObject({
      status: 422,
      errors: { currentPassword: ["Please enter your current password"] },
    });
    for (const code of [codes[0], "A".repeat(24), used]) {
      expect(await confirm({ ...right, code })).toMatchObject(WRONG);
    }
    expect((await ada.fetch("/api/account/security")).status).toBe(403);
    const code = appCode(secret, 1);
    await ada.call("confirmIdentity", { body: { ...right, code } });
    expect(await ada.call("readSecurity")).toMatchObject({ hasTwoFactor: true, recoveryCodesLeft: 9 });
    expect((await other.fetch("/api/account/security")).status).toBe(403);
    expect(await confirm({ ...right, code })).toMatchObject(WRONG);
  });
});
