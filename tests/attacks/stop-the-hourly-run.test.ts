import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { newId } from "~/contract/ids";
import { MESSAGE_MAX } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { openDb } from "~/db/client";
import { sweepImageChecks } from "~/domain/media/judge-photo";
import { scheduled } from "../../workers/scheduled";
import { type Member, member } from "../workers/client";
import { twoConnected } from "../workers/connect";
import { contextOf } from "../workers/context-of";
import { silenceHubs } from "../workers/quiet-hubs";

silenceHubs();

async function pair(): Promise<[Member, Member]> {
  const [ada, grace] = await twoConnected();
  await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "hello" } });
  return [ada, grace];
}

/** Stores messages that were sent two hours ago. */
async function fill(one: Member, other: Member, contents: string[]): Promise<void> {
  for (const content of contents)
    await env.DB.prepare(
      `INSERT INTO chat_messages (conversation, sender, content, created_at)
      SELECT key, low, ?1, ?2 FROM conversations WHERE low_id = min(?3, ?4) AND high_id = max(?3, ?4)`,
    )
      .bind(content, Date.now() - 2 * HOUR_MS, one.id, other.id)
      .run();
}

/** Returns a message of 5,000 letters, each pair of them a word: the words take more than twice the message's bytes. */
const dense = (nth: number) =>
  Array.from({ length: MESSAGE_MAX }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((nth * 7919 + at * (at + 1)) % 20000)),
  ).join("");

const run = (hours = 3) => scheduled({ scheduledTime: Date.now() + hours * HOUR_MS }, env);

describe("messages whose words are larger than a value of the database", () => {
  test("are found after the next run, and so are those of everybody else", async () => {
    const [eve, mallory] = await pair();
    const [ada, grace] = await pair();
    await fill(
      eve,
      mallory,
      Array.from({ length: 64 }, (_, nth) => dense(nth)),
    );
    await fill(ada, grace, ["lighthouse", ...Array.from({ length: 40 }, (_, nth) => `evening ${nth}`)]);
    await run();
    await run();
    const { results } = await env.DB.prepare(
      "SELECT max(octet_length(words)) AS bytes, count(*) AS blocks, sum(words IS NULL) AS missing FROM message_blocks",
    ).all<{ bytes: number; blocks: number; missing: number }>();
    expect(results[0]).toMatchObject({ missing: 0 });
    expect(results[0]?.bytes).toBeLessThan(100_000);
    const words = await env.DB.prepare(
      "SELECT count(*) AS n FROM message_blocks WHERE instr(words, ' lighthouse ')",
    ).first("n");
    expect(words).toBe(1);
  });
});

describe("photos whose judgement cannot be applied", () => {
  test("do not keep the photos behind them from being judged", async () => {
    const { ctx } = contextOf(await member("eve"));
    const ids = Array.from({ length: 6 }, () => newId());
    const [last = ""] = ids.slice(-1);
    const insert = env.DB.prepare(
      `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, verdict, verdict_reason, created_at)
      SELECT ?1, ?2, 'image/webp', 1, 1, 1, '', '', iif(?1 = ?3, NULL, 'certain'), 'other', ''`,
    );
    const post = env.DB.prepare(
      `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
      VALUES (?1, ?2, '/media/m', ?1, 1, 1, '', '', '')`,
    );
    const check = env.DB.prepare("INSERT INTO image_checks (media_id, due_at) VALUES (?, ?)");
    await env.DB.batch(
      ids.flatMap((id, nth) => [
        insert.bind(id, ctx.viewer.id, last),
        post.bind(id, ctx.viewer.id),
        check.bind(id, nth),
      ]),
    );
    const judge = vi.fn(async () => ({ verdict: "clear" as const, reason: null }));
    const media = {
      ...ctx.media,
      hashes: () => Promise.reject(new Error("R2 is away")),
      get: async () => ({ body: new Blob(["x"]).stream(), contentType: "image/webp", size: 1, etag: '""' }),
    };
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const judging = { ...ctx, db: openDb(env.DB).db, media, imageSafety: { judge } };
    expect(await sweepImageChecks(judging)).toBe(5);
    expect(judge).not.toHaveBeenCalled();
    expect(await sweepImageChecks(judging)).toBe(1);
    expect(judge).toHaveBeenCalledOnce();
  });
});

describe("a photo in hundreds of posts", () => {
  /** Stores a photo in posts, with its judgement. */
  async function shown(verdict: "certain" | "sensitive", count: number) {
    const { ctx } = contextOf(await member("eve"));
    const id = newId();
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, verdict, verdict_reason, created_at)
        VALUES (?, ?, 'image/webp', 1, 1, 1, '', '', ?, 'other', '')`,
      ).bind(id, ctx.viewer.id, verdict),
      env.DB.prepare(
        `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
        SELECT value, ?2, '/media/m', ?1, 1, 1, '', '', '' FROM json_each(?3)`,
      ).bind(id, ctx.viewer.id, JSON.stringify(Array.from({ length: count }, () => newId()))),
      env.DB.prepare("INSERT INTO image_checks (media_id, due_at) VALUES (?, 0)").bind(id),
    ]);
    const cost = { statements: 0, rowsRead: 0, rowsWritten: 0, trips: 0 };
    const judge = vi.fn(async () => ({ verdict: "clear" as const, reason: null }));
    const sweep = () => sweepImageChecks({ ...ctx, db: openDb(env.DB, cost).db, imageSafety: { judge } });
    const left = (condition: string) =>
      env.DB.prepare(`SELECT count(*) AS n FROM posts WHERE media_id = ? AND ${condition}`)
        .bind(id)
        .first<number>("n");
    return { id, cost, sweep, left };
  }

  test("is covered in all of them with a few statements", async () => {
    const { cost, sweep, left } = await shown("sensitive", 300);
    expect(await sweep()).toBe(1);
    expect(await left("is_covered = 0")).toBe(0);
    expect(cost.statements).toBeLessThan(20);
    expect(await sweep()).toBe(0);
  });

  test("is held in part after part, each within the statements of a batch", async () => {
    const { id, cost, sweep, left } = await shown("certain", 60);
    for (const rest of [35, 10, 0]) {
      const before = cost.statements;
      expect(await sweep()).toBe(1);
      expect(await left("TRUE")).toBe(rest);
      expect(cost.statements - before).toBeLessThan(40);
    }
    expect(await sweep()).toBe(0);
    const stored = (table: string) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE media_id = ?`).bind(id).first("n");
    expect([await stored("removed_content"), await stored("abuse_reports")]).toEqual([60, 60]);
  });
});

describe("many photos to remove at once", () => {
  test("are removed in several runs, within the subrequests of one, and stop no other job", async () => {
    const ada = await member("ada");
    const ids = Array.from({ length: 1500 }, () => newId());
    await env.DB.batch([
      env.DB.prepare("INSERT INTO media_removals (media_id) SELECT value FROM json_each(?)").bind(
        JSON.stringify(ids),
      ),
      env.DB.prepare("UPDATE sessions SET expires_at = '2020-01-01' WHERE user_id = ?").bind(ada.id),
    ]);
    const removed = vi.spyOn(caches.default, "delete");
    const left = () => env.DB.prepare("SELECT count(*) AS n FROM media_removals").first<number>("n");
    await run();
    expect(removed.mock.calls.length).toBeLessThan(6000);
    expect(await left()).toBeGreaterThan(0);
    expect(await env.DB.prepare("SELECT 1 FROM sessions WHERE user_id = ?").bind(ada.id).first()).toBeNull();
    await run();
    expect(await left()).toBe(0);
    removed.mockRestore();
  });
});
