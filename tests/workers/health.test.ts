import { type D1Migration, env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { BACKUP_RECORD_KEY, type BackupRecord } from "~/contract/backup-record";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import type { MemberCtx } from "~/domain/context";
import { listLog } from "~/domain/moderation/list-log";
import { askPaidServices, readHealth } from "~/domain/moderation/read-health";
import { sendTestMail } from "~/domain/moderation/send-test-mail";
import { storeLastRun } from "~/domain/moderation/store-last-run";
import { type Letter, MailError } from "~/platform/mail";
import { chatBindings } from "../../workers/chat-bindings";
import { operationsOf } from "../../workers/operations";
import { scheduled } from "../../workers/scheduled";
import { member } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** Wrangler and a deployment record the names of migrations; the tests apply them without. */
beforeAll(async () => {
  const record = async (database: D1Database, migrations: D1Migration[]) => {
    await database.exec("CREATE TABLE d1_migrations (name TEXT)");
    const insert = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
    await database.batch(migrations.map(({ name }) => insert.bind(name)));
  };
  await record(env.DB, env.TEST_MIGRATIONS);
  for (const chat of chatBindings(env)) await record(chat, env.TEST_CHAT_MIGRATIONS);
});

/** Returns the context of a new admin. */
async function admin(overrides: Partial<Env> = {}): Promise<MemberCtx> {
  const root = await member("root", "admin");
  const { ctx } = contextOf(root, overrides);
  return Object.assign(ctx, { viewer: { ...ctx.viewer, email: root.email } });
}

const stateOf = async (ctx: MemberCtx, name: string) =>
  (await readHealth(ctx)).probes.find((one) => one.name.startsWith(name))?.state;

describe("the health of the site", () => {
  test("has the reply of every service that costs nothing, and the migrations of this build", async () => {
    const { probes, migrations, mailWay, email } = await readHealth(await admin());
    expect(probes.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      "D1 (DB): works",
      ...(env.CHAT_DB_1 ? ["D1 (CHAT_DB_1): works", "D1 (CHAT_DB_2): works"] : []),
      "R2 (MEDIA): works",
      "Durable Objects (USER_HUB): works",
      "Rate limits: works",
      "Static files (ASSETS): works",
      "Images (IMAGES): unasked",
      "Workers AI (AI): unasked",
    ]);
    expect(migrations.missing).toEqual([]);
    expect(migrations.applied).toBeGreaterThan(15);
    expect({ mailWay, email }).toEqual({
      mailWay: "terminal",
      email: expect.stringContaining("@example.com"),
    });
  });

  test("asks Images and Workers AI on request", async () => {
    const results = await askPaidServices(await admin());
    expect(results).toMatchObject([
      { name: "Images (IMAGES)", state: "works" },
      { name: "Workers AI (AI)", state: "works" },
    ]);
  });

  test("names a service that fails, and one that does not reply in two seconds", async () => {
    const failing = new Proxy(env.MEDIA, { get: () => () => Promise.reject(new Error("R2 is down")) });
    expect(await stateOf(await admin({ MEDIA: failing }), "R2")).toBe("silent");
    const ASSETS = { ...env.ASSETS, fetch: () => new Promise<Response>(() => undefined) } as Fetcher;
    const results = await operationsOf({ ...env, ASSETS }).askFree("nobody");
    expect(results.filter(({ state }) => state === "silent")).toMatchObject([
      { name: "Static files (ASSETS)" },
    ]);
  });

  test("names the migrations that the database lacks", async () => {
    const ctx = await admin();
    const operations = {
      ...ctx.operations,
      neededMigrations: async () => ({ main: ["0000_members.sql", "9999_next.sql"], chat: [] }),
    };
    const { migrations } = await readHealth(Object.assign(ctx, { operations }));
    expect(migrations).toEqual({ applied: 1, missing: ["9999_next.sql"] });
  });

  test("has the result of the last hourly run, which is late after two hours", async () => {
    const ctx = await admin();
    await scheduled({ scheduledTime: Date.now() }, env);
    expect((await readHealth(ctx)).lastRun).toMatchObject({ failed: [], isCut: false, isLate: false });
    const result = { swept: { sessions: 3, digests: 0 }, failed: ["removals"], isCut: true };
    await storeLastRun(openDb(env.DB).db, result, 1500, Date.now() - 3 * HOUR_MS);
    expect((await readHealth(ctx)).lastRun).toMatchObject({
      tookMs: 1500,
      swept: [{ name: "sessions", count: 3 }],
      failed: ["removals"],
      isCut: true,
      isLate: true,
    });
  });

  test("has the newest backup that passed its check, and says when it is old", async () => {
    const ctx = await admin();
    await env.MEDIA.delete(BACKUP_RECORD_KEY);
    expect((await readHealth(ctx)).backup).toBeNull();
    const record = (time: number): BackupRecord => ({
      time: new Date(time).toISOString(),
      verified: true,
      version: "1.0.0",
      migration: "0000_members.sql",
      rows: 12,
      objects: 3,
      bytes: 4,
    });
    for (const [time, isOld] of [
      [Date.now() - DAY_MS, false],
      [Date.now() - 3 * DAY_MS, true],
    ] as const) {
      await env.MEDIA.put(BACKUP_RECORD_KEY, JSON.stringify(record(time)));
      expect((await readHealth(ctx)).backup).toMatchObject({ rows: 12, objects: 3, isOld });
    }
    await env.MEDIA.put(BACKUP_RECORD_KEY, "no record");
    expect((await readHealth(ctx)).backup).toBeNull();
    await env.MEDIA.delete(BACKUP_RECORD_KEY);
  });

  test("counts the errors of seven days by kind, the newest first", async () => {
    const ctx = await admin();
    await env.DB.exec("DELETE FROM error_counts");
    const now = Date.now();
    const insert = env.DB.prepare("INSERT INTO error_counts (day, kind, count, last_at) VALUES (?, ?, ?, ?)");
    const rows = [
      [0, "/feed: Error", 2],
      [1, "/feed: Error", 3],
      [2, "/chat: TypeError", 1],
      [8, "/old: Error", 9],
    ] as const;
    await env.DB.batch(
      rows.map(([days, kind, count]) => {
        const at = now - days * DAY_MS;
        return insert.bind(new Date(at).toISOString().slice(0, 10), kind, count, at);
      }),
    );
    const { errors } = await readHealth(ctx);
    expect(errors).toMatchObject([
      { kind: "/feed: Error", count: 5 },
      { kind: "/chat: TypeError", count: 1 },
    ]);
    await env.DB.exec("DELETE FROM error_counts");
  });

  test("names the settings, and has no value of them", async () => {
    const secret = "a value that nobody may see";
    const view = await readHealth(await admin({ MAIL_WEBHOOK_SECRET: secret.padEnd(32), MAIL_API_KEY: "" }));
    const named = (name: string) => view.settings.find((one) => one.name === name);
    expect(named("MEDIA_PASS_KEY")).toEqual({ name: "MEDIA_PASS_KEY", isSet: true, isNeeded: true });
    expect(named("MAIL_WEBHOOK_SECRET")).toMatchObject({ isSet: true, isNeeded: false });
    expect(named("MAIL_API_KEY")).toMatchObject({ isSet: false });
    for (const value of [secret, env.MEDIA_PASS_KEY, env.VAPID_KEY])
      expect(JSON.stringify(view)).not.toContain(value);
  });

  test("is for admins alone", async () => {
    const mo = await member("mo");
    for (const role of ["member", "moderator"] as const) {
      const { ctx } = contextOf({ ...mo, role });
      for (const use of [readHealth, askPaidServices, sendTestMail])
        await expect((async () => use(ctx))()).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("a test mail", () => {
  async function sender(refusal?: Error) {
    const ctx = await admin();
    const send = vi.fn(async (_to: string, _letter: Letter) => {
      if (refusal) throw refusal;
    });
    // Test mails of earlier tests are more than an hour old.
    const at = Date.now() + ++hours * 2 * HOUR_MS;
    return { ctx: Object.assign(ctx, { mail: { send }, now: () => new Date(at) }), send };
  }
  let hours = 0;

  test("goes to the admin's own address, is logged, and three can be sent in an hour", async () => {
    const { ctx, send } = await sender();
    const { email, username } = ctx.viewer;
    for (let count = 0; count < 3; count++) expect(await sendTestMail(ctx)).toEqual({ isSent: true, email });
    await expect(sendTestMail(ctx)).rejects.toMatchObject({ code: "rate_limited" });
    expect(send).toHaveBeenCalledTimes(3);
    expect(send).toHaveBeenCalledWith(
      email,
      expect.objectContaining({ subject: "Test email from Afterglow" }),
    );
    const { items } = await listLog(ctx, { cursor: null, limit: 20 });
    expect(items.filter(({ action, actor }) => action === "test_mail" && actor === username)).toHaveLength(3);
  });

  test.each([
    [new MailError("401", "settings"), { code: "401", fault: "settings" }],
    [new TypeError("fetch failed"), { code: "no answer", fault: "service" }],
  ])("says what the service has answered", async (refusal, answer) => {
    const { ctx } = await sender(refusal);
    expect(await sendTestMail(ctx)).toEqual({ isSent: false, ...answer });
  });

  test("needs a confirmed address, and the role at the time", async () => {
    const { ctx, send } = await sender();
    const unconfirmed = { ...ctx, viewer: { ...ctx.viewer, emailConfirmed: false } };
    await expect(sendTestMail(unconfirmed)).rejects.toMatchObject({ code: "forbidden" });
    await env.DB.prepare("UPDATE users SET role = 'member' WHERE id = ?").bind(ctx.viewer.id).run();
    await expect(sendTestMail(ctx)).rejects.toMatchObject({ code: "rate_limited" });
    expect(send).not.toHaveBeenCalled();
  });
});
