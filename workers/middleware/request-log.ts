import { hash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import { storeErrors } from "~/domain/dashboard/count-errors";
import { elapsedMs } from "~/platform/elapsed";
import { type AppContext, type AppEnv, openEdge } from "../context";
import { sharedDb } from "../hub/shared-db";

/** The paths, with their methods, that are patterns themselves: as many as there are routes. */
const withoutParameters = new Set<string>();

/**
 * Returns the pattern of a request's route, such as `/post/:id`; `*` for an unknown path. Never a part of the path
 * itself: it can have words, names and ids of members, and secrets of links.
 */
function routeOf(c: AppContext): string {
  const { pathname } = c.get("edge").url;
  const address = `${c.req.method} ${pathname}`;
  if (withoutParameters.has(address)) return pathname;
  const patterns = matchedRoutes(c).map(({ path }) => path);
  // Middleware matches too, and `/api/posts/:id` beside `/api/posts/saved`.
  const named = patterns
    .filter((pattern) => !pattern.includes("*"))
    .sort((a, b) => paramsOf(a) - paramsOf(b));
  const folders = patterns.filter((pattern) => pattern.endsWith("/*") && pattern !== "/*");
  const pattern = (named[0] ?? folders[0] ?? "*").replace(/\{.*?\}(?=\/|$)/g, "");
  if (pattern === pathname) withoutParameters.add(address);
  const isData = pattern.includes(":") && pathname.endsWith(".data");
  return isData && !pattern.endsWith(".data") ? `${pattern}.data` : pattern;
}

const paramsOf = (pattern: string) => pattern.split(":").length;

/** Returns 12 hex digits of the SHA-256 of a member's id: it links a member's lines without naming them. */
function memberHash(id: string): string {
  return hash("sha256", id).slice(0, 12);
}

/** Builds the state of the request, and logs one line of JSON after the reply. Then stores the counted errors. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const at = new Date().toISOString();
  const started = elapsedMs();
  const edge = openEdge(c.req.raw, c.env, c.executionCtx);
  c.set("edge", edge);
  edge.call.route = routeOf(c);
  await next();
  const { viewer } = c.get("edge").ctx;
  console.log(
    JSON.stringify({
      at,
      ...edge.call,
      status: c.res.status,
      ms: elapsedMs() - started,
      ...edge.cost,
      member: viewer ? memberHash(viewer.id) : null,
    }),
  );
  c.executionCtx.waitUntil(storeErrors(sharedDb(c.env.DB)));
});

/**
 * Fixes the database cost of the reply for the log line. Deferred work queries the database too, before or after the
 * line is written, and must not be counted.
 */
export const costOfReply = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const edge = c.get("edge");
  edge.cost = { ...edge.cost };
});
