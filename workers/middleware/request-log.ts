import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { type AppEnv, openEdge } from "../context";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns a path with ids and usernames replaced, so that log lines can be counted by route. */
export function routeOf(pathname: string): string {
  return pathname
    .replace(ID, ":id")
    .replace(/^(\/(?:api\/users\/)?profile\/)[^/]+/, "$1:username")
    .slice(0, 120);
}

/** Returns the first 12 hex digits of the SHA-256 of a member's id: it links the lines of a member without naming them. */
function memberHash(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 12);
}

/** Builds the state of the request, and logs one line of JSON after the reply. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now();
  const edge = openEdge(c.req.raw, c.env, c.executionCtx);
  c.set("edge", edge);
  await next();
  const { viewer } = c.get("edge").ctx;
  console.log(
    JSON.stringify({
      at: new Date(started).toISOString(),
      request: edge.requestId,
      method: c.req.method,
      route: routeOf(edge.url.pathname),
      status: c.res.status,
      ms: Date.now() - started,
      ...edge.cost,
      member: viewer ? memberHash(viewer.id) : null,
    }),
  );
});

/**
 * Fixes the database cost of the reply for the log line. Deferred work queries the database too, before or after the line is
 * written, and must not be counted.
 */
export const costOfReply = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const edge = c.get("edge");
  edge.cost = { ...edge.cost };
});
