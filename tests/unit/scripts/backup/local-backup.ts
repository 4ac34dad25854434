import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { afterAll } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { folderStore } from "../../../../scripts/backup/folder-store";
import { type Site, siteOf } from "../../../../scripts/backup/site";
import { projectRoot } from "../../../../scripts/local-state";

const databases: Site["databases"] = [
  { binding: "DB", name: "afterglow", migrations: path.join(projectRoot, "migrations") },
  { binding: "CHAT_DB_1", name: "afterglow-chat-1", migrations: path.join(projectRoot, "chat-migrations") },
];

export const user = (id: string) =>
  `INSERT INTO users (id, username, password, email, full_name, bio, created_at)
    VALUES ('${id}', '${id}', '', '${id}@x', '${id}', 'It''s;\nINSERT INTO "users" — two lines', '')`;

/** Returns the SQL of the migrations of a folder, with the table that records them. */
function schemaOf(folder: string, before: string): string {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && name < before)
    .sort();
  return [
    "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);",
    ...names.map((name) => readFileSync(path.join(folder, name), "utf8")),
    `INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(", ")};`,
  ].join("\n");
}

/** A site with a chat database beside the main one, empty or with its schema, and the means to change it. */
export interface TestSite extends Site {
  bucket: R2Bucket;
  run: (binding: string, ...statements: string[]) => Promise<void>;
}

/** The sites of a test file, each with its own databases and bucket: a runtime for each would take a second. */
const SITES = 40;
let opened = 0;
const names = (name: string) => Array.from({ length: SITES }, (_, at) => `${name}_${at}`);
const runtime = new Miniflare({
  modules: true,
  script: "export default {}",
  d1Databases: databases.flatMap(({ binding }) => names(binding)),
  r2Buckets: names("MEDIA"),
  cf: false,
});
afterAll(() => runtime.dispose());

/**
 * Opens a site of its own.
 * @param isMigrated false leaves the databases empty
 * @param before leaves out this migration and those after it
 */
export async function openTestSite(isMigrated = true, before = "~"): Promise<TestSite> {
  const at = opened++;
  const bindings = await runtime.getBindings<
    Record<string, D1Database> & Record<`MEDIA_${number}`, R2Bucket>
  >();
  const bucket = bindings[`MEDIA_${at}`] as R2Bucket;
  const ofSite = databases.map(
    ({ binding }) => [binding, bindings[`${binding}_${at}`] as D1Database] as const,
  );
  const env = { ...Object.fromEntries(ofSite), MEDIA: bucket };
  const run = async (binding: string, ...statements: string[]) => {
    const db = Object.fromEntries(ofSite)[binding] as D1Database;
    await db.batch(statements.map((statement) => db.prepare(statement)));
  };
  for (const { binding, migrations } of isMigrated ? databases : [])
    await run(binding, ...unstable_splitSqlQuery(schemaOf(migrations, before)));
  return { name: "afterglow", ...siteOf(databases, env), close: async () => {}, bucket, run };
}

const stores = mkdtempSync(path.join(tmpdir(), "afterglow-stores-"));
afterAll(() => rmSync(stores, { recursive: true }));

/** Opens a store in a folder of its own. @param from a folder whose files it has */
export function openTestStore(from?: string) {
  const folder = mkdtempSync(path.join(stores, "store-"));
  if (from) cpSync(from, folder, { recursive: true });
  return { folder, store: folderStore(folder) };
}

/** Stores photos: a text for each key. */
export async function putPhotos(bucket: R2Bucket, photos: Record<string, string>): Promise<void> {
  for (const [key, text] of Object.entries(photos))
    await bucket.put(key, text, { httpMetadata: { contentType: "image/webp" } });
}
