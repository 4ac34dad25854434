import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { calls } from "~/contract/calls";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { Authenticator } from "../factories/authenticator";
import { appCode } from "../factories/two-factor";
import { Client, member, SITE } from "../workers/client";
import { mailsDuring, tokenIn } from "../workers/mails";
import { turnOn } from "../workers/push-devices";
import { again, isIn, openSocket } from "../workers/sessions";

const PASSWORD = "golden hour";
const OWNERS = "moonrise bay";

const codeIn = (mail: string | undefined) => /Your code is (\d{6})\./.exec(mail ?? "")?.[1] ?? "";

/** Adds a passkey in a client's session. */
async function addPasskey(client: Client): Promise<Authenticator> {
  const { challenge } = await client.call("startPasskey");
  const key = new Authenticator(SITE);
  await client.call("addPasskey", { body: { name: "A key", passkey: key.create(challenge) } });
  return key;
}

async function opens(key: Authenticator): Promise<boolean> {
  const browser = new Client();
  const { challenge } = await browser.call("startPasskeyLogin");
  const reply = await browser.send("POST", calls.logInWithPasskey.path, { passkey: key.get(challenge) });
  return reply.status === 200;
}

/** An account that a stranger has prepared with every way in that there is, with the mail that its address got. */
async function prepared() {
  const stranger = new Client();
  const email = `victim.${crypto.randomUUID()}@example.com`;
  const body = { email, fullName: "A Stranger", password: PASSWORD };
  const [mail] = await mailsDuring(() => stranger.call("signUp", { body }));
  const { user } = await stranger.call("me");
  const phone = await again({ email }, PASSWORD);
  await turnOn(phone);
  const key = await addPasskey(stranger);
  const { secret } = await stranger.call("startTotp");
  const totp = { code: appCode(secret) };
  const { recoveryCodes } = await stranger.call("confirmTotp", { body: totp });
  const pending = new Client();
  await pending.send("POST", "/api/auth/login", { email, password: PASSWORD });
  return { id: user.id, email, mail, stranger, phone, key, secret, recoveryCodes, pending };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

const TABLES = [
  "passkeys",
  "totp_secrets",
  "recovery_codes",
  "sessions",
  "pending_log_ins",
  "held_mails",
] as const;

/** Expects that nothing of the stranger opens the account. */
async function expectNothingLeft({ id, email, stranger, phone, key, pending, recoveryCodes }: Prepared) {
  expect(await Promise.all([isIn(stranger), isIn(phone)])).toEqual([false, false]);
  expect(await opens(key)).toBe(false);
  const code = recoveryCodes[0] ?? "";
  expect((await pending.send("POST", "/api/auth/login/code", { code })).status).toBe(401);
  const logIn = { email, password: PASSWORD };
  expect((await new Client().send("POST", "/api/auth/login", logIn)).status).toBe(401);
  for (const table of TABLES) {
    const rows = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(id);
    expect(await rows.first("n"), table).toBe(0);
  }
  expect(await env.DB.prepare("SELECT count(*) AS n FROM push_subscriptions").first("n")).toBe(0);
}

/** Sets the owner's password by a link, and logs in with it alone. */
async function recover({ email }: Prepared, resetToken: string | undefined): Promise<void> {
  await new Client().call("resetPassword", { body: { token: resetToken, password: OWNERS } });
  await again({ email }, OWNERS);
}

describe("an account prepared with a stranger's address is the stranger's", () => {
  test("once they reset the password", async () => {
    const account = await prepared();
    const { email } = account;
    const { closed } = await openSocket(account.phone);
    const [mail] = await mailsDuring(() => new Client().call("requestPasswordReset", { body: { email } }));
    await new Client().call("resetPassword", { body: { token: tokenIn(mail), password: OWNERS } });
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    await expectNothingLeft(account);
    await again({ email }, OWNERS);
  });

  test("once they confirm the address in a browser of their own, which sets a password", async () => {
    const account = await prepared();
    const { closed } = await openSocket(account.stranger);
    const reply = await new Client().call("confirmEmail", { body: { token: tokenIn(account.mail) } });
    expect(reply.message).toBe("Your email is confirmed. Please set a new password.");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    await expectNothingLeft(account);
    await recover(account, reply.resetToken);
  });

  test("once they use the link of an alert", async () => {
    const account = await prepared();
    const { email, stranger } = account;
    await stranger.call("endTotp");
    // The stranger has changed nothing since this alert.
    const [alert] = await mailsDuring(() => again({ email }, PASSWORD));
    await env.DB.prepare("UPDATE alert_links SET created_at = '2099-01-01T00:00:00.000Z'").run();
    const { resetToken } = await new Client().call("secureAccount", { body: { token: tokenIn(alert) } });
    await expectNothingLeft(account);
    await recover(account, resetToken);
  });

  test("once they confirm it as the new address of an account that was never confirmed", async () => {
    const account = await prepared();
    const email = `other.${account.email}`;
    const body = { email, currentPassword: PASSWORD };
    const [mail] = await mailsDuring(() => account.stranger.call("changeEmail", { body }));
    const { resetToken } = await new Client().call("confirmEmail", { body: { token: tokenIn(mail) } });
    await expectNothingLeft({ ...account, email });
    await recover({ ...account, email }, resetToken);
  });

  test("also where another member is logged in", async () => {
    const account = await prepared();
    const victim = await member("victim");
    const { resetToken } = await victim.call("confirmEmail", { body: { token: tokenIn(account.mail) } });
    await expectNothingLeft(account);
    expect(resetToken).toBeDefined();
    expect(await isIn(victim)).toBe(true);
  });
});

describe("a member who signed up keeps password, keys and sessions", () => {
  test.each([
    [
      "by the code",
      async ({ stranger, mail }: Prepared) => {
        await stranger.call("confirmEmailByCode", { body: { code: codeIn(mail) } });
      },
    ],
    [
      "by the link",
      async ({ stranger, mail }: Prepared) => {
        const reply = await stranger.call("confirmEmail", { body: { token: tokenIn(mail) } });
        expect(reply).toEqual({ message: "Your email is confirmed." });
      },
    ],
  ])("when they confirm the address %s in a session of the account", async (_, confirm) => {
    const account = await prepared();
    await confirm(account);
    expect(await Promise.all([isIn(account.stranger), isIn(account.phone)])).toEqual([true, true]);
    expect(await opens(account.key)).toBe(true);
    expect(await account.stranger.call("readSecurity")).toMatchObject({ hasTwoFactor: true });
  });

  test("of an address that is confirmed already, whatever mail they use", async () => {
    const ada = await member("ada");
    const key = await addPasskey(ada);
    const { email } = ada;
    const [mail] = await mailsDuring(() => new Client().call("requestPasswordReset", { body: { email } }));
    await new Client().call("resetPassword", { body: { token: tokenIn(mail), password: OWNERS } });
    expect(await opens(key)).toBe(true);
  });
});

test("a sign-up tells the address once that it happened, and how to take the account", async () => {
  const { mail, stranger } = await prepared();
  expect(mail).toContain("Somebody has signed up for Afterglow with this email address.");
  expect(mail).toContain(`${SITE}/forgot-password`);
  expect(mail).not.toContain("A Stranger");
  const [next] = await mailsDuring(() => stranger.call("resendEmailLink"));
  expect(next).not.toContain("Somebody has signed up");
});
