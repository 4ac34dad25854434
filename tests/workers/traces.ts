import { env, runInDurableObject } from "cloudflare:test";
import { chatBindings } from "../../workers/chat-bindings";
import { hub } from "./hubs";
import { CANARY } from "./member-everywhere";

/** The ids and keys by which the stores name a member and their content. */
export interface Identity {
  /** Public ids: of the member, and of rows and files of theirs. */
  ids: string[];
  /** The keys of the member and of their posts. */
  keys: number[];
}

type Row = Record<string, unknown>;

/** Returns the tables of all databases with their rows. */
async function everyTable(): Promise<{ name: string; rows: Row[] }[]> {
  const tables: { name: string; rows: Row[] }[] = [];
  for (const database of [env.DB, ...chatBindings(env)]) {
    const { results } = await database
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'",
      )
      .all<{ name: string }>();
    const found = await database.batch<Row>(
      results.map(({ name }) => database.prepare(`SELECT * FROM ${name}`)),
    );
    tables.push(...results.map(({ name }, at) => ({ name, rows: found[at]?.results ?? [] })));
  }
  return tables;
}

/** Returns the ids and keys of a member, their posts, comments, files, collections and sessions. */
export async function identityOf(memberId: string): Promise<Identity> {
  const of = async (column: string, table: string, owner: string) => {
    const query = env.DB.prepare(`SELECT ${column} FROM ${table} WHERE ${owner}`).bind(memberId);
    return (await query.raw<[string | number]>()).map(([value]) => value);
  };
  const [byId, byKey] = ["user_id = ?", "member = (SELECT key FROM users WHERE id = ?)"];
  const ids = await Promise.all([
    of("id", "users", "id = ?"),
    ...["posts", "media", "sessions"].map((table) => of("id", table, byId)),
    ...["post_comments", "collections"].map((table) => of("id", table, byKey)),
  ]);
  const keys = await Promise.all([of("key", "users", "id = ?"), of("key", "posts", byId)]);
  return { ids: ids.flat().map(String), keys: keys.flat().map(Number) };
}

/** A place of `post_words` has the key of its post in the last 27 bits. */
const KEY_BITS = 2 ** 27;

/** Returns whether a value is about the member: it has one of the ids, a text of theirs, or a key. */
function isTrace(value: unknown, { ids, keys }: Identity): boolean {
  if (typeof value === "number") return keys.includes(value) || keys.includes(value % KEY_BITS);
  const text = Array.isArray(value) ? String.fromCharCode(...value) : String(value ?? "");
  return text.toLowerCase().includes(CANARY) || ids.some((id) => text.includes(id));
}

/** Returns every `table.column` that has a trace of the member, sorted. */
export async function tracesOf(member: Identity): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, rows } of await everyTable())
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (isTrace(value, member)) found.add(`${name}.${column}`);
  return [...found].sort();
}

/** Returns the names of stored objects that have a trace of the member. */
export async function objectsOf(member: Identity): Promise<string[]> {
  const { objects, truncated } = await env.MEDIA.list();
  if (truncated) throw new Error("The bucket has more objects than one list.");
  return objects.map(({ key }) => key).filter((key) => isTrace(key, member));
}

/** Returns the keys in the storage of members' hubs whose value, or which, have a trace of the member. */
export async function hubKeysOf(member: Identity, owners: readonly { id: string }[]): Promise<string[]> {
  const stored = await Promise.all(
    owners.map((owner) => runInDurableObject(hub(owner), (_, state) => [...state.storage.kv.list()])),
  );
  return stored
    .flat()
    .flatMap(([key, value]) => (isTrace(JSON.stringify([key, value]), member) ? [key] : []));
}
