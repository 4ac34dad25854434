import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "~/contract/time";
import { readSignUp } from "~/domain/accounts/admission";
import { createInvitation } from "~/domain/accounts/create-invitation";
import { tokenId } from "~/domain/accounts/session-token";
import { readReport } from "~/domain/moderation/read-report";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { admin } from "./admin-command";
import { Client, errorOf, member } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const VOID = { status: 403, message: "This invitation is no longer valid." };
const anybody = contextOf({ id: "nobody" }).ctx;

const setMode = (mode: string) =>
  env.DB.prepare("INSERT OR REPLACE INTO site_settings (id, sign_ups, sign_up_text) VALUES (1, ?, '')")
    .bind(mode)
    .run();
const codeOf = ({ url }: { url: string }) => new URL(url).searchParams.get("invitation") ?? "";
const usedOf = (code: string) =>
  env.DB.prepare("SELECT used FROM invitations WHERE id = ?").bind(tokenId(code)).first("used");

let made = 0;
const send = (invitation?: string, client = new Client()) =>
  client.send("POST", "/api/auth/signup", {
    email: `invited${++made}@example.com`,
    fullName: "New One",
    password: "golden hour",
    invitation,
  });

/** Signs up with a code. @returns the new member's id */
async function join(code: string): Promise<string> {
  const reply = await send(code);
  expect(reply.status).toBe(201);
  return (await reply.json<{ user: { id: string } }>()).user.id;
}

/** Makes a link of a new member. */
async function link(body: object = {}) {
  const ada = await member("ada");
  const invitation = await ada.call("createInvitation", { body });
  return { ada, invitation, code: codeOf(invitation) };
}

beforeEach(() => setMode("invitation"));
afterEach(async () => {
  await env.DB.batch(["site_settings", "invitations"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

describe("a sign-up by invitation", () => {
  test("needs a link, which names its member, and says why another is refused", async () => {
    expect(await errorOf(await send())).toEqual({
      status: 403,
      message: "You need an invitation to sign up.",
    });
    expect(await errorOf(await send("guessed"))).toEqual(VOID);
    const { ada, code, invitation } = await link();
    expect(invitation).toMatchObject({ uses: 1, used: 0 });
    expect(await readSignUp(anybody, code)).toEqual({
      admission: "admitted",
      text: "",
      waits: false,
      invitedBy: ada.username,
    });
    const id = await join(code);
    expect(await usedOf(code)).toBe(1);
    expect(await errorOf(await send(code))).toEqual(VOID);
    expect(await readSignUp(anybody, code)).toMatchObject({ admission: "void" });
    expect(await ada.call("listInvitations")).toMatchObject({
      isOpen: true,
      left: 19,
      invitations: [],
      joined: [{ id }],
    });
  });

  test("uses a link no more often than it allows, also at the same time", async () => {
    const { code, ada } = await link({ uses: 2 });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send(code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    expect(await usedOf(code)).toBe(2);
    expect((await ada.call("listInvitations")).joined).toHaveLength(2);
  });

  test("that fails otherwise uses nothing", async () => {
    const { code, ada } = await link();
    const body = { email: ada.email, fullName: "New One", password: "golden hour", invitation: code };
    expect((await new Client().send("POST", "/api/auth/signup", body)).status).toBe(409);
    expect(await usedOf(code)).toBe(0);
  });

  test("stores a hash of the code, which is long and random", async () => {
    const { code } = await link();
    expect(Buffer.from(code, "base64url")).toHaveLength(32);
    const { results } = await env.DB.prepare("SELECT * FROM invitations").all();
    expect(JSON.stringify(results)).not.toContain(code);
  });

  test.each([
    [
      "expired",
      (id: string) =>
        env.DB.prepare("UPDATE invitations SET expires_at = '2020-01-01' WHERE id = ?").bind(id).run(),
    ],
    ["of a suspended member", (_: string, name: string) => admin("suspend", [name], { reason: "spam" })],
  ])("is refused with a link that is %s", async (_, end) => {
    const { code, ada } = await link();
    await end(tokenId(code), ada.username);
    expect(await errorOf(await send(code))).toEqual(VOID);
  });

  test("ignores the link while sign-ups are open, and is refused while they are closed", async () => {
    const { code } = await link();
    await setMode("open");
    await join(code);
    await join("guessed");
    expect(await usedOf(code)).toBe(0);
    await setMode("closed");
    expect(await errorOf(await send(code))).toMatchObject({ message: "Sign-ups are closed at the moment." });
  });
});

describe("a member's links", () => {
  test("are made only while sign-ups need them", async () => {
    const ada = await member("ada");
    for (const mode of ["open", "closed"]) {
      await setMode(mode);
      const reply = await ada.send("POST", "/api/invitations", {});
      expect(await errorOf(reply)).toEqual({
        status: 403,
        message: "Nobody needs an invitation at the moment.",
      });
      expect(await ada.call("listInvitations")).toMatchObject({ isOpen: false });
    }
  });

  test("end when they are revoked; those who joined stay, and count", async () => {
    const { ada, invitation, code } = await link({ uses: 3 });
    await join(code);
    const params = { id: invitation.id };
    expect((await (await member("eve")).send("DELETE", `/api/invitations/${invitation.id}`)).status).toBe(
      404,
    );
    await ada.call("revokeInvitation", { params });
    expect(await errorOf(await send(code))).toEqual(VOID);
    expect((await ada.send("DELETE", `/api/invitations/${invitation.id}`)).status).toBe(404);
    expect(await ada.call("listInvitations")).toMatchObject({ left: 19, invitations: [], joined: [{}] });
  });

  test("are at most five, for twenty people in 30 days, exactly", async () => {
    const ada = await member("ada");
    const replies = await Promise.all(
      Array.from({ length: 7 }, () => ada.send("POST", "/api/invitations", { uses: 2 })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 403, 403]);
    expect(await errorOf(await ada.send("POST", "/api/invitations", {}))).toEqual({
      status: 403,
      message: "You can have 5 open links. Please revoke one first.",
    });
    const [first] = (await ada.call("listInvitations")).invitations;
    await ada.call("revokeInvitation", { params: { id: first?.id ?? "" } });
    const tooMany = await ada.send("POST", "/api/invitations", { uses: 13 });
    const text = "You can invite 20 people in 30 days, 12 more at present.";
    expect(await errorOf(tooMany)).toEqual({ status: 422, message: text, errors: { uses: [text] } });
    await ada.call("createInvitation", { body: { uses: 12 } });
    expect(await ada.call("listInvitations")).toMatchObject({ left: 0 });
    // Nothing was used: all of it comes back when the links end.
    await env.DB.prepare("UPDATE invitations SET expires_at = '2020-01-01' WHERE member_id = ?")
      .bind(ada.id)
      .run();
    expect(await ada.call("listInvitations")).toMatchObject({ left: 20 });
  });

  test("of an admin have no limit", async () => {
    const root = await member("root", "admin");
    for (let n = 0; n < 7; n++) await root.call("createInvitation", { body: { uses: 100, days: 30 } });
    expect(await root.call("listInvitations")).toMatchObject({ left: null });
  });

  test("need an account that is three days old and has a confirmed address", async () => {
    const ada = await member("ada");
    const message = "You can invite people once your account is three days old and your email is confirmed.";
    const { ctx } = contextOf(ada);
    const limits = { areOn: true, take: async () => true };
    const later = () => new Date(Date.now() + 4 * DAY_MS);
    const input = { uses: 1, days: 7 };
    const old = { ...ctx, limits, now: later };
    await expect(createInvitation({ ...ctx, limits }, input)).rejects.toMatchObject({
      code: "forbidden",
      message,
    });
    const viewer = { ...ctx.viewer, emailConfirmed: false };
    await expect(createInvitation({ ...old, viewer }, input)).rejects.toMatchObject({
      code: "forbidden",
      message,
    });
    await createInvitation(old, input);
  });

  test("refuse numbers that are none", async () => {
    const ada = await member("ada");
    for (const body of [{ uses: 0 }, { uses: 1001 }, { days: 0 }, { days: 31 }])
      expect((await ada.send("POST", "/api/invitations", body)).status, JSON.stringify(body)).toBe(422);
  });

  test("are deleted 30 days after they were made", async () => {
    await link();
    const sweep = (days: number) =>
      expirySweeps.invitations?.({ ...anybody, now: () => new Date(Date.now() + days * DAY_MS) });
    const count = () => env.DB.prepare("SELECT count(*) AS n FROM invitations").first("n");
    await sweep(29);
    expect(await count()).toBe(1);
    await sweep(31);
    expect(await count()).toBe(0);
  });
});

describe("the record of an invitation", () => {
  test("is shown to moderators, and forgets a deleted account", async () => {
    const { ada, code } = await link();
    const id = await join(code);
    await env.DB.prepare("UPDATE users SET profile_setup_at = created_at WHERE id = ?").bind(id).run();
    await (await member("grace")).call("report", { body: { userId: id, reason: "spam" } });
    const mo = await member("mo", "moderator");
    const report = await env.DB.prepare("SELECT id FROM abuse_reports WHERE member_id = ?")
      .bind(id)
      .first<string>("id");
    const invitedBy = async () => (await readReport(contextOf(mo).ctx, report ?? "")).member?.invitedBy;
    expect(await invitedBy()).toBe(ada.username);
    await ada.call("deleteAccount", { body: { confirmation: ada.username, currentPassword: "sunset" } });
    expect(await invitedBy()).toBe("");
  });

  test("hides a member who has blocked the one who invited them", async () => {
    const { ada, code } = await link();
    const client = new Client();
    expect((await send(code, client)).status).toBe(201);
    expect((await ada.call("listInvitations")).joined).toHaveLength(1);
    await client.call("blockMember", { params: { userId: ada.id } });
    expect((await ada.call("listInvitations")).joined).toEqual([]);
  });
});
