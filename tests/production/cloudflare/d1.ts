import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { Account } from "./account";
import { Database } from "./database";
import { Refusal, reply } from "./reply";

const NAME_TAKEN = 7502;
const NOT_FOUND = 7404;

const importStep = z.discriminatedUnion("action", [
  z.object({ action: z.literal("init"), etag: z.string() }),
  z.object({ action: z.literal("ingest"), etag: z.string(), filename: z.string() }),
  z.object({ action: z.literal("poll"), current_bookmark: z.string() }),
]);

const exportStep = z.object({
  output_format: z.literal("polling"),
  current_bookmark: z.string().optional(),
  dump_options: z.object({ no_schema: z.literal(false), no_data: z.literal(false) }),
});

const view = (database: Database) => ({
  uuid: database.id,
  name: database.name,
  created_at: database.createdAt,
  version: "production",
  jurisdiction: database.jurisdiction,
  num_tables: database.names("table").length,
  file_size: 4096,
  running_in_region: "WEUR",
  read_replication: { mode: "disabled" },
});

const meta = { duration: 0.1, rows_read: 0, rows_written: 0, size_after: 4096, changes: 0 };

/** Returns the routes of D1. @param origin of this server, for the address to which an import is uploaded */
export function d1Routes({ databases }: Account, origin: () => string) {
  const find = (idOrName: string) => {
    const found = databases.find(({ id, name }) => id === idOrName || name === idOrName);
    if (!found) throw new Refusal(404, NOT_FOUND, `The database ${idOrName} could not be found`);
    return found;
  };

  return (
    new Hono()
      .post("/accounts/:account/d1/database", async (c) => {
        const { name, jurisdiction } = z
          .object({ name: z.string(), jurisdiction: z.string().optional() })
          .parse(await c.req.json());
        if (databases.some((one) => one.name === name))
          throw new Refusal(409, NAME_TAKEN, `Database with name '${name}' already exists`);
        const made = new Database(name, jurisdiction ?? null);
        databases.push(made);
        return reply(c, view(made));
      })
      .get("/accounts/:account/d1/database", (c) => {
        // One page has them all.
        const page = c.req.query("page") ?? "1";
        return reply(c, page === "1" ? databases.map(view) : []);
      })
      .get("/accounts/:account/d1/database/:database", (c) => reply(c, view(find(c.req.param("database")))))
      .post("/accounts/:account/d1/database/:database/query", async (c) => {
        const { sql } = z.object({ sql: z.string() }).parse(await c.req.json());
        const results = find(c.req.param("database")).query(sql);
        return reply(
          c,
          results.map((rows) => ({ results: rows, success: true, meta })),
        );
      })
      .post("/accounts/:account/d1/database/:database/import", async (c) => {
        const database = find(c.req.param("database"));
        return reply(c, importReply(database, importStep.parse(await c.req.json()), origin()));
      })
      .post("/accounts/:account/d1/database/:database/export", async (c) => {
        const database = find(c.req.param("database"));
        return reply(c, exportReply(database, exportStep.parse(await c.req.json()), origin()));
      })
      // The address is signed, so a download has no token.
      .get("/exports/:database/:bookmark", (c) => {
        const text = find(c.req.param("database")).exports.get(c.req.param("bookmark"));
        if (text === undefined) throw new Refusal(404, NOT_FOUND, "There is no such export");
        return c.text(text);
      })
      .put("/uploads/:database/:file", async (c) => {
        const { uploads } = find(c.req.param("database"));
        const file = c.req.param("file");
        if (!uploads.has(file)) throw new Refusal(404, NOT_FOUND, `Nothing expects ${file}`);
        const text = await c.req.text();
        uploads.set(file, text);
        return c.body(null, 200, { ETag: `"${createHash("md5").update(text).digest("hex")}"` });
      })
  );
}

/** Takes one step of an import: a client requests an upload address, has the file ingested, and polls until the end. */
function importReply(database: Database, step: z.infer<typeof importStep>, origin: string) {
  if (step.action === "init") {
    const filename = `${database.id}.${step.etag}.sql`;
    database.uploads.set(filename, null);
    return { success: true, filename, upload_url: `${origin}/uploads/${database.id}/${filename}` };
  }
  if (step.action === "ingest") {
    const text = database.uploads.get(step.filename);
    if (text === undefined || text === null)
      throw new Refusal(400, 7400, `${step.filename} was not uploaded`);
    database.uploads.delete(step.filename);
    return {
      success: true,
      type: "import",
      status: "active",
      at_bookmark: database.import(text),
      messages: [],
    };
  }
  const problem = database.imports.get(step.current_bookmark);
  if (problem === undefined) throw new Refusal(404, NOT_FOUND, "No import has this bookmark");
  const done = { type: "import", at_bookmark: step.current_bookmark, messages: [] };
  if (problem) return { ...done, success: false, status: "error", error: problem };
  const result = { num_queries: 1, final_bookmark: step.current_bookmark, meta };
  return { ...done, success: true, status: "complete", result };
}

/**
 * Takes one step of an export: a client begins it, and polls until it gets the address of the file
 * (developers.cloudflare.com/api/resources/d1/subresources/database/methods/export).
 */
function exportReply(
  database: Database,
  { current_bookmark: bookmark }: z.infer<typeof exportStep>,
  origin: string,
) {
  const state = { success: true, type: "export", messages: [] };
  if (bookmark === undefined) {
    const begun = randomUUID();
    database.exports.set(begun, database.export());
    return { ...state, status: "active", at_bookmark: begun };
  }
  if (!database.exports.has(bookmark)) throw new Refusal(404, NOT_FOUND, "No export has this bookmark");
  const result = { filename: `${bookmark}.sql`, signed_url: `${origin}/exports/${database.id}/${bookmark}` };
  return { ...state, status: "complete", at_bookmark: bookmark, result };
}
