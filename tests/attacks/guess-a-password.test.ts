import { expect, test } from "vitest";
import { WRONG_PASSWORDS_PER_DAY } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { appCode } from "../factories/two-factor";
import { Client, errorOf, type Member, member } from "../workers/client";
import { setAttempts, write } from "../workers/limited";
import { expireProof, turnOn } from "../workers/second-factor";
import { again } from "../workers/sessions";

const WRONG = { currentPassword: "not the password" };
const RIGHT = { currentPassword: "sunset" };

/** Every form of a session that asks for the password. */
const forms: [string, string, (ada: Member) => object][] = [
  ["POST", "/api/account/identity", () => ({})],
  ["POST", "/api/account/password", () => ({ newPassword: "moonrise" })],
  ["POST", "/api/account/email", () => ({ email: "eve@example.com" })],
  ["DELETE", "/api/account", ({ username }) => ({ confirmation: username })],
];

test.each(forms)(
  "a stolen session has a hundred wrong passwords a day at %s %s",
  async (method, path, input) => {
    const ada = await member("ada");
    const send = (password: object) => write(path, { ...input(ada), ...password }, { client: ada, method });
    expect((await send(WRONG)).status).toBe(422);
    await setAttempts(ada, WRONG_PASSWORDS_PER_DAY - 1);
    // Counted before the comparison, so attempts at the same time count too.
    const replies = await Promise.all([send(WRONG), send(WRONG), send(WRONG)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([422, 429, 429]);
    const refused = await send(RIGHT);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(23 * 60 * 60);
    expect((await errorOf(refused)).message).toMatch(
      /^Too many wrong passwords\. Please log in again or use a passkey\. Please try again in \d+ hours\.$/,
    );
    await setAttempts(ada, WRONG_PASSWORDS_PER_DAY, Date.now() - DAY_MS);
    expect((await send(RIGHT)).status).toBe(204);
  },
);

test("all forms of a session share the hundred, and right passwords are not counted", async () => {
  const ada = await member("ada");
  expect((await write("/api/account/identity", RIGHT, { client: ada })).status).toBe(204);
  await write("/api/account/identity", WRONG, { client: ada });
  await setAttempts(ada, WRONG_PASSWORDS_PER_DAY - 2);
  expect((await write("/api/account/identity", RIGHT, { client: ada })).status).toBe(204);
  // The proof has renewed the session, whose counter begins anew.
  await write("/api/account/identity", WRONG, { client: ada });
  await setAttempts(ada, WRONG_PASSWORDS_PER_DAY - 1);
  expect((await write("/api/account/identity", WRONG, { client: ada })).status).toBe(422);
  for (const [method, path, input] of forms) {
    expect((await write(path, { ...input(ada), ...RIGHT }, { client: ada, method })).status).toBe(429);
  }
});

test("cookies of a browser that the account knows allow a hundred wrong passwords a day at the log-in", async () => {
  const ada = await member("ada");
  const thief = new Client();
  await thief.call("logIn", { body: { email: ada.email, password: "sunset" } });
  const logIn = (password: string, client = thief, address = "192.0.2.1") =>
    write("/api/auth/login", { email: ada.email, password }, { client, address });
  expect((await logIn("not the password")).status).toBe(401);
  await setAttempts(ada, WRONG_PASSWORDS_PER_DAY);
  expect((await errorOf(await logIn("sunset"))).message).toMatch(
    /^Too many wrong passwords in browsers that you have used before\. Log in with a passkey, or set a new password\. Please try again in \d+ hours\.$/,
  );
  // Other browsers have their own hundred.
  expect((await logIn("sunset", new Client(), "192.0.2.2")).status).toBe(200);
});

test("a password alone proves nothing where the account has a second factor", async () => {
  const ada = await member("ada");
  const { secret } = await turnOn(ada);
  const code = () => appCode(secret, 1);
  await expireProof(ada);
  const needed = "Please enter the code from your authenticator app.";
  const identity = (body: object) => ada.send("POST", "/api/account/identity", body);
  expect(await errorOf(await identity(RIGHT))).toEqual({
    status: 422,
    message: needed,
    errors: { code: [needed] },
  });
  expect(await errorOf(await identity({ code: code() }))).toMatchObject({
    status: 422,
    errors: { currentPassword: ["Please enter your current password"] },
  });
  expect((await identity({ ...WRONG, code: code() })).status).toBe(422);
  expect((await identity({ ...RIGHT, code: "000000" })).status).toBe(422);
  for (const [method, path, input] of forms.slice(1)) {
    const reply = await ada.send(method, path, { ...input(ada), ...RIGHT });
    expect(await errorOf(reply)).toEqual({ status: 403, message: "Please confirm that it is you." });
  }
  expect((await ada.fetch("/api/account/security")).status).toBe(403);
  expect((await identity({ ...RIGHT, code: code() })).status).toBe(204);
  expect((await ada.fetch("/api/account/security")).status).toBe(200);
  await ada.call("changePassword", { body: { ...RIGHT, newPassword: "moonrise" } });
});

test("a form still asks for the password after a fresh proof with the second factor", async () => {
  const ada = await member("ada");
  await turnOn(ada);
  const reply = await ada.send("POST", "/api/account/password", { ...WRONG, newPassword: "moonrise" });
  expect(reply.status).toBe(422);
});

test("guesses in a stolen session leave the member's other sessions and log-ins open", async () => {
  const ada = await member("ada");
  const phone = await again(ada);
  for (let n = 0; n < 11; n++) await write("/api/account/identity", WRONG, { client: ada });
  await setAttempts(ada, WRONG_PASSWORDS_PER_DAY);
  expect((await write("/api/account/identity", RIGHT, { client: ada })).status).toBe(429);
  expect((await write("/api/account/identity", RIGHT, { client: phone })).status).toBe(204);
  for (const client of [phone, new Client()]) {
    const input = { email: ada.email, password: "sunset" };
    expect((await write("/api/auth/login", input, { client })).status).toBe(200);
  }
});
