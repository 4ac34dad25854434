import { applyD1Migrations, env } from "cloudflare:test";
import { expect, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { Client } from "./client";
import { photo } from "./photos";
import { accountWrites, type Replies, readsOf, type Shot, writes } from "./rehearsal/requests";
import { longCaption, type Name, nameOf, tokenOf, world } from "./rehearsal/world";

/**
 * A rehearsal of the move to keys (migrations 0017 to 0025): a filled database of the schema before is migrated, and the code after
 * must reply to every call of that time as the code before replied. Its replies are in rehearsal/replies.txt, one a line. To record
 * them again, check the commit before 0017_keys.sql out into another folder, copy this file and its folder there, and run it with
 * `npx vitest run --project workers tests/workers/rehearsal.test.ts --update`. When a reply gets another property, update the
 * file here and read the difference: nothing else may change.
 */
const LAST_OF_BEFORE = "0016_hub_subscriptions.sql";
const isContract = (name: string) => /^\d+_contract_/.test(name);

/** Empties the database and makes one of the schema before. */
async function fillBefore(): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid DESC",
  ).all<{ name: string }>();
  await env.DB.batch(
    ["PRAGMA defer_foreign_keys = on", ...results.map(({ name }) => `DROP TABLE ${name}`)].map((one) =>
      env.DB.prepare(one),
    ),
  );
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => name <= LAST_OF_BEFORE),
  );
  await env.DB.batch(world().statements.map((statement) => env.DB.prepare(statement)));
}

const file = new File([photo("small")], "photo.jpg", { type: "image/jpeg" });

/** Returns JSON with the properties of objects in alphabetical order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

const isJson = (text: string) => text.startsWith("{") || text.startsWith("[");

/** Makes requests in order, and collects a line for each reply. */
class Rehearsal {
  readonly lines: string[] = [];
  readonly #replies = new Map<CallName, Record<string, unknown>>();
  /** The last reply to each request. */
  readonly #last = new Map<string, string>();
  /** The objects in replies so far, by their text, and their numbers. */
  readonly #objects = new Map<string, number>();
  /** Stand-ins for ids that were made after the migration, in the order in which they appear. */
  readonly #made = new Map<string, string>();
  readonly #newest = world();

  get replies(): Replies {
    return this.#replies;
  }

  /** Makes a request, and those for the next pages of its list. */
  async make(shot: Shot): Promise<void> {
    const call: Call = calls[shot.call];
    const at = call.path.replace(/\{(\w+)\}/g, (_, key: string) => shot.params?.[key] ?? "");
    let path: string | null = `${at}${shot.query ? `?${new URLSearchParams(shot.query)}` : ""}`;
    for (let page = 1; path; page++) {
      const client = new Client();
      if (shot.by) client.cookies.set("__Host-afterglow", tokenOf(shot.by));
      const reply = await client.send(call.method, path, shot.body);
      const text = await reply.text();
      const sent = shot.body instanceof FormData ? undefined : shot.body;
      const input = [shot.params, shot.query, sent].map(canonical).filter(Boolean);
      const head = [shot.by ?? "nobody", shot.call, ...input, ...(page === 1 ? [] : [`page ${page}`])].join(
        " ",
      );
      const asked = this.#withStandIns(head, shot.call);
      const body = this.#withStandIns(text, shot.call);
      const replied = `${reply.status} ${isJson(body) ? canonical(this.#folded(JSON.parse(body))) : body}`;
      this.lines.push(`${asked} → ${this.#last.get(asked) === replied ? "as before" : replied}`);
      this.#last.set(asked, replied);
      if (page === 1 && reply.ok) this.#remember(shot.call, text);
      path = /<([^>]+)>; rel="next"/.exec(reply.headers.get("Link") ?? "")?.[1] ?? null;
    }
  }

  #remember(name: CallName, text: string): void {
    if (!isJson(text)) return;
    const body: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(body) ? body[0] : body;
    if (typeof first === "object" && first !== null) this.#replies.set(name, { ...first });
  }

  /** Replaces what no two runs have alike: ids, tokens and times of rows that were stored since. */
  #withStandIns(line: string, call: CallName): string {
    const general = line
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time < "2026-02" || time > "2090" ? time : "now"))
      .replace(/"resetToken":"[^"]+"/, '"resetToken":"…"')
      .replace(
        /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
        (id) => nameOf(id) ?? this.#standIn(id, "new"),
      )
      .replaceAll(longCaption, "long caption");
    // The ids of later notifications were a count and are times now; a message that was refused used up an id.
    const kind = call.includes("Notification") ? "notice" : /Message|Chat/.test(call) ? "message" : null;
    if (kind === null) return general;
    return general.replace(/"(id|last|messageId)":"(\d+)"/g, (whole, key: string, id: string) =>
      Number(id) <= this.#newest[`${kind}s`] ? whole : `"${key}":"${this.#standIn(`${kind} ${id}`, kind)}"`,
    );
  }

  /** Replaces an object that an earlier reply contained by its number: a post is in many replies. */
  #folded(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#folded(one));
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#folded(one)]));
    const text = canonical(parts);
    const known = this.#objects.get(text);
    if (known !== undefined) return `= ${known}`;
    if (text.length > 40) this.#objects.set(text, this.#objects.size + 1);
    return parts;
  }

  #standIn(id: string, kind: string): string {
    const known = this.#made.get(id) ?? `${kind} ${this.#made.size + 1}`;
    this.#made.set(id, known);
    return known;
  }
}

/** Makes every call, several as several members. @returns the replies */
async function rehearse(): Promise<string> {
  const rehearsal = new Rehearsal();
  const readers: Name[] = ["ada", "bo", "jo", "kim", "dan"];
  for (const shot of readers.flatMap(readsOf)) await rehearsal.make(shot);
  for (const write of writes) {
    await rehearsal.make(typeof write === "function" ? write(rehearsal.replies, file) : write);
  }
  for (const shot of [...readsOf("ada"), ...readsOf("bo")]) await rehearsal.make(shot);
  for (const write of accountWrites) {
    await rehearsal.make(typeof write === "function" ? write(rehearsal.replies, file) : write);
  }
  for (const shot of readsOf("ada")) await rehearsal.make(shot);
  return `${rehearsal.lines.join("\n")}\n`;
}

const RECORDED = "./rehearsal/replies.txt";

test("a filled database of the schema before keys replies as before, once the code after runs on it", async () => {
  await fillBefore();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => !isContract(name)),
  );
  await expect(await rehearse()).toMatchFileSnapshot(RECORDED);
});

test("and once the tables before are dropped", async () => {
  await fillBefore();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => !isContract(name)),
  );
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await expect(await rehearse()).toMatchFileSnapshot(RECORDED);
});
