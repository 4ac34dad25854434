import { languages } from "~/contract/languages";
import type { AppContext } from "./context";
import { secureReply } from "./middleware/security-headers";

/** Pages whose documents are the same for every visitor without cookies. */
const PAGES = new Set(["/", "/login", "/forgot-password", "/about", "/terms", "/privacy", "/offline"]);
/** Documents that are kept: a site has few hosts, but an attacker may name any. */
const DOCUMENTS_MAX = 2 * PAGES.size * languages.length;

/** A document with other headers is not kept. */
const PLAIN = new Set(["content-type", "set-cookie"]);

interface Document {
  headers: Record<string, string>;
  /** The text in UTF-8 with the nonce of another reply. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The places of the nonces in them. */
  nonces: number[];
}

const encoder = new TextEncoder();

/** The documents by address, of an environment and a version of the site's settings, which some contain. */
const documents = new WeakMap<Env, { version: string; known: Map<string, Document> }>();

/** Returns the documents of the site's present version. */
function documentsOf(env: Env, version: string): Map<string, Document> {
  const kept = documents.get(env);
  if (kept?.version === version) return kept.known;
  const known = new Map<string, Document>();
  documents.set(env, { version, known });
  return known;
}

/**
 * Returns a visitor's page, rendered once an isolate, with the nonce of this reply. All other pages are rendered: those
 * for a browser with cookies, which may be a member's or show a toast, and those with a query.
 */
export async function onceRendered(c: AppContext, render: () => Promise<Response>): Promise<Response> {
  const edge = c.get("edge");
  const { ctx, nonce, secure, failure, language, url } = edge;
  const { method, headers } = c.req.raw;
  const isShared = method === "GET" && PAGES.has(url.pathname) && !url.search && !headers.has("Cookie");
  if (!isShared || failure) return render();
  const known = documentsOf(c.env, ctx.site.version);
  const address = `${secure} ${language()} ${url.origin}${url.pathname}`;
  const document = known.get(address);
  if (document) return secureReply(edge, withNonce(document, nonce()), document.headers);
  const reply = await render();
  if (reply.status !== 200 || known.size >= DOCUMENTS_MAX) return reply;
  const text = await reply.text();
  // A document whose reader has left, or whose rendering failed after its first part, may lack its end.
  const isPlain = [...reply.headers.keys()].every((name) => PLAIN.has(name));
  const isWhole = !c.req.raw.signal.aborted && !edge.hasFailed;
  if (isPlain && isWhole) known.set(address, documentOf(text, nonce(), reply.headers));
  return new Response(text, { headers: reply.headers });
}

function documentOf(text: string, nonce: string, headers: Headers): Document {
  const nonces: number[] = [];
  let end = 0;
  for (const part of text.split(nonce).slice(0, -1)) {
    nonces.push(end + encoder.encode(part).length);
    end = (nonces.at(-1) ?? 0) + nonce.length;
  }
  return { headers: Object.fromEntries(headers), bytes: encoder.encode(text), nonces };
}

/** Returns the text with another nonce: they are equally long. */
function withNonce({ bytes, nonces }: Document, nonce: string): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  for (const at of nonces) encoder.encodeInto(nonce, copy.subarray(at));
  return copy;
}
