import type { Context } from "hono";
import { z } from "zod";
import type { Account } from "./account";
import { Refusal } from "./reply";
import type { Upload } from "./worker";

const metadataForm = z.object({
  main_module: z.string(),
  bindings: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  compatibility_date: z.string().optional(),
  migrations: z.object({ new_tag: z.string() }).optional(),
  assets: z.object({ jwt: z.string() }).optional(),
});

const INVALID = 10021;

/** Reads the form of a Worker's upload. @throws Refusal when a binding names a resource that the account lacks */
export async function readUpload(c: Context, account: Account, sessions: AssetSessions): Promise<Upload> {
  const form = await c.req.formData();
  const metadata = metadataForm.parse(JSON.parse(String(form.get("metadata"))));
  const modules = [...form.keys()].filter((name) => name !== "metadata");
  if (!modules.includes(metadata.main_module)) throw new Refusal(400, INVALID, "The main module is missing");
  for (const { name, type, ...binding } of metadata.bindings) {
    const id = String(binding.id ?? binding.database_id ?? "");
    if (type === "d1" && !account.databases.some((one) => one.id === id))
      throw new Refusal(400, INVALID, `binding ${name} of type d1 must have a valid \`id\` specified`);
    if (type === "r2_bucket" && !account.buckets.some((bucket) => bucket.name === binding.bucket_name))
      throw new Refusal(400, INVALID, `R2 bucket '${binding.bucket_name}' not found`);
  }
  return {
    bindings: metadata.bindings,
    compatibilityDate: metadata.compatibility_date ?? null,
    migrationTag: metadata.migrations?.new_tag ?? null,
    modules,
    assets: metadata.assets ? sessions.finished(metadata.assets.jwt) : {},
    source: sourceOf(c),
  };
}

/** Returns the program that sent a request, as the API records it. */
export const sourceOf = (c: Context) =>
  /^wrangler/.test(c.req.header("User-Agent") ?? "") ? "wrangler" : "api";

/** Sessions in which static files are uploaded: the API asks for the files that the account lacks. */
export class AssetSessions {
  readonly #manifests = new Map<string, Record<string, string>>();

  constructor(private readonly stored: Account["assets"]) {}

  /** Returns a token, and the hashes of the files that are missing. */
  begin(manifest: Record<string, { hash: string }>): { jwt: string; buckets: string[][] } {
    const hashes = Object.fromEntries(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
    const jwt = tokenOf(this.#manifests.size);
    this.#manifests.set(jwt, hashes);
    const missing = new Set(Object.values(hashes).filter((hash) => !this.stored.has(hash)));
    return { jwt, buckets: missing.size > 0 ? [[...missing]] : [] };
  }

  /** Stores files. Returns the token for the upload of the Worker once the account has all files of the session. */
  async store(jwt: string, files: FormData): Promise<{ jwt: string } | null> {
    for (const [hash, file] of files)
      this.stored.set(hash, typeof file === "string" ? file.length : file.size);
    return Object.values(this.#manifest(jwt)).every((hash) => this.stored.has(hash)) ? { jwt } : null;
  }

  /** Returns the manifest of a session whose files are all stored. */
  finished(jwt: string): Record<string, string> {
    const manifest = this.#manifest(jwt);
    const missing = Object.entries(manifest).find(([, hash]) => !this.stored.has(hash));
    if (missing) throw new Refusal(400, INVALID, `The file ${missing[0]} was not uploaded`);
    return manifest;
  }

  #manifest(jwt: string): Record<string, string> {
    const manifest = this.#manifests.get(jwt);
    if (!manifest) throw new Refusal(400, INVALID, "No upload has this token");
    return manifest;
  }
}

/** Returns a token with the form that wrangler reads. */
function tokenOf(session: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ session, exp: Date.now() / 1000 + 3600 })}.x`;
}
