import { backOff } from "~/contract/back-off";
import { sleep } from "~/contract/time";
import { CommandError } from "../command";
import { hashOf } from "./hash";
import { type S3Keys, signedHeaders } from "./s3-signature";
import type { Store } from "./store";

/** Attempts of a request, over about 15 seconds. */
const ATTEMPTS = 7;
const DELAYS = { firstMs: 250, longestMs: 8000 };

const TAKEN = 412;

/**
 * Returns a store in a bucket with the interface of S3, such as one of R2 in another account. `create` needs its conditional writes
 * (`If-None-Match`).
 * @param address `https://host/bucket`, or with a folder of the bucket behind
 */
export function s3Store(address: string, keys: S3Keys): Store {
  const base = new URL(address);
  const [, bucket = "", ...folder] = base.pathname.split("/").filter((part, at) => at === 0 || part);
  const root = folder.map((part) => `${part}/`).join("");

  /** @param expected statuses of refusals that the caller reads */
  async function ask(
    method: string,
    pathname: string,
    { query = {}, headers = {}, body = "", expected = [] }: Ask = {},
  ): Promise<Response> {
    const url = new URL(`/${bucket}${pathname}`, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const bodyHash = await hashOf(new Blob([body]));
    for (let failures = 0; ; failures++) {
      const signed = signedHeaders({ method, url, headers, bodyHash }, keys, new Date());
      const reply = await fetch(url, {
        method,
        headers: signed,
        ...(method === "PUT" ? { body } : {}),
      }).catch((error: unknown) => new Response(String(error), { status: 599 }));
      if (reply.ok || expected.includes(reply.status)) return reply;
      const text = await reply.text();
      if ((reply.status < 500 && reply.status !== 429) || failures + 1 === ATTEMPTS)
        throw new CommandError(
          `${method} ${url.origin}${url.pathname} returned ${reply.status}: ${text.slice(0, 300)}`,
        );
      await sleep(backOff(failures, DELAYS));
    }
  }

  const pathOf = (name: string) => `/${root}${name}`;
  return {
    async get(name) {
      const reply = await ask("GET", pathOf(name), { expected: [404] });
      return reply.status === 404 ? null : reply;
    },
    async put(name, body) {
      await ask("PUT", pathOf(name), { body });
    },
    async create(name, body) {
      const reply = await ask("PUT", pathOf(name), {
        body,
        headers: { "if-none-match": "*" },
        expected: [TAKEN],
      });
      return reply.status !== TAKEN;
    },
    async list(prefix) {
      const found = new Map<string, number>();
      let next: string | undefined;
      do {
        const after: Record<string, string> = next === undefined ? {} : { "continuation-token": next };
        const reply = await ask("GET", "", { query: { "list-type": "2", prefix: root + prefix, ...after } });
        const xml = await reply.text();
        for (const [, entry = ""] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs))
          found.set((elementOf(entry, "Key") ?? "").slice(root.length), Number(elementOf(entry, "Size")));
        next = elementOf(xml, "NextContinuationToken");
      } while (next !== undefined);
      return found;
    },
    async remove(name) {
      await ask("DELETE", pathOf(name), { expected: [404] });
    },
  };
}

interface Ask {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Blob | string;
  expected?: number[];
}

/** Returns the text of an element. The names in a store need no entities, and tokens only this one. */
const elementOf = (xml: string, element: string) =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&");
