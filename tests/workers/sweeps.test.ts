import { env } from "cloudflare:test";
import { describe, expect, inject, test, vi } from "vitest";
import { newId } from "~/contract/ids";
import { openDb } from "~/db/client";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { expirySweeps } from "~/domain/retention/expiry-sweeps";
import { r2MediaStore } from "~/platform/media/r2-store";
import { chatBindings } from "../../workers/chat-bindings";
import { runSweeps } from "../../workers/run-sweeps";
import { scheduled, sweeps } from "../../workers/scheduled";
import { readSettings } from "../../workers/settings";
import { dataUrl, type Member, member } from "./client";
import { twoConnected } from "./connect";
import { contextOf } from "./context-of";

const HOUR = 60 * 60_000;

const { db } = openDb(env.DB);
const media = r2MediaStore(env.MEDIA, env.IMAGES);
const chats = [db, ...chatBindings(env).map((chat) => openDb(chat).db)] as const;
const at = (hours: number) => ({ db, chats, media, now: () => new Date(Date.now() + hours * HOUR) });
const time = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const count = (table: string, where = "1") =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>("n");
const filesOf = async (url: string | null | undefined) =>
  (await env.MEDIA.list({ prefix: `photos/${url?.slice("/media/".length)}/` })).objects.length;

/** Runs the sweep of unused files to its end, then removes the queued files. */
async function sweepFiles(hours: number): Promise<void> {
  while ((await sweepUnused(at(hours))) > 0);
  while ((await sweepRemovals(at(hours))) > 0);
}

async function upload(owner: Member): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(inject("photos").small ?? "", "base64")]), "photo.jpg");
  return (await owner.call("uploadMedia", { body: form })).url;
}

describe("the sweep of expired rows", () => {
  const addSessions = (userId: string, number: number, expiresAt: string) =>
    env.DB.prepare(
      "INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) SELECT hex(randomblob(16)), ?1, ?2, ?2, ?2 FROM json_each(?3)",
    )
      .bind(userId, expiresAt, JSON.stringify(Array(number).fill(0)))
      .run();

  test("deletes all expired sessions, links and names, and no valid ones", async () => {
    const ada = await member("ada");
    await addSessions(ada.id, 1200, time(-1));
    const link = env.DB.prepare(
      "INSERT INTO password_resets (id, user_id, expires_at, used_at, created_at) VALUES (?, ?, ?, ?, ?)",
    );
    const change = env.DB.prepare(
      "INSERT INTO email_changes (id, user_id, email, session_id, expires_at, created_at) VALUES (?, ?, 'next@example.com', '', ?, ?)",
    );
    const undo = env.DB.prepare(
      "INSERT INTO email_undos (id, user_id, email, expires_at, created_at) VALUES (?, ?, 'former@example.com', ?, ?)",
    );
    const alert = env.DB.prepare(
      "INSERT INTO alert_links (id, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)",
    );
    const pending = env.DB.prepare(
      "INSERT INTO pending_log_ins (id, user_id, remembered, expires_at) VALUES (?, ?, 0, ?)",
    );
    const challenge = env.DB.prepare("INSERT INTO used_challenges (id, expires_at) VALUES (?, ?)");
    const name = env.DB.prepare(
      "INSERT INTO former_usernames (username, user_id, expires_at, created_at) VALUES (?, ?, ?, ?)",
    );
    await env.DB.batch([
      link.bind("over", ada.id, time(-1), null, time(-2)),
      link.bind("used", ada.id, time(0.5), time(-0.1), time(-0.5)),
      link.bind("open", ada.id, time(0.5), null, time(-0.5)),
      change.bind("change over", ada.id, time(-1), time(-25)),
      change.bind("change open", ada.id, time(1), time(-23)),
      undo.bind("undo over", ada.id, time(-1), time(-169)),
      undo.bind("undo open", ada.id, time(1), time(-167)),
      alert.bind("alert over", ada.id, time(-1), time(-169)),
      alert.bind("alert open", ada.id, time(1), time(-167)),
      pending.bind("pending over", ada.id, time(-1)),
      challenge.bind("challenge over", time(-1)),
      challenge.bind("challenge open", time(0.1)),
      pending.bind("pending open", ada.id, time(0.1)),
      name.bind("once.ada", ada.id, time(-1), time(-800)),
      name.bind("lately.ada", ada.id, time(700), time(-20)),
    ]);
    await scheduled({ scheduledTime: Date.now() }, env);
    expect(await count("sessions", `user_id = '${ada.id}'`)).toBe(1);
    const tables = [
      "password_resets",
      "email_changes",
      "email_undos",
      "alert_links",
      "pending_log_ins",
      "used_challenges",
    ];
    const kept = await env.DB.batch<{ id: string }>([
      ...tables.map((table) => env.DB.prepare(`SELECT id FROM ${table}`)),
      env.DB.prepare("SELECT username AS id FROM former_usernames"),
    ]);
    const ids = kept.flatMap(({ results }) => results.map(({ id }) => id));
    // A used link still counts against the limit of three an hour.
    expect(ids.sort()).toEqual([
      "alert open",
      "challenge open",
      "change open",
      "lately.ada",
      "open",
      "pending open",
      "undo open",
      "used",
    ]);
    expect((await ada.call("me")).user.id).toBe(ada.id);
  });

  test("deletes at most 500 rows a batch, and reads no others", async () => {
    const ada = await member("ada");
    await addSessions(ada.id, 1200, time(-1));
    await addSessions(ada.id, 3000, time(1));
    const { db: metered, cost } = openDb(env.DB);
    const sweep = async () => expirySweeps.sessions?.({ ...at(0), db: metered });
    expect([await sweep(), await sweep(), await sweep(), await sweep()]).toEqual([500, 500, 200, 0]);
    expect(cost.rowsRead).toBeLessThan(6 * 1200);
  });
});

describe("the sweep of unused files", () => {
  test("deletes unused rows and files after a day, and nothing that a row shows or was made from", async () => {
    const [ada, grace] = await twoConnected();
    const [left, sent] = [await upload(ada), await upload(ada)];
    await ada.call("createPost", { body: { mediaUrl: sent } });
    const { user } = await ada.call("setUpProfile", { body: { profileImage: dataUrl } });
    const edited = await ada.call("editImage", { body: { image: dataUrl, prompt: "warmer" } });
    await ada.call("saveAiImage", { params: { id: edited.id }, body: {} });
    const message = await ada.call("sendMessage", {
      params: { userId: grace.id },
      body: { content: "", attachment: { data: dataUrl } },
    });
    const kept = [sent, user.profileImage, edited.imageUrl, edited.sourceImageUrl];
    // Files without a row, as after a crash between the two writes.
    const rowless = newId();
    await env.MEDIA.put(`photos/${rowless}/full.webp`, "x");
    await env.MEDIA.put(`attachments/${rowless}/file`, "x");

    await sweepFiles(23);
    for (const url of [left, ...kept]) expect(await filesOf(url), String(url)).toBe(3);
    expect(await filesOf(`/media/${rowless}`)).toBe(1);

    await sweepFiles(25);
    expect(await filesOf(left)).toBe(0);
    expect((await ada.fetch(left)).status).toBe(404);
    expect(await filesOf(`/media/${rowless}`)).toBe(0);
    for (const url of kept) expect(await filesOf(url), String(url)).toBe(3);
    const file = await grace.fetch(message.attachment?.url ?? "");
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((await env.MEDIA.list({ prefix: `attachments/${rowless}` })).objects).toEqual([]);
    expect(await count("media_removals")).toBe(0);
  });

  test("reads the bucket in pages, each file once, and finds files that were added later", async () => {
    await env.DB.exec("DELETE FROM sweeps");
    const old = Array.from({ length: 8 }, (_, index) => newId(1_600_000_000_000 + index));
    const names = old.flatMap((id) => ["feed", "file", "full"].map((name) => `attachments/${id}/${name}`));
    await Promise.all(names.map((name) => env.MEDIA.put(name, "x")));
    // Simulates a page of three objects in R2.
    const list: typeof media.list = async (kind, after) => (await media.list(kind, after)).slice(0, 3);
    const ctx = { ...at(0), media: { ...media, list } };
    const seen = [];
    for (let page = 0; page < 4; page++) seen.push(await sweepUnused(ctx));
    expect(seen).toEqual([3, 3, 2, 0]);
    expect(await count("media_removals")).toBe(8);
    await sweepFiles(0);
    expect(await count("media_removals")).toBe(0);
    expect((await env.MEDIA.list({ prefix: `attachments/${old[7]}` })).objects).toEqual([]);
    const late = await upload(await member("late"));
    await sweepFiles(60);
    expect(await filesOf(late)).toBe(0);
  });

  test("finishes an interrupted removal on the next run, and a failure stops no other sweep", async () => {
    const ada = await member("ada");
    const url = await upload(ada);
    const away = { ...at(90), media: { ...media, remove: () => Promise.reject(new Error("R2 is away")) } };
    while ((await sweepUnused(away)) > 0);
    await expect(sweepRemovals(away)).rejects.toThrow("R2 is away");
    expect(await count("media", `user_id = '${ada.id}'`)).toBe(0);
    expect(await filesOf(url)).toBe(3);
    await env.DB.prepare("UPDATE sessions SET expires_at = ? WHERE user_id = ?").bind(time(-1), ada.id).run();
    const broken = new Proxy(env.MEDIA, {
      get: () => () => Promise.reject(new Error("R2 is away")),
    });
    await expect(scheduled({ scheduledTime: Date.now() }, { ...env, MEDIA: broken })).rejects.toThrow(
      "A sweep failed:",
    );
    expect(await count("sessions", `user_id = '${ada.id}'`)).toBe(0);
    expect(await filesOf(url)).toBe(3);
    await scheduled({ scheduledTime: Date.now() }, env);
    expect(await filesOf(url)).toBe(0);
  });
});

test("no sweep scans a whole table", async () => {
  const statements: string[] = [];
  const listening = new Proxy(env.DB, {
    get: (target, key) => {
      if (key === "prepare") {
        return (query: string) => {
          statements.push(query);
          return target.prepare(query);
        };
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await upload(await member("ada"));
  const heard = openDb(listening).db;
  const { realtime, urlOf, fingerprint, limits, textsIn } = contextOf({ id: "" }).ctx;
  const { ceilings } = readSettings(env);
  const imageSafety = { judge: async () => ({ verdict: "clear" as const, reason: null }) };
  const mail = { send: async () => undefined };
  const ctx = {
    ...at(200),
    ...{
      db: heard,
      chats: [heard] as const,
      realtime,
      urlOf,
      fingerprint,
      limits,
      textsIn,
      mail,
      ceilings,
      imageSafety,
    },
    push: { isEndpoint: () => false },
  };
  for (const sweep of Object.values(sweeps)) await sweep(ctx);
  expect(statements.length).toBeGreaterThan(Object.keys(sweeps).length);
  for (const statement of statements) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .bind(...Array(statement.split("?").length - 1).fill(""))
      .all<{ detail: string }>();
    // Queues: a sweep reads a bounded number of rows from their start.
    const scans = results
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!json_each|media_removals|deleted_accounts|r$|\d+ CONSTANT ROWS|\d+-ROW VALUES|CONSTANT ROW|waiting_members|held_mails|chat_databases$|value|\(subquery|posts USING INDEX posts_unindexed|message_blocks USING INDEX message_blocks_changed|(?:unread|s|p|sized|next|settled|written|w LEFT-JOIN)$)/.test(
          detail,
        ),
      );
    expect(scans, statement).toEqual([]);
  }
});

describe("a run of sweeps", () => {
  const { ctx } = contextOf({ id: "" });

  test.each(["statements", "subrequests"] as const)(
    "gives each sweep a batch in turn, and ends when its %s are used up",
    async (used) => {
      const cost = { statements: 0, subrequests: 0 };
      const most = used === "statements" ? 850 : 5000;
      const batch = (share: number) => async () => {
        cost[used] += share * most;
        return 1;
      };
      const result = await runSweeps({ small: batch(0.01), large: batch(0.3), last: batch(0) }, ctx, cost);
      // The fourth batch of `large` is the last one.
      expect(result).toEqual({ swept: { small: 4, large: 4, last: 3 }, failed: [], isCut: true });
    },
  );

  test("goes on after a sweep that fails, and after one that does not end", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const broken = () => Promise.reject(new Error("The database is away."));
    const hanging = () => new Promise<number>(() => undefined);
    let left = 3;
    const last = async () => left && left--;
    const result = await runSweeps({ broken, hanging, last }, ctx, { statements: 0, subrequests: 0 }, 20);
    expect(result).toEqual({
      swept: { broken: 0, hanging: 0, last: 6 },
      failed: ["broken", "hanging"],
      isCut: false,
    });
  });

  test("ends after eight minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const slow = async () => {
      vi.setSystemTime(Date.now() + 3 * 60_000);
      return 1;
    };
    const { swept } = await runSweeps({ slow }, ctx, { statements: 0, subrequests: 0 });
    vi.useRealTimers();
    expect(swept).toEqual({ slow: 3 });
  });
});
