import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { type AppEnv, openEdge } from "../context";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A path with what names someone or something taken out, so that log lines can be counted by route. */
export function routeOf(pathname: string): string {
  return pathname
    .replace(ID, ":id")
    .replace(/^(\/(?:api\/users\/)?profile\/)[^/]+/, "$1:username")
    .slice(0, 120);
}

/** The first 12 hex digits of the SHA-256 of a member's id: lines of one member can be matched, the member not named. */
function memberHash(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 12);
}

/** Opens the request's context, and writes one line of JSON when it has been answered. */
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
 * Put right around what answers: the line tells what the reply cost. Work behind it asks the database too, sooner or later
 * than the line is written, and would be in some lines and not in others.
 */
export const costOfReply = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const edge = c.get("edge");
  edge.cost = { ...edge.cost };
});
