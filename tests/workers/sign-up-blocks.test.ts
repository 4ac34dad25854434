import { env } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import type { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { changeEmail } from "~/domain/accounts/change-email";
import { signUp } from "~/domain/accounts/sign-up";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { networkOf } from "~/platform/network";
import { admin } from "./admin-command";
import { Client, errorOf, type Member, member } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring } from "./mails";

const EMAIL = {
  code: "invalid",
  message: "This email cannot be used at the moment. Please use another one.",
};
const NETWORK = { code: "forbidden", message: "Nobody can sign up from this network at the moment." };

const anybody = contextOf({ id: "nobody" }).ctx;
const later = (ms: number) => new Date(Date.now() + ms);

interface Attempt {
  email?: string;
  address?: string;
  at?: Date;
}

let emails = 0;

/** Signs up with rate limits on, as the caller of an address. Returns the refusal, or null. */
function attempt({
  email = `person${++emails}@mail.example`,
  address = `192.0.2.${++emails}`,
  at = new Date(),
}: Attempt = {}) {
  const ctx = {
    ...anybody,
    viewer: null,
    address: networkOf(address),
    now: () => at,
    mail: { send: async () => undefined },
    limits: { areOn: true, take: async () => true },
  };
  const input = { email, fullName: "Ada Lovelace", password: "golden hour" };
  return signUp(ctx, input, { userAgent: "", browserTokens: [] }).then(
    () => null,
    ({ code, message, retryAfter }: AppError) => ({ code, message, retryAfter }),
  );
}

const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n");

afterEach(async () => {
  await env.DB.batch(
    ["sign_up_blocks", "sign_ups", "suspensions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

describe("a block stops sign-ups", () => {
  const cases: [string, [string, string], Attempt, Attempt, typeof EMAIL][] = [
    [
      "with an address, in any case and with any tag",
      ["email", "Bad+one@mail.example"],
      { email: "bAd+two@MAIL.example" },
      { email: "badone@mail.example" },
      EMAIL,
    ],
    [
      "with addresses of a domain and those below it",
      ["email", "Spam.example"],
      { email: "a@eu.spam.example" },
      { email: "a@notspam.example" },
      EMAIL,
    ],
    [
      "from an IPv4 address",
      ["network", "203.0.113.7"],
      { address: "203.0.113.7" },
      { address: "203.0.113.8" },
      NETWORK,
    ],
    [
      "from an IPv4 network",
      ["network", "203.0.113.0/24"],
      { address: "203.0.113.200" },
      { address: "203.0.114.1" },
      NETWORK,
    ],
    [
      "from an IPv6 network",
      ["network", "2001:db8::/32"],
      { address: "2001:db8:ffff::1" },
      { address: "2001:db9::1" },
      NETWORK,
    ],
  ];

  test.each(cases)("%s, until it is ended", async (_, [kind, value], stopped, passed, refusal) => {
    await admin(`block-${kind}`, [value]);
    const before = await count("users");
    expect(await attempt(stopped)).toMatchObject(refusal);
    expect(await count("users")).toBe(before);
    expect(await attempt(passed)).toBeNull();
    await admin(`unblock-${kind}`, [value]);
    expect(await attempt(stopped)).toBeNull();
  });

  test("until its end, and is swept then", async () => {
    await admin("block-email", ["later@mail.example"], { days: "1" });
    const email = "later@mail.example";
    expect(await attempt({ email, at: later(DAY_MS - HOUR_MS) })).toMatchObject(EMAIL);
    expect(await attempt({ email: "Later+again@mail.example", at: later(DAY_MS + HOUR_MS) })).toBeNull();
    await expirySweeps.sign_up_blocks?.({ ...anybody, now: () => later(DAY_MS - HOUR_MS) });
    expect(await count("sign_up_blocks")).toBe(1);
    await expirySweeps.sign_up_blocks?.({ ...anybody, now: () => later(DAY_MS + HOUR_MS) });
    expect(await count("sign_up_blocks")).toBe(0);
  });

  test("and changes of an address to a blocked one, which send no mail", async () => {
    const ada = await member("ada");
    await admin("block-email", ["spam.example"]);
    await mailsDuring(async () => {
      const { ctx } = contextOf(ada);
      const change = changeEmail(ctx, { email: "a@spam.example", currentPassword: "sunset" });
      await expect(change).rejects.toMatchObject(EMAIL);
    }, 0);
    await mailsDuring(() =>
      ada.call("changeEmail", { body: { email: "a@ham.example", currentPassword: "sunset" } }),
    );
  });

  test("over the call, with the message at the field", async () => {
    await admin("block-email", ["spam.example"]);
    const body = { email: "a@spam.example", fullName: "Ada Lovelace", password: "golden hour" };
    const reply = await new Client().send("POST", "/api/auth/signup", body);
    expect(await errorOf(reply)).toEqual({
      status: 422,
      message: EMAIL.message,
      errors: { email: [EMAIL.message] },
    });
  });
});

describe("nobody can sign up with the address", () => {
  const remove = (one: Member) =>
    one.call("deleteAccount", { body: { confirmation: one.username, currentPassword: "sunset" } });

  test("of a deleted account for seven days; the address is stored as a hash", async () => {
    const ada = await member("ada");
    await remove(ada);
    const { results } = await env.DB.prepare("SELECT kind, value FROM sign_up_blocks").all();
    expect(results).toEqual([{ kind: "deleted", value: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(await admin("blocks")).toEqual([]);
    expect(await attempt({ email: ada.email.toUpperCase(), at: later(7 * DAY_MS - HOUR_MS) })).toMatchObject(
      EMAIL,
    );
    // Another tag is another person's, or a test's.
    expect(await attempt({ email: ada.email.replace("@", "+other@") })).toBeNull();
    expect(await attempt({ email: ada.email, at: later(7 * DAY_MS + HOUR_MS) })).toBeNull();
  });

  test("of a deleted account, but with one that was never confirmed: it may be somebody else's", async () => {
    const client = new Client();
    const body = { email: "somebody@mail.example", fullName: "Not Somebody", password: "golden hour" };
    await mailsDuring(() => client.call("signUp", { body }));
    const { user } = await client.call("me");
    await client.call("deleteAccount", {
      body: { confirmation: user.username, currentPassword: body.password },
    });
    expect(await count("sign_up_blocks")).toBe(0);
    expect(await attempt({ email: body.email })).toBeNull();
  });

  test("of a deleted account that the operator has blocked for longer", async () => {
    const ada = await member("ada");
    await admin("block-email", [ada.email]);
    await remove(ada);
    expect(await attempt({ email: ada.email, at: later(30 * DAY_MS) })).toMatchObject(EMAIL);
  });

  test("of a suspended account, with any tag, while it is suspended", async () => {
    const eve = await member("eve");
    const [tagged, other] = [eve.email.replace("@", "+2@"), eve.email.replace("@", "+2@other.")];
    await admin("suspend", [eve.username], { reason: "spam" });
    expect(await attempt({ email: eve.email })).toMatchObject(EMAIL);
    expect(await attempt({ email: tagged })).toMatchObject(EMAIL);
    expect(await attempt({ email: other })).toBeNull();
    expect(await attempt({ email: eve.email.replace("@", "2@") })).toBeNull();
    await admin("unsuspend", [eve.username]);
    expect(await attempt({ email: tagged })).toBeNull();
    expect(await attempt({ email: eve.email })).toMatchObject({ code: "conflict" });
  });

  test("of a suspended account that has a tag itself", async () => {
    const email = "eve+first@mail.example";
    expect(await attempt({ email })).toBeNull();
    const username = await env.DB.prepare("SELECT username FROM users WHERE email = ?")
      .bind(email)
      .first<string>("username");
    await admin("suspend", [username ?? ""], { reason: "spam" });
    for (const local of ["eve", "eve+second"])
      expect(await attempt({ email: `${local}@mail.example` }), local).toMatchObject(EMAIL);
  });
});

describe("the sign-ups of a network", () => {
  const address = "198.51.100.1";

  /** Stores sign-ups of the network that many milliseconds ago. */
  async function signedUp(number: number, msAgo: number, from = address) {
    const at = later(-msAgo);
    const insert = env.DB.prepare("INSERT INTO sign_ups (id, network) VALUES (?, ?)");
    const network = anybody.fingerprint(`network ${networkOf(from)}`);
    await env.DB.batch(Array.from({ length: number }, () => insert.bind(newId(at.getTime()), network)));
    return at;
  }

  test("are twenty an hour, exactly, and the message says when the next one may follow", async () => {
    const first = await signedUp(18, HOUR_MS / 2);
    const at = new Date(first.getTime() + HOUR_MS / 2);
    const replies = await Promise.all(Array.from({ length: 6 }, () => attempt({ address, at })));
    expect(replies.filter((reply) => reply === null)).toHaveLength(2);
    expect(replies.find((reply) => reply !== null)).toEqual({
      code: "rate_limited",
      message: "Too many accounts from here. Please try again in 30 minutes.",
      retryAfter: 30 * 60,
    });
    expect(await attempt({ address: "198.51.100.2", at })).toBeNull();
    expect(await attempt({ address, at: new Date(first.getTime() + HOUR_MS - 1) })).not.toBeNull();
    expect(await attempt({ address, at: new Date(first.getTime() + HOUR_MS) })).toBeNull();
  });

  test("count with those that failed", async () => {
    const ada = await member("ada");
    await signedUp(19, HOUR_MS / 2);
    expect(await attempt({ address, email: ada.email })).toMatchObject({ code: "conflict" });
    expect(await attempt({ address })).toMatchObject({ code: "rate_limited" });
  });

  test("are counted by a hash, which is swept after the hour", async () => {
    await attempt({ address });
    const { results } = await env.DB.prepare("SELECT network FROM sign_ups").all();
    expect(results).toEqual([{ network: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    await expirySweeps.sign_ups?.({ ...anybody, now: () => later(HOUR_MS / 2) });
    expect(await count("sign_ups")).toBe(1);
    await expirySweeps.sign_ups?.({ ...anybody, now: () => later(HOUR_MS + 1000) });
    expect(await count("sign_ups")).toBe(0);
  });

  test("have no limit on this machine, whose visitors all have one address", async () => {
    await signedUp(20, HOUR_MS / 2, "127.0.0.1");
    expect(await attempt({ address: "127.0.0.1" })).toBeNull();
  });
});
