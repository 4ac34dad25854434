import { CommandError } from "../command";
import { again } from "./again";
import { hashOf } from "./hash";
import { type S3Keys, signedHeaders } from "./s3-signature";
import type { Store } from "./store";

const TAKEN = 412;

/**
 * Returns a store in an S3 bucket, e.g. R2 in another account. `create` needs conditional writes (`If-None-Match`).
 * @param address `https://host/bucket`, or with a folder of the bucket behind
 */
export function s3Store(address: string, keys: S3Keys): Store {
  const base = new URL(address);
  const [, bucket = "", ...folder] = base.pathname.split("/").filter((part, at) => at === 0 || part);
  const root = folder.map((part) => `${part}/`).join("");
  const askBucket = (method: string, options?: Ask) =>
    ask(method, new URL(`/${bucket}`, base), keys, options);
  const askFor = (method: string, name: string, options?: Ask) =>
    ask(method, new URL(`/${bucket}/${root}${name}`, base), keys, options);
  return {
    async get(name) {
      const reply = await askFor("GET", name, { expected: [404] });
      return reply.status === 404 ? null : reply;
    },
    async put(name, body) {
      await askFor("PUT", name, { body });
    },
    async create(name, body) {
      const headers = { "if-none-match": "*" };
      return (await askFor("PUT", name, { body, headers, expected: [TAKEN] })).status !== TAKEN;
    },
    async list(prefix) {
      const found = new Map<string, number>();
      let next: string | undefined;
      do {
        const after: Record<string, string> = next === undefined ? {} : { "continuation-token": next };
        const query = { "list-type": "2", prefix: root + prefix, ...after };
        const xml = await (await askBucket("GET", { query })).text();
        for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.set((elementOf(entry, "Key") ?? "").slice(root.length), Number(elementOf(entry, "Size")));
        next = elementOf(xml, "NextContinuationToken");
      } while (next !== undefined);
      return found;
    },
    async remove(name) {
      await askFor("DELETE", name, { expected: [404] });
    },
  };
}

interface Ask {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Blob | string;
  /** Statuses of refusals that the caller reads. */
  expected?: number[];
}

/** Sends a signed request, again after a fault of network or bucket. @throws CommandError when it is refused */
async function ask(
  method: string,
  url: URL,
  keys: S3Keys,
  { query = {}, headers = {}, body = "", expected = [] }: Ask = {},
): Promise<Response> {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const bodyHash = await hashOf(new Blob([body]));
  return again(async () => {
    const signed = signedHeaders({ method, url, headers, bodyHash }, keys, new Date());
    const reply = await fetch(url, { method, headers: signed, ...(method === "PUT" ? { body } : {}) });
    if (reply.ok || expected.includes(reply.status)) return reply;
    const text = (await reply.text()).slice(0, 300);
    const problem = `${method} ${url.origin}${url.pathname} returned ${reply.status}: ${text}`;
    throw reply.status >= 500 || reply.status === 429 ? new Error(problem) : new CommandError(problem);
  });
}

/** Returns the text of an element. The names in a store need no entities, and tokens only this one. */
const elementOf = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&");
