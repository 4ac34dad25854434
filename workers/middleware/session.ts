import { createMiddleware } from "hono/factory";
import type { ViewerRead } from "~/db/viewer-query";
import { findSession } from "~/domain/accounts/find-session";
import type { Ctx } from "~/domain/context";
import { readSessionToken } from "~/platform/cookies";
import type { AppEnv, Edge } from "../context";

/**
 * Returns the member of the request's session cookie, and the rows of `reads`, in one batch. Without a cookie it
 * makes no query.
 */
export async function lookUpSession(
  request: Request,
  edge: Edge,
  reads: readonly ViewerRead<unknown>[] = [],
): Promise<Pick<Ctx, "viewer" | "preloaded">> {
  const token = readSessionToken(request, edge.secure);
  return token ? findSession(edge.ctx, token, reads) : { viewer: null };
}

/** Adds the viewer and the rows of the request's preloads to its context. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const edge = c.get("edge");
  try {
    edge.ctx = { ...edge.ctx, ...(await lookUpSession(c.req.raw, edge, edge.firstReads)) };
  } catch (error) {
    if (!isDocument(c.req.raw, edge.url)) throw error;
    edge.failure = error;
  }
  await next();
});

/** Returns whether the browser shows the reply as a page; an error must then be a page too. */
function isDocument({ method, headers }: Request, { pathname }: URL): boolean {
  const isText = headers.get("Accept")?.includes("text/html") ?? false;
  return method === "GET" && isText && !pathname.startsWith("/api/");
}
