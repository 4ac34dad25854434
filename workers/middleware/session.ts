import { createMiddleware } from "hono/factory";
import { findSession } from "~/domain/accounts/find-session";
import type { Viewer } from "~/domain/context";
import { readSessionToken } from "~/platform/cookies";
import type { AppEnv, Edge } from "../context";

/** The member whose session cookie came along: one statement, none when there is no cookie. */
export async function viewerOf(request: Request, edge: Edge): Promise<Viewer | null> {
  const token = readSessionToken(request, edge.secure);
  return token ? findSession(edge.ctx, token) : null;
}

/** Tells the request's context who the viewer is. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const edge = c.get("edge");
  edge.ctx = { ...edge.ctx, viewer: await viewerOf(c.req.raw, edge) };
  await next();
});
