import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { inEnglish } from "~/contract/messages";
import { FILE_REMOVED } from "~/contract/texts";
import { exportAsOperator } from "~/domain/accounts/export-as-operator";
import { removeAsOperator } from "~/domain/moderation/remove-as-operator";
import { commandNamed } from "../../scripts/admin/commands";
import { appCode } from "../factories/two-factor";
import { admin, logOf, memoryFiles, operatorCtx } from "./admin-command";
import { dataUrl, errorOf, member } from "./client";
import { twoConnected } from "./connect";
import { again, isIn } from "./sessions";

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
    await expect(admin("promote", ["nobody", "admin"])).rejects.toThrow("There is no member nobody.");
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
    await expect(admin("unsuspend", [eve.username])).rejects.toThrow("This account is not suspended.");
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
    expect(await ada.call("readSecurity")).toMatchObject({ hasTwoFactor: false, recoveryCodesLeft: 0 });
    await again(ada);
    expect(await logOf(ada)).toMatchObject([{ ...operator, action: "end_two_factor", note: "Lost phone" }]);
    for (const { username } of [ada, eve])
      await expect(admin("end-two-factor", [username])).rejects.toThrow("no two-factor authentication");
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

describe("the operator's removal", () => {
  const openReports = async () => (await admin("reports")).filter(({ kind }) => kind !== "member");
  const options = { reason: "copyright", note: "Court order 7", isDryRun: false } as const;

  test("of a post that nobody reported deletes its files, keeps the hash, notifies the member and is logged", async () => {
    const eve = await member("eve");
    const post = await eve.call("createPost", { body: { mediaUrl: dataUrl, caption: "Mine?" } });
    const target = { postId: post.id };
    const removed = { kind: "post", member: eve.username, text: "Mine?" };
    expect(await removeAsOperator(operatorCtx(), target, { ...options, isDryRun: true })).toEqual(removed);
    await eve.call("readPost", { params: { id: post.id } });
    expect(await openReports()).toEqual([]);
    expect(await removeAsOperator(operatorCtx(), target, options)).toEqual(removed);
    expect((await eve.fetch(`/api/posts/${post.id}`)).status).toBe(404);
    const prefix = `photos/${post.mediaUrl.slice("/media/".length)}/`;
    expect((await env.MEDIA.list({ prefix })).objects).toEqual([]);
    const again = await eve.send("POST", "/api/posts", { mediaUrl: dataUrl });
    expect(await errorOf(again)).toMatchObject({ status: 415, message: inEnglish(FILE_REMOVED) });
    expect(await eve.call("listNotifications")).toMatchObject([{ type: "moderation" }]);
    expect(await logOf(eve)).toMatchObject([{ ...operator, action: "remove", note: "Court order 7" }]);
    expect(await openReports()).toEqual([]);
    await expect(removeAsOperator(operatorCtx(), target, options)).rejects.toMatchObject({
      message: `There is no post ${post.id}.`,
    });
    await env.DB.prepare("DELETE FROM removed_hashes").run();
  });

  test("of a reported message of an admin closes the report, and is refused again", async () => {
    const [ada, eve] = await twoConnected("ada", "eve");
    const { id: messageId } = await eve.call("sendMessage", {
      params: { userId: ada.id },
      body: { content: "Rude" },
    });
    await ada.call("report", { body: { messageId, reason: "harassment" } });
    await admin("promote", [eve.username, "admin"]);
    const [report] = await openReports();
    const target = { reportId: String(report?.id) };
    expect(await removeAsOperator(operatorCtx(), target, options)).toMatchObject({ kind: "message" });
    expect(await ada.call("listMessages", { params: { userId: eve.id } })).toEqual([]);
    expect(await openReports()).toEqual([]);
    await expect(removeAsOperator(operatorCtx(), target, options)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(removeAsOperator(operatorCtx(), { reportId: "none" }, options)).rejects.toMatchObject({
      message: "There is no report none.",
    });
  });
});

describe("the operator's export", () => {
  const note = "Request 12";

  test("is logged before it is read, and has what the member's own export has", async () => {
    const ada = await member("ada");
    await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Mine" } });
    const dry = await exportAsOperator(operatorCtx(), ada.username, { note, isDryRun: true });
    expect(dry).toEqual({ member: ada.username, files: null });
    expect(await logOf(ada)).toEqual([]);
    const { files } = await exportAsOperator(operatorCtx(), ada.username.toUpperCase(), {
      note,
      isDryRun: false,
    });
    expect(await logOf(ada)).toMatchObject([{ ...operator, action: "export", note }]);
    const found: Record<string, string> = {};
    for await (const { name, input } of files ?? [])
      found[name] = await new Response(input as BodyInit).text();
    expect(JSON.parse(found["account.json"] ?? "")).toMatchObject({
      username: ada.username,
      email: ada.email,
    });
    expect(JSON.parse(found["posts.json"] ?? "")).toMatchObject([{ caption: "Mine" }]);
    expect(Object.keys(found).filter((name) => name.startsWith("photos/"))).toHaveLength(1);
    await expect(exportAsOperator(operatorCtx(), "nobody", { note, isDryRun: false })).rejects.toMatchObject({
      message: "There is no member nobody.",
    });
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
    await expect(admin("unblock-network", ["203.0.113.0/24"])).rejects.toThrow("is not blocked.");
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
  ["block-email", ["spam"], {}, "Please enter an email address or a domain, such as spam.example."],
  ["unblock-email", ["a b@spam.example"], {}, "Please enter an email address or a domain"],
  ["block-email", ["spam.example"], { days: "0" }, "--days is a number of days."],
  [
    "block-network",
    ["203.0.113.0/33"],
    {},
    "Please enter an IP address or a network, such as 203.0.113.0/24",
  ],
  ["unblock-network", ["spam.example"], {}, "Please enter an IP address or a network"],
] as const)("refuses %s %j %j", (name, args, options, message) => {
  expect(() => commandNamed(name).prepare([...args], options, memoryFiles())).toThrow(message);
});
