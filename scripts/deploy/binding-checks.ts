import { randomUUID } from "node:crypto";
import { encode } from "fast-png";
import { bindingAi } from "~/platform/ai";
import type { AiBinding } from "~/platform/ai/run-model";
import { preparePhoto } from "~/platform/media/photo";
import type { Check } from "./checks";

/** The bindings of a deployed Worker, and its entrypoint for the command line. */
export interface DeployedBindings {
  DB: D1Database;
  MEDIA: R2Bucket;
  IMAGES: ImagesBinding;
  AI: AiBinding;
  OPERATOR: Pick<Fetcher, "fetch">;
}

/** D1's limit of parameters (https://developers.cloudflare.com/d1/platform/limits). */
const PARAMETERS = 100;
const SIDE = 16;

/**
 * Returns the checks that use the bindings, as the operator's account. They leave nothing behind, and cost an Images
 * transformation and a model's short reply.
 * @param needed the names of the migrations that the code needs, for each database
 */
export function bindingChecks(
  bindings: DeployedBindings,
  needed: { binding: string; names: string[] }[],
): Check[] {
  const { DB, MEDIA, IMAGES, AI, OPERATOR } = bindings;
  return [
    ...needed.map(({ binding, names }) => ({
      check: `D1: pending migrations of ${binding}`,
      expected: "none",
      find: () => pendingOf(databaseOf(bindings, binding), names),
    })),
    {
      check: "D1: parameters of a statement",
      expected: String(PARAMETERS),
      find: async () => {
        const values = Array.from({ length: PARAMETERS }, () => 1);
        const sql = `SELECT ${values.map(() => "?").join(" + ")} AS sum`;
        return String(
          await DB.prepare(sql)
            .bind(...values)
            .first<number>("sum"),
        );
      },
    },
    {
      check: "R2: an object that was stored",
      expected: "read and deleted",
      find: () => storeAndDelete(MEDIA),
    },
    {
      check: "Images: a resized image",
      expected: `${SIDE} × ${SIDE}`,
      find: async () => {
        const large = encode({ width: 64, height: 64, channels: 3, data: new Uint8Array(64 * 64 * 3) });
        const { width, height } = await preparePhoto(IMAGES, large, SIDE);
        return `${width} × ${height}`;
      },
    },
    {
      check: "Workers AI: a harmless prompt",
      expected: "safe",
      find: async () => {
        const ai = bindingAi({ ai: AI, images: IMAGES, isLocal: false });
        return (await ai.isSafe("A red apple on a table.")) ? "safe" : "unsafe";
      },
    },
    {
      check: "hubs: the hub of nobody",
      expected: "204",
      find: async () =>
        String((await OPERATOR.fetch("https://operator/", { method: "POST", body: randomUUID() })).status),
    },
  ];
}

/** Returns a database by its binding's name: the names are those of wrangler.toml, from which bindings are opened. */
const databaseOf = (bindings: DeployedBindings, name: string) => Reflect.get(bindings, name) as D1Database;

async function pendingOf(database: D1Database, migrations: string[]): Promise<string> {
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  return migrations.filter((name) => !applied.has(name)).join(", ") || "none";
}

async function storeAndDelete(bucket: R2Bucket): Promise<string> {
  const key = `check/${randomUUID()}`;
  await bucket.put(key, key);
  const stored = await (await bucket.get(key))?.text();
  await bucket.delete(key);
  const isLeft = (await bucket.head(key)) !== null;
  return stored === key ? (isLeft ? "read, not deleted" : "read and deleted") : "not read";
}
