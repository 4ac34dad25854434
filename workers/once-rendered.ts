import { languages } from "~/contract/languages";
import type { AppContext } from "./context";

/** Pages whose documents are the same for every visitor without cookies. */
const PAGES = new Set(["/", "/login", "/forgot-password", "/about", "/terms", "/privacy", "/offline"]);
/** Documents that are kept: a site has few hosts, but an attacker may name any. */
const DOCUMENTS_MAX = 2 * PAGES.size * languages.length;

interface Document {
  headers: [string, string][];
  /** The text around the nonces. */
  parts: string[];
}

/**
 * The documents by address, of an environment and a version of the site's settings. Its settings, such as the operator's name, are part
 * of some.
 */
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
 * Returns a visitor's page, rendered once an isolate, with the nonce of this reply. All other pages are rendered: those for a browser
 * with cookies, which may be a member's or show a toast, and those with a query.
 */
export async function onceRendered(c: AppContext, render: () => Promise<Response>): Promise<Response> {
  const { ctx, nonce, secure, failure, language, url } = c.get("edge");
  const { method, headers } = c.req.raw;
  const isShared = method === "GET" && PAGES.has(url.pathname) && !url.search && !headers.has("Cookie");
  if (!isShared || failure) return render();
  const known = documentsOf(c.env, ctx.site.version);
  const address = `${secure} ${language()} ${url.origin}${url.pathname}`;
  const document = known.get(address);
  if (document) return new Response(document.parts.join(nonce()), { headers: document.headers });
  const reply = await render();
  if (reply.status !== 200 || known.size >= DOCUMENTS_MAX) return reply;
  const parts = (await reply.text()).split(nonce());
  // A document whose reader has left, or whose rendering failed after its first part, may lack its end.
  const isWhole = !c.req.raw.signal.aborted && !c.get("edge").hasFailed;
  if (isWhole) known.set(address, { headers: [...reply.headers], parts });
  return new Response(parts.join(nonce()), { headers: reply.headers });
}
