import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppError } from "~/contract/errors";
import { DAY_MS } from "~/contract/time";
import { sweepWaiting } from "~/domain/accounts/sweep-waiting";
import type { MemberCtx } from "~/domain/context";
import { answerWaiting } from "~/domain/moderation/answer-waiting";
import { readDeskCounts } from "~/domain/moderation/desk-counts";
import { listLog } from "~/domain/moderation/list-log";
import { listWaiting } from "~/domain/moderation/list-waiting";
import type { Letter } from "~/platform/mail";
import { Authenticator } from "../factories/authenticator";
import { textsInGerman } from "../factories/german";
import { admin } from "./admin-command";
import { Client, errorOf, member, SITE } from "./client";
import { contextOf } from "./context-of";
import { mailsDuring } from "./mails";
import { sendPublic } from "./public-pages";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const WAITS = { status: 403, message: "Your account waits for approval. We will email you the answer." };
const anybody = contextOf({ id: "nobody" }).ctx;

let made = 0;
const person = (more: object = {}) => ({
  email: `asks${++made}@mail.example`,
  fullName: "New One",
  password: "golden hour",
  reason: "I take photos of harbours",
  ...more,
});
const send = (body: object, client = new Client()) => client.send("POST", "/api/auth/signup", body);
const logIn = ({ email, password }: { email: string; password: string }) =>
  new Client().send("POST", "/api/auth/login", { email, password });
const count = (rows: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${rows}`).first<number>("n");

/** Signs somebody up who then waits. */
async function waiting(more: object = {}) {
  const body = person(more);
  const reply = await send(body);
  expect(reply.status).toBe(201);
  const { user } = await reply.json<{ user: { id: string; username: string } }>();
  return { ...body, ...user };
}

const moderator = async () => contextOf(await member("mo", "moderator")).ctx;

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message }: AppError) => ({ code, message }),
  );

beforeEach(async () => {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO site_settings (id, sign_ups, sign_up_text) VALUES (1, 'approval', '')",
  ).run();
});
afterEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM site_settings"),
    env.DB.prepare("DELETE FROM users WHERE id IN (SELECT member_id FROM waiting_members)"),
  ]);
});

describe("a sign-up that needs approval", () => {
  test("asks for a reason, opens no session, and mails nothing", async () => {
    const text = "Please tell us why you would like to join.";
    for (const reason of [undefined, "", " \u200b"])
      expect(await errorOf(await send(person({ reason })))).toEqual({
        status: 422,
        message: text,
        errors: { reason: [text] },
      });
    expect((await send(person({ reason: "a".repeat(501) }))).status).toBe(422);
    const client = new Client();
    const mails = await mailsDuring(async () => {
      const reply = await send(person(), client);
      expect(reply.status).toBe(201);
      expect(await reply.json()).toMatchObject({ message: WAITS.message });
    }, 0);
    expect(mails).toEqual([]);
    expect(client.cookies.has("__Host-afterglow")).toBe(false);
  });

  test("works by the form, which leads to a page of its own, and with a passkey", async () => {
    const reply = await sendPublic("/signup", { body: new URLSearchParams({ ...person(), terms: "on" }) });
    expect([reply.status, reply.headers.get("Location")]).toEqual([302, "/signup?sent"]);
    expect(reply.headers.getSetCookie().join()).not.toContain("__Host-afterglow=");
    const client = new Client();
    const { challenge, user } = await client.call("startPasskeySignUp");
    const key = new Authenticator(SITE);
    const { password: _, ...names } = person();
    const body = { ...names, handle: user.id, passkey: key.create(challenge) };
    const { cookies } = client;
    expect((await client.send("POST", "/api/auth/signup/passkey", body)).status).toBe(201);
    expect(cookies.has("__Host-afterglow")).toBe(false);
    const phone = new Client();
    const options = await phone.call("startPasskeyLogin");
    const passkey = key.get(options.challenge, { userHandle: user.id });
    expect(await errorOf(await phone.send("POST", "/api/auth/passkey", { passkey }))).toEqual(WAITS);
  });

  test("makes an account that cannot log in and that nobody finds", async () => {
    const ask = await waiting();
    expect(await errorOf(await logIn(ask))).toEqual(WAITS);
    expect(await errorOf(await logIn({ ...ask, password: "another" }))).toMatchObject({ status: 401 });
    const ada = await member("ada");
    expect((await ada.send("GET", `/api/users/profile/${ask.username}`)).status).toBe(404);
    expect(await ada.call("listSuggestions")).not.toContainEqual(expect.objectContaining({ id: ask.id }));
    expect((await ada.send("POST", `/api/connections/request/${ask.id}`)).status).toBe(404);
    expect((await send({ ...person(), email: ask.email })).status).toBe(422);
  });
});

describe("the queue", () => {
  test("shows moderators reason, domain and network, oldest first, and does not exist for members", async () => {
    const [first, second] = [await waiting(), await waiting({ reason: "Me too" })];
    const mo = await moderator();
    const { people } = await listWaiting(mo);
    expect(people.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(people[0]).toMatchObject({
      fullName: "New One",
      domain: "mail.example",
      reason: "I take photos of harbours",
      network: expect.stringMatching(/^[0-9a-f]{8}$/),
      sameNetwork: 2,
    });
    expect(JSON.stringify(people)).not.toContain(first.email);
    expect(await readDeskCounts(mo)).toMatchObject({ signUps: 2 });
    const ada = contextOf(await member("ada")).ctx;
    expect(await refusalOf(listWaiting(ada))).toMatchObject({ code: "not_found" });
    const answer = { id: first.id, action: "approve", note: "" } as const;
    expect(await refusalOf(answerWaiting(ada, answer))).toMatchObject({ code: "not_found" });
    // A role that was taken away ends at once, whatever the session says.
    await env.DB.prepare("UPDATE users SET role = 'member' WHERE id = ?").bind(mo.viewer.id).run();
    expect(await refusalOf(answerWaiting(mo, answer))).toMatchObject({ code: "conflict" });
    expect(await readDeskCounts(mo)).toMatchObject({ signUps: 0 });
  });
});

describe("an answer", () => {
  /** Answers, and returns the mails. */
  async function answer(ctx: MemberCtx, id: string, action: "approve" | "decline") {
    const work: Promise<unknown>[] = [];
    const mails: { to: string; subject: string }[] = [];
    const mail = { send: async (to: string, { subject }: Letter) => void mails.push({ to, subject }) };
    const textsIn = await textsInGerman({ "Your request to join {site}": "Deine Anfrage" });
    const input = { id, action, note: "Looks fine" };
    await answerWaiting({ ...ctx, mail, textsIn, defer: (one) => void work.push(one) }, input);
    await Promise.all(work);
    return mails;
  }

  test("that approves opens the account, mails it with a code, and is logged without the address", async () => {
    const ask = await waiting();
    const mo = await moderator();
    const mails = await answer(mo, ask.id, "approve");
    expect(mails.map(({ to }) => to)).toEqual([ask.email, ask.email]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "Confirm your email address",
      "Your Afterglow account is approved",
    ]);
    expect((await logIn(ask)).status).toBe(200);
    const ada = await member("ada");
    expect((await ada.send("GET", `/api/users/profile/${ask.username}`)).status).toBe(200);
    const found = await (await ada.fetch(`/api/users/search?q=${ask.username}`)).json<{ id: string }[]>();
    expect(found.map(({ id }) => id)).toContain(ask.id);
    expect(await count(`waiting_members WHERE member_id = '${ask.id}'`)).toBe(0);
    const { items } = await listLog(mo, { cursor: null, limit: 5 });
    expect(items[0]).toMatchObject({ action: "approve", member: "@mail.example", note: "Looks fine" });
    expect(JSON.stringify(items)).not.toContain(ask.email);
    expect(await refusalOf(answer(mo, ask.id, "decline"))).toMatchObject({ code: "conflict" });
  });

  test("that declines deletes the account, and mails it in the language of the person", async () => {
    const ask = await waiting();
    await env.DB.prepare("UPDATE users SET language = 'de' WHERE id = ?").bind(ask.id).run();
    const mo = await moderator();
    const mails = await answer(mo, ask.id, "decline");
    expect(mails).toEqual([{ to: ask.email, subject: "Deine Anfrage" }]);
    expect(await count(`users WHERE id = '${ask.id}'`)).toBe(0);
    expect(await count(`suspensions WHERE member_id = '${ask.id}'`)).toBe(0);
    expect((await logIn(ask)).status).toBe(401);
    // The address was never confirmed: it may be somebody else's, who can ask too.
    expect((await send({ ...person(), email: ask.email })).status).toBe(201);
  });

  test("is one of two that are given at the same time", async () => {
    const ask = await waiting();
    const [mo, mia] = [await moderator(), await moderator()];
    const refusals = await Promise.all([
      refusalOf(answer(mo, ask.id, "approve")),
      refusalOf(answer(mia, ask.id, "decline")),
    ]);
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1);
  });
});

test("an account that has waited for 30 days is deleted", async () => {
  const ask = await waiting();
  const after = (days: number) => ({ ...anybody, now: () => new Date(Date.now() + days * DAY_MS) });
  expect(await sweepWaiting(after(29))).toBe(0);
  expect(await sweepWaiting(after(31))).toBe(1);
  expect(await count(`users WHERE id = '${ask.id}'`)).toBe(0);
});

test("a person whom the operator suspends leaves the queue; one who waits is not suspended", async () => {
  const [one, two] = [await waiting(), await waiting()];
  await expect(admin("unsuspend", [one.username])).rejects.toThrow("This account is not suspended.");
  await admin("suspend", [two.username], { reason: "spam" });
  expect(await count("waiting_members")).toBe(1);
  expect(await errorOf(await logIn(two))).toMatchObject({ message: expect.stringContaining("suspended") });
});
