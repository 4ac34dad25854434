import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDb } from "../app/db/client";
import type { MemberCtx } from "../app/domain/context";
import { nameTermsOf } from "../app/domain/search/name-terms";
import { searchMembers } from "../app/domain/search/search-members";
import { openLocalBindings } from "../scripts/local-server";

/**
 * Rows read and time taken by a search, by number of members: `npm run bench:search [members…]`. Names consist of a
 * few syllables, so that common queries have far more hits than a page.
 */
const sizes = process.argv.slice(2).map(Number);
const steps = sizes.length > 0 ? sizes : [1_000, 10_000, 100_000, 1_000_000];
const queries = ["an", "mar", "marika", "lin", "ko del", "zzzz", "x".repeat(100)];
const ROUNDS = 50;
/** D1 limits a value to 2 MB. */
const ROWS = 2000;

const syllables = [
  "ma",
  "ri",
  "ka",
  "lin",
  "del",
  "an",
  "to",
  "ben",
  "so",
  "ra",
  "vi",
  "jo",
  "ko",
  "el",
  "na",
  "mi",
];

/** Returns a name derived from the member's number. */
function word(seed: number, length: number): string {
  let text = "";
  for (let at = 0, rest = seed; at < length; at++, rest = Math.floor(rest / syllables.length) + at) {
    text += syllables[rest % syllables.length];
  }
  return text;
}

function member(number: number) {
  const first = word(number * 7919, 3);
  const last = word(number * 104_729, 3);
  return { id: `bench-${number}`, username: `${first}.${number}`, fullName: `${first} ${last}` };
}

const state = mkdtempSync(path.join(tmpdir(), "afterglow-bench-search-"));
const bindings = await openLocalBindings(state);
const d1 = bindings.db;

const addMembers = d1.prepare(
  "INSERT INTO users (id, username, password, email, full_name, created_at) SELECT value ->> 'id', value ->> 'username', '', value ->> 'id', value ->> 'fullName', '2026-01-01T00:00:00.000Z' FROM json_each(?)",
);
const addTerms = d1.prepare(
  "INSERT OR IGNORE INTO search_terms (rank, term, member) SELECT value ->> 0, value ->> 1, u.key FROM json_each(?) JOIN users u ON u.id = value ->> 2",
);

/** Inserts members `from`…`to` from one JSON parameter, hundreds in a statement. */
async function grow(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += ROWS) {
    const members = Array.from({ length: Math.min(ROWS, to - start) }, (_, at) => member(start + at));
    const terms = members.flatMap(({ id, username, fullName }) =>
      nameTermsOf(username, fullName).map(([rank, term]) => [rank, term, id]),
    );
    await d1.batch([addMembers.bind(JSON.stringify(members)), addTerms.bind(JSON.stringify(terms))]);
  }
}

const percentile = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;

const table: Record<string, string | number>[] = [];
let members = 0;
for (const size of steps) {
  await grow(members, size);
  members = size;
  for (const query of queries) {
    const { db, cost } = openDb(d1);
    // A search uses no other field of the context.
    const ctx = { db, viewer: { id: "bench-0" } } as unknown as MemberCtx;
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      found = (await searchMembers(ctx, query)).length;
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    table.push({
      members,
      query: query.length > 10 ? `${query.slice(0, 3)}… (${query.length})` : query,
      found,
      "rows read": cost.rowsRead / ROUNDS,
      "p50 ms": percentile(times, 0.5).toFixed(2),
      "p95 ms": percentile(times, 0.95).toFixed(2),
    });
  }
  const { meta } = await d1.prepare("SELECT 1").all();
  const rows = await d1.prepare("SELECT count(*) AS n FROM search_terms").first<{ n: number }>();
  console.log(
    `${members} members: ${rows?.n} rows of names, ${Math.round((meta.size_after ?? 0) / 2 ** 20)} MB in all`,
  );
}
console.table(table);

await bindings.close();
rmSync(state, { recursive: true, force: true });
