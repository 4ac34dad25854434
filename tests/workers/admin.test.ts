import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { statementsOf } from "../../scripts/admin/statements";
import { appCode } from "../factories/two-factor";
import { admin } from "./admin-command";
import { errorOf, member } from "./client";
import { again, isIn } from "./sessions";

/** Returns the entries of the log about a member, oldest first. */
async function logOf({ id }: { id: string }) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor_id, actor_name, member_name, note, undoes IS NOT NULL AS undoes FROM moderation_log
     WHERE member_id = ? ORDER BY id`,
  )
    .bind(id)
    .all();
  return results;
}
const operator = { actor_id: null, actor_name: "the operator" };

describe("the operator's command", () => {
  test("promotes a member, whose name may have any case, and logs it", async () => {
    const ada = await member("ada");
    expect(await admin("promote", [`@${ada.username.toUpperCase()}`, "moderator"])).toEqual([
      { member: ada.username, role: "moderator" },
    ]);
    expect(await logOf(ada)).toEqual([
      { ...operator, action: "promote", member_name: ada.username, note: "moderator", undoes: 0 },
    ]);
    expect(await admin("promote", ["nobody", "admin"])).toEqual([]);
  });

  test("suspends a member with a reason, and ends the suspension", async () => {
    const eve = await member("eve");
    expect(
      await admin("suspend", [eve.username], { reason: "spam", days: "3", note: "It's a bot" }),
    ).toMatchObject([{ suspended: eve.username, until: expect.stringMatching(/Z$/) }]);
    expect(await isIn(eve)).toBe(false);
    const reply = await eve.send("POST", "/api/auth/login", { email: eve.email, password: "sunset" });
    expect(await errorOf(reply)).toMatchObject({
      status: 403,
      message: expect.stringContaining("Spam or a scam"),
    });
    expect(await admin("unsuspend", [eve.username])).toEqual([{ unsuspended: eve.username }]);
    await eve.call("logIn", { body: { email: eve.email, password: "sunset" } });
    expect(await admin("unsuspend", [eve.username])).toEqual([]);
    expect(await logOf(eve)).toMatchObject([
      { ...operator, action: "suspend", note: "It's a bot" },
      { ...operator, action: "undo", undoes: 1 },
    ]);
  });

  test("turns two-factor authentication off, and logs it", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    for (const one of [ada, eve]) {
      const { secret } = await one.call("startTotp");
      // Eve's key is not confirmed.
      if (one === ada) await one.call("confirmTotp", { body: { code: appCode(secret) } });
    }
    expect(await admin("end-two-factor", [ada.username], { note: "Lost phone" })).toEqual([
      { member: ada.username },
    ]);
    expect(await ada.call("readSecurity")).toEqual({ hasTwoFactor: false, recoveryCodesLeft: 0 });
    await again(ada);
    expect(await logOf(ada)).toMatchObject([{ ...operator, action: "end_two_factor", note: "Lost phone" }]);
    for (const { username } of [ada, eve]) expect(await admin("end-two-factor", [username])).toEqual([]);
  });

  test("lists and shows reports, and counts", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    await ada.call("report", { body: { userId: eve.id, reason: "spam" } });
    const [report] = await admin("reports");
    expect(report).toMatchObject({ kind: "member", reports: 1, member: eve.username });
    expect(await admin("show", [String(report?.id)])).toMatchObject([
      { reporter: ada.username, reason: "spam" },
    ]);
    expect(await admin("stats")).toMatchObject([
      { openReports: 1, suspended: 0, members: expect.any(Number) },
    ]);
  });
});

describe("the operator's blocks of sign-ups", () => {
  const logOfSite = async () => {
    const { results } = await env.DB.prepare(
      "SELECT action, actor_name, member_id, member_name, subject_id, note, until FROM moderation_log WHERE kind = 'site' ORDER BY rowid",
    ).all();
    return results;
  };

  test("are listed, change their end when repeated, end, and are logged without the address", async () => {
    expect(await admin("block-email", ["Bad+One@Mail.Example"], { days: "3", note: "It's a bot" })).toEqual([
      { kind: "email", blocked: "bad@mail.example", until: expect.stringMatching(/Z$/) },
    ]);
    expect(await admin("block-email", ["bad@mail.example"])).toMatchObject([{ until: null }]);
    expect(await admin("block-email", ["@Spam.example"])).toMatchObject([
      { kind: "domain", blocked: "spam.example" },
    ]);
    expect(await admin("block-network", ["203.0.113.7/24"])).toMatchObject([{ blocked: "203.0.113.0/24" }]);
    const since = expect.stringMatching(/Z$/);
    expect(await admin("blocks")).toEqual([
      { kind: "domain", value: "spam.example", until: null, since },
      { kind: "email", value: "bad@mail.example", until: null, since },
      { kind: "network", value: "203.0.113.0/24", until: null, since },
    ]);
    expect(await admin("unblock-email", ["bad@mail.example"], { note: "A mistake" })).toEqual([
      { kind: "email", unblocked: "bad@mail.example" },
    ]);
    expect(await admin("unblock-email", ["spam.example"])).toMatchObject([{ unblocked: "spam.example" }]);
    expect(await admin("unblock-network", ["203.0.113.0/24"])).toMatchObject([
      { unblocked: "203.0.113.0/24" },
    ]);
    expect(await admin("unblock-network", ["203.0.113.0/24"])).toEqual([]);
    expect(await admin("blocks")).toEqual([]);
    const entry = { actor_name: "the operator", member_id: "", note: "", until: null };
    const email = { ...entry, subject_id: "email", member_name: "an address at mail.example" };
    const domain = { ...entry, subject_id: "domain", member_name: "spam.example" };
    const network = { ...entry, subject_id: "network", member_name: "203.0.113.0/24" };
    expect(await logOfSite()).toEqual([
      { ...email, action: "block", note: "It's a bot", until: since },
      { ...email, action: "block" },
      { ...domain, action: "block" },
      { ...network, action: "block" },
      { ...email, action: "unblock", note: "A mistake" },
      { ...domain, action: "unblock" },
      { ...network, action: "unblock" },
    ]);
  });
});

test.each([
  ["nothing", [], {}, /^npm run admin -- COMMAND/],
  ["promote", ["ada"], {}, /^npm run admin -- promote USERNAME/],
  ["promote", ["ada", "king"], {}, "A role is one of member, moderator, admin."],
  ["suspend", ["ada"], {}, /^--reason is one of spam,/],
  ["suspend", ["ada"], { reason: "spam", days: "soon" }, "--days is a number of days."],
  ["block-email", [], {}, /^npm run admin -- block-email ADDRESS\|DOMAIN/],
  ["block-email", ["spam"], {}, "Please enter an e-mail address or a domain, such as spam.example."],
  ["unblock-email", ["a b@spam.example"], {}, "Please enter an e-mail address or a domain"],
  ["block-email", ["spam.example"], { days: "0" }, "--days is a number of days."],
  [
    "block-network",
    ["203.0.113.0/33"],
    {},
    "Please enter an IP address or a network, such as 203.0.113.0/24",
  ],
  ["unblock-network", ["spam.example"], {}, "Please enter an IP address or a network"],
] as const)("refuses %s %j %j", (name, args, options, message) => {
  expect(() => statementsOf(name, [...args], { ...options, now: new Date() })).toThrow(message);
});
