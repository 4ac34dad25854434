import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { decisionInput } from "~/contract/moderation";
import { holderOf, newChallenge } from "~/domain/accounts/passkey-challenge";
import { decide } from "~/domain/moderation/decide";
import { type Algorithm, Authenticator } from "../factories/authenticator";
import { appCode } from "../factories/two-factor";
import { Client, errorOf, type Member, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";
import { isIn } from "./sessions";

const REFUSED = "This passkey could not be used. Please try again.";
const NOT_ADDED = { status: 422, message: REFUSED, errors: { passkey: [REFUSED] } };
const NOT_IN = { status: 401, message: REFUSED };

const challengeFor = async (ada: Member) => (await ada.call("startPasskey")).challenge;
const challengeOf = async (client: Client) => (await client.call("startPasskeyLogin")).challenge;

/** Adds a passkey to a member's account. */
async function addTo(ada: Member, key = new Authenticator(SITE)): Promise<Authenticator> {
  const passkey = key.create(await challengeFor(ada));
  await ada.call("addPasskey", { body: { name: "Laptop", passkey } });
  return key;
}

const add = (ada: Member, passkey: object) =>
  ada.send("POST", "/api/account/passkeys", { name: "Phone", passkey });
const addFails = async (ada: Member, passkey: object) => errorOf(await add(ada, passkey));

const send = (client: Client, passkey: object) => client.send("POST", "/api/auth/passkey", { passkey });

/** Logs in with a passkey in a browser of its own. */
async function logIn(key: Authenticator, options = {}, client = new Client()): Promise<Response> {
  return send(client, key.get(await challengeOf(client), options));
}
const logInFails = async (key: Authenticator, options = {}) => errorOf(await logIn(key, options));

/** Expires the members' last proofs of identity. */
const expireProofs = () => env.DB.prepare("UPDATE sessions SET verified_at = NULL").run();

describe("adding a passkey", () => {
  test("stores a named one for log-ins at this site, and mails the member", async () => {
    const ada = await member("ada");
    const options = await ada.call("startPasskey");
    expect(options).toMatchObject({
      rp: { id: "afterglow.test", name: "Afterglow" },
      user: { name: ada.email },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    });
    const key = new Authenticator(SITE);
    const [mail] = await mailsDuring(() =>
      ada.call("addPasskey", { body: { name: "  My\nlaptop ", passkey: key.create(options.challenge) } }),
    );
    expect(mail).toContain(`To: ${ada.email}\n  Subject: A passkey was added`);
    const { passkeys } = await ada.call("readSecurity");
    expect(passkeys).toEqual([
      { id: key.id, name: "My laptop", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await ada.call("startPasskey")).excludeCredentials).toEqual([{ type: "public-key", id: key.id }]);
  });

  test.each([
    ["of another site", { origin: "https://evil.test" }],
    ["for another relying party", { rpId: "evil.test" }],
    ["from a frame of another site", { crossOrigin: true }],
    ["of another ceremony", { type: "webauthn.get" }],
    ["without the member", { isPresent: false }],
    ["without verifying the member", { isVerified: false }],
  ])("refuses one %s", async (_, wrong) => {
    const ada = await member("ada");
    const passkey = new Authenticator(SITE).create(await challengeFor(ada), wrong);
    expect(await addFails(ada, passkey)).toEqual(NOT_ADDED);
  });

  test.each<[Algorithm, number]>([
    ["ES256", 200],
    ["RS256", 200],
    ["ES384", 422],
    ["RS256 with a short key", 422],
  ])("with a key of %s and logging in with it: %i", async (algorithm, status) => {
    const ada = await member("ada");
    const key = new Authenticator(SITE, algorithm);
    const added = await add(ada, key.create(await challengeFor(ada)));
    expect((added.status === 201 ? await logIn(key) : added).status).toBe(status);
  });

  test("refuses another id than the signed one, and data that is too short", async () => {
    const ada = await member("ada");
    const key = new Authenticator(SITE).create(await challengeFor(ada));
    expect(await addFails(ada, { ...key, id: "b3RoZXI", rawId: "b3RoZXI" })).toEqual(NOT_ADDED);
    for (const authenticatorData of ["", "AAAA", key.response.authenticatorData.slice(0, 60)]) {
      expect(await addFails(ada, { ...key, response: { ...key.response, authenticatorData } })).toEqual(
        NOT_ADDED,
      );
    }
    for (const wrong of [{ clientDataJSON: "e30" }, { clientDataJSON: "bnVsbA" }, { publicKey: "AAAA" }]) {
      expect(await addFails(ada, { ...key, response: { ...key.response, ...wrong } })).toEqual(NOT_ADDED);
    }
  });

  test("uses a challenge once, in its session, and no challenge of a log-in", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const challenge = await challengeFor(ada);
    expect(await addFails(eve, new Authenticator(SITE).create(challenge))).toEqual(NOT_ADDED);
    const both = await Promise.all([1, 2].map(() => add(ada, new Authenticator(SITE).create(challenge))));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const ofLogIn = await challengeOf(new Client());
    expect(await addFails(ada, new Authenticator(SITE).create(ofLogIn))).toEqual(NOT_ADDED);
    expect(await addFails(ada, new Authenticator(SITE).create("made up"))).toEqual(NOT_ADDED);
  });

  test("refuses the passkey of another member, and more than ten", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const key = await addTo(ada);
    expect(await addFails(eve, key.create(await challengeFor(eve)))).toEqual(NOT_ADDED);
    const early = await challengeFor(ada);
    for (let n = 1; n < 10; n++) await addTo(ada);
    expect(await errorOf(await ada.fetch("/api/account/passkeys/options"))).toEqual({
      status: 409,
      message: "You can have 10 passkeys. Please remove one first.",
    });
    expect(await addFails(ada, new Authenticator(SITE).create(early))).toEqual(NOT_ADDED);
  });

  test.each([
    ["", "Please name this passkey"],
    ["\u200b ", "Please name this passkey"],
    ["x".repeat(61), "A name must not be longer than 60 characters"],
  ])("refuses the name %j", async (name, message) => {
    const ada = await member("ada");
    const key = await addTo(ada);
    const reply = await ada.send("PATCH", `/api/account/passkeys/${key.id}`, { name });
    expect(await errorOf(reply)).toEqual({ status: 422, message, errors: { name: [message] } });
  });
});

describe("logging in with a passkey", () => {
  test("opens a session without email, password and code, and records the use", async () => {
    const ada = await member("ada");
    const key = await addTo(ada);
    const { secret } = await ada.call("startTotp");
    await ada.call("confirmTotp", { body: { code: appCode(secret) } });
    const phone = new Client();
    const options = await phone.call("startPasskeyLogin");
    expect(options).toMatchObject({ rpId: "afterglow.test", userVerification: "required" });
    const userHandle = Buffer.from(ada.id).toString("base64url");
    const [mail] = await mailsDuring(async () => {
      const passkey = key.get(options.challenge, { userHandle });
      const reply = await phone.call("logInWithPasskey", { body: { passkey, rememberMe: true } });
      expect(reply).toMatchObject({ user: { id: ada.id }, isNewUser: false });
    });
    expect(mail).toContain("New log-in to your account");
    expect(await isIn(phone)).toBe(true);
    // A log-in is a proof of identity.
    expect((await phone.call("readSecurity")).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test.each([
    ["of another site", { origin: "https://evil.test" }],
    ["for another relying party", { rpId: "evil.test" }],
    ["from a frame of another site", { crossOrigin: true }],
    ["of another ceremony", { type: "webauthn.create" }],
    ["without the member", { isPresent: false }],
    ["without verifying the member", { isVerified: false }],
    ["with another member's handle", { userHandle: "c29tZWJvZHk" }],
    ["with a counter that has not grown", { counter: 1 }],
    ["with a counter of nothing", { counter: 0 }],
  ])("refuses a signature %s", async (_, wrong) => {
    const key = await addTo(await member("ada"));
    expect(await logInFails(key, wrong)).toEqual(NOT_IN);
  });

  test("refuses a passkey that is unknown, and a response that its key has not signed", async () => {
    const ada = await member("ada");
    const key = await addTo(ada);
    // Its counter is ahead of the stored one, so that the signature alone is wrong.
    const ahead = { counter: 9 };
    const client = new Client();
    const forgeries = [
      (challenge: string) => new Authenticator(SITE).get(challenge, ahead),
      (challenge: string) => ({
        ...new Authenticator(SITE).get(challenge, ahead),
        id: key.id,
        rawId: key.id,
      }),
      (challenge: string) => {
        const response = key.get(challenge, ahead);
        return { ...response, response: { ...response.response, signature: "AAAA" } };
      },
      (challenge: string) => {
        const [signed, other] = [key.get(challenge, ahead), key.get(challenge, { counter: 10 })];
        return { ...signed, response: { ...signed.response, signature: other.response.signature } };
      },
    ];
    for (const forge of forgeries) {
      expect(await errorOf(await send(client, forge(await challengeOf(client))))).toEqual(NOT_IN);
    }
    expect((await logIn(key, ahead)).status).toBe(200);
  });

  test("uses a challenge once, in the browser that got it, until it expires", async () => {
    const ada = await member("ada");
    const key = await addTo(ada);
    const client = new Client();
    expect(await errorOf(await send(client, key.get(await challengeFor(ada))))).toEqual(NOT_IN);
    expect(await errorOf(await send(client, key.get("made up")))).toEqual(NOT_IN);
    const challenge = await challengeOf(client);
    const [other, none] = [new Client(), new Client()];
    await challengeOf(other);
    expect(await errorOf(await send(other, key.get(challenge)))).toEqual(NOT_IN);
    expect(await errorOf(await send(none, key.get(challenge)))).toEqual(NOT_IN);

    const cookie = "__Host-afterglow-passkey";
    const token = client.cookies.get(cookie) ?? null;
    const { ctx } = contextOf({ id: "" });
    const issued = (minutesAgo: number) => {
      const now = () => new Date(Date.now() - minutesAgo * 60_000);
      return newChallenge({ ...ctx, now }, holderOf({ viewer: null }, token));
    };
    expect(await errorOf(await send(client, key.get(issued(16))))).toEqual(NOT_IN);
    // Two tabs of one browser do not disturb each other.
    await challengeOf(client);
    expect(client.cookies.get(cookie)).toBe(token);
    const copy = new Client();
    copy.cookies.set(cookie, token ?? "");
    const replies = await Promise.all([client, copy].map((one) => send(one, key.get(challenge))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await send(copy, key.get(issued(14)))).status).toBe(200);
  });

  test("accepts authenticators without a counter", async () => {
    const ada = await member("ada");
    const key = new Authenticator(SITE);
    const passkey = key.create(await challengeFor(ada), { counter: 0 });
    await ada.call("addPasskey", { body: { name: "Synced", passkey } });
    for (let time = 0; time < 2; time++) expect((await logIn(key, { counter: 0 })).status).toBe(200);
  });

  test("says to a suspended member why and until when", async () => {
    const [ada, grace, mo] = [await member("ada"), await member("grace"), await member("mo", "moderator")];
    const key = await addTo(ada);
    await grace.call("report", { body: { userId: ada.id, reason: "spam" } });
    const report = await env.DB.prepare("SELECT id FROM abuse_reports").first<string>("id");
    const input = decisionInput.parse({ action: "suspend", reason: "spam", days: 3 });
    await decide(contextOf(mo).ctx, report ?? "", input);
    const { status, message } = await logInFails(key);
    expect([status, message]).toEqual([403, expect.stringContaining("suspended")]);
  });
});

describe("the passkeys of an account", () => {
  test("are renamed and removed by their member, who gets a mail", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const key = await addTo(ada);
    const path = `/api/account/passkeys/${key.id}`;
    expect((await eve.send("PATCH", path, { name: "Mine" })).status).toBe(404);
    expect((await eve.send("DELETE", path)).status).toBe(404);
    await ada.call("renamePasskey", { params: { id: key.id }, body: { name: "Old laptop" } });
    expect((await ada.call("readSecurity")).passkeys[0]?.name).toBe("Old laptop");
    const [mail] = await mailsDuring(() => ada.call("removePasskey", { params: { id: key.id } }));
    expect(mail).toContain("Subject: A passkey was removed");
    expect(await logInFails(key)).toEqual(NOT_IN);
    expect((await ada.send("DELETE", path)).status).toBe(404);
  });

  test("stay when the password is reset", async () => {
    const ada = await member("ada");
    const key = await addTo(ada);
    const [asked] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    await new Client().call("resetPassword", { body: { token: tokenIn(asked), password: "moonrise" } });
    expect((await logIn(key)).status).toBe(200);
  });

  test("fall with the link of an alert that is not newer, and stay with that of a later one", async () => {
    const ada = await member("ada");
    const old = await addTo(ada);
    await env.DB.prepare("UPDATE passkeys SET created_at = '2026-01-01T00:00:00.000Z'").run();
    const fresh = new Authenticator(SITE);
    const passkey = fresh.create(await challengeFor(ada));
    const [mail] = await mailsDuring(() => ada.call("addPasskey", { body: { name: "Thief's", passkey } }));
    await new Client().call("secureAccount", { body: { token: tokenIn(mail) } });
    expect(await logInFails(fresh)).toEqual(NOT_IN);
    expect((await logIn(old)).status).toBe(200);
  });

  test("prove the identity of their own member only, in the session that got the challenge", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const [key, hers] = [await addTo(ada), await addTo(eve)];
    await expireProofs();
    const confirm = async (passkey: object) => ada.send("POST", "/api/account/identity", { passkey });
    expect(await errorOf(await confirm(hers.get(await challengeOf(ada))))).toEqual(NOT_ADDED);
    expect((await confirm(key.get(await challengeOf(eve)))).status).toBe(422);
    expect((await ada.fetch("/api/account/security")).status).toBe(403);
    const challenge = await challengeOf(ada);
    expect((await confirm(key.get(challenge))).status).toBe(204);
    expect((await ada.fetch("/api/account/security")).status).toBe(200);
    expect((await confirm(key.get(challenge))).status).toBe(422);
  });

  test.each([
    ["GET", "/api/account/passkeys/options"],
    ["PATCH", "/api/account/passkeys/some"],
    ["DELETE", "/api/account/passkeys/some"],
  ])("need a proof of identity for %s %s", async (method, path) => {
    const ada = await member("ada");
    await expireProofs();
    const body = method === "PATCH" ? { name: "Phone" } : undefined;
    expect((await ada.send(method, path, body)).status).toBe(403);
  });

  test("need a proof of identity to be added", async () => {
    const ada = await member("ada");
    const passkey = new Authenticator(SITE).create(await challengeFor(ada));
    await expireProofs();
    expect((await add(ada, passkey)).status).toBe(403);
  });
});
