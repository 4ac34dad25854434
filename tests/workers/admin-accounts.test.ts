import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { operator as decider } from "~/domain/moderation/act";
import { actAsOperator } from "~/domain/moderation/act-on-member";
import { createMemberAs } from "~/domain/moderation/create-member";
import { type Letter, noMail } from "~/platform/mail";
import { admin, logOf, memoryFiles, operatorCtx } from "./admin-command";
import { Client, errorOf, member } from "./client";
import { again, isIn } from "./sessions";

const operator = { actor_id: null, actor_name: "the operator" };

const signUpOf = ({ email }: { email: string }) => ({ email, password: "sunset at sea", fullName: "Again" });

beforeEach(async () => {
  await env.DB.batch(
    ["suspensions", "sign_up_blocks"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});

test("suspends an admin, and changes the end of a suspension", async () => {
  const eve = await member("eve");
  await admin("promote", [eve.username, "admin"]);
  await admin("suspend", [eve.username], { reason: "spam", days: "3" });
  expect(await admin("suspend", [eve.username], { reason: "hate" })).toEqual([
    { suspended: eve.username, until: null },
  ]);
  const ends = env.DB.prepare("SELECT reason, until FROM suspensions WHERE member_id = ?").bind(eve.id);
  expect(await ends.first()).toEqual({ reason: "hate", until: null });
  expect(await admin("stats")).toMatchObject([{ openReports: 0 }]);
  await admin("unsuspend", [eve.username]);
  expect(await ends.first()).toBeNull();
});

test("logs a member out everywhere", async () => {
  const ada = await member("ada");
  expect(await admin("end-sessions", [ada.username])).toEqual([{ member: ada.username }]);
  expect(await isIn(ada)).toBe(false);
  await again(ada);
  expect(await logOf(ada)).toMatchObject([{ ...operator, action: "end_sessions" }]);
});

test("confirms an address once, and keeps the ways to log in", async () => {
  const ada = await member("ada");
  await env.DB.prepare("UPDATE users SET email_confirmed = 0 WHERE id = ?").bind(ada.id).run();
  await admin("confirm-email", [ada.username]);
  expect(await ada.call("readEmail")).toMatchObject({ isConfirmed: true });
  expect(await isIn(ada)).toBe(true);
  await expect(admin("confirm-email", [ada.username])).rejects.toThrow("confirmed already");
});

test("creates an account whose link sets the password, and refuses a taken address or name", async () => {
  const mail = new Map<string, string>();
  const ctx = {
    ...operatorCtx(),
    mail: { send: async (to: string, { text }: Letter) => void mail.set(to, text) },
  };
  const deferred: Promise<unknown>[] = [];
  const email = `new-${crypto.randomUUID()}@example.com`;
  const input = { email, fullName: "New Member", note: "" };
  const made = await createMemberAs(decider, { ...ctx, defer: (work) => void deferred.push(work) }, input);
  await Promise.all(deferred);
  const token = /token=([\w-]+)/.exec(mail.get(email) ?? "")?.[1] ?? "";
  const visitor = new Client();
  await visitor.call("resetPassword", { body: { token, password: "harbour at dusk 9" } });
  await visitor.call("logIn", { body: { email, password: "harbour at dusk 9" } });
  expect(await logOf(made)).toMatchObject([{ ...operator, action: "create", member_name: made.username }]);
  await expect(createMemberAs(decider, ctx, input)).rejects.toMatchObject({ code: "conflict" });
  const taken = { ...input, email: `x${email}`, username: made.username };
  await expect(createMemberAs(decider, ctx, taken)).rejects.toMatchObject({ code: "conflict" });
});

test("mails a reset link, but not on a site without mail", async () => {
  const ada = await member("ada");
  await admin("send-reset", [ada.username]);
  expect(await logOf(ada)).toMatchObject([{ ...operator, action: "send_reset" }]);
  const ctx = { ...operatorCtx(), mail: noMail };
  const reset = actAsOperator(ctx, ada.id, { action: "send_reset", note: "" });
  await expect(reset).rejects.toThrow("This site sends no mail.");
});

test("deletes an account without a log-in, as its member can; a dry run does not", async () => {
  const eve = await member("eve");
  const row = { deleted: eve.username };
  expect(await admin("delete", [eve.username], { isDryRun: true })).toEqual([row]);
  expect(await isIn(eve)).toBe(true);
  expect(await admin("delete", [eve.username], { note: "By letter" })).toEqual([row]);
  expect(await isIn(eve)).toBe(false);
  expect(await env.DB.prepare("SELECT 1 FROM users WHERE id = ?").bind(eve.id).first()).toBeNull();
  expect(await logOf(eve)).toMatchObject([{ ...operator, action: "delete", note: "By letter" }]);
  const reply = await new Client().send("POST", "/api/auth/signup", { ...signUpOf(eve), terms: true });
  expect((await errorOf(reply)).status).toBe(422);
});

test("finds members by name and email, and logs a search by email without the address", async () => {
  const ada = await member("ada");
  expect(await admin("find", [ada.username])).toMatchObject([{ id: ada.id, email: ada.email }]);
  expect(await admin("find", [ada.email], { by: "email" })).toMatchObject([{ id: ada.id, state: "active" }]);
  await admin("suspend", [ada.username], { reason: "spam" });
  expect(await admin("find", [ada.username])).toMatchObject([{ id: ada.id, state: "suspended" }]);
  const { results } = await env.DB.prepare(
    "SELECT member_name, subject_id FROM moderation_log WHERE action = 'search'",
  ).all();
  expect(results).toEqual([{ member_name: `an address at ${ada.email.split("@")[1]}`, subject_id: "email" }]);
});

test("counts an account that waits for approval as waiting, not as suspended", async () => {
  const eve = await member("eve");
  await env.DB.batch([
    env.DB.prepare("INSERT INTO waiting_members VALUES (?, 'Please', 'abcdef0123', '2026-11-27')").bind(
      eve.id,
    ),
    env.DB.prepare("INSERT INTO suspensions VALUES (?, 'waiting', 'other', NULL)").bind(eve.id),
  ]);
  expect(await admin("stats")).toMatchObject([{ suspended: 0, waiting: 1 }]);
  expect(await admin("find", ["abcdef01"], { by: "network" })).toMatchObject([
    { id: eve.id, state: "waiting" },
  ]);
  await expect(admin("find", ["spam"], { by: "network" })).rejects.toThrow("Please enter an IP address");
});

test("come in at once or not at all, twice without a change, and go out in both forms", async () => {
  const files = {
    "good.csv": "kind,value,until\ndomain,spam.example,\nnetwork,203.0.113.0/24,2999-01-01T00:00:00.000Z\n",
    "bad.csv": "spam2.example\nnot a domain\n",
  };
  const disk = memoryFiles(files);
  const imported = (file: string, isDryRun = false) => admin("import-blocks", [file], { isDryRun }, disk);
  await expect(imported("bad.csv")).rejects.toThrow("line 2: not a domain");
  expect(await admin("blocks")).toEqual([]);
  expect(await imported("good.csv", true)).toEqual([{ file: "good.csv", blocks: 2 }]);
  expect(await admin("blocks")).toEqual([]);
  expect(await imported("good.csv")).toEqual([{ file: "good.csv", blocks: 2, changed: 2 }]);
  expect(await imported("good.csv")).toEqual([{ file: "good.csv", blocks: 2, changed: 0 }]);
  const { results } = await env.DB.prepare(
    "SELECT member_name FROM moderation_log WHERE action = 'block'",
  ).all();
  expect(results).toEqual([{ member_name: "2 blocks" }]);
  await admin("export-blocks", ["out.csv"], {}, disk);
  await admin("export-blocks", ["out.jsonl"], {}, disk);
  expect(Reflect.get(files, "out.csv")).toBe(files["good.csv"]);
  expect(await imported("out.jsonl")).toEqual([{ file: "out.jsonl", blocks: 2, changed: 0 }]);
  await env.DB.prepare("DELETE FROM sign_up_blocks").run();
});
