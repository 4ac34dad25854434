import { createMiddleware } from "hono/factory";
import { type PageRequest, pageLimit } from "~/db/cursor";
import { findSession } from "~/domain/accounts/find-session";
import type { Viewer } from "~/domain/context";
import { findSessionAndFeed } from "~/domain/posts/find-session-and-feed";
import { readSessionToken } from "~/platform/cookies";
import type { AppEnv, Edge } from "../context";

/** The member whose session cookie came along: one statement, none when there is no cookie. */
export async function viewerOf(request: Request, edge: Edge): Promise<Viewer | null> {
  const token = readSessionToken(request, edge.secure);
  return token ? findSession(edge.ctx, token) : null;
}

/** Tells the request's context who the viewer is; for the feed, with the feed itself in the same trip. */
export const session = createMiddleware<AppEnv>(async (c, next) => {
  const edge = c.get("edge");
  try {
    const token = readSessionToken(c.req.raw, edge.secure);
    const page = c.req.method === "GET" ? feedPageOf(edge.url) : null;
    if (token && page) edge.ctx = { ...edge.ctx, ...(await findSessionAndFeed(edge.ctx, token, page)) };
    else edge.ctx = { ...edge.ctx, viewer: await viewerOf(c.req.raw, edge) };
  } catch (error) {
    if (!isDocument(c.req.raw, edge.url)) throw error;
    edge.failure = error;
  }
  await next();
});

/** What a browser shows by itself: a person gets a page there, whatever has failed. */
function isDocument({ method, headers }: Request, { pathname }: URL): boolean {
  const isText = headers.get("Accept")?.includes("text/html") ?? false;
  return method === "GET" && isText && !pathname.startsWith("/api/");
}

/** The page of the feed that is at an address; null for every other address. */
function feedPageOf({ pathname, searchParams }: URL): PageRequest | null {
  const cursor = searchParams.get("cursor");
  if (pathname === "/api/feed") return { cursor, limit: pageLimit(searchParams.get("limit")) };
  const wanted = searchParams.get("_routes")?.split(",") ?? ["routes/feed"];
  const isPage = pathname === "/feed" || (pathname === "/feed.data" && wanted.includes("routes/feed"));
  return isPage ? { cursor, limit: pageLimit(null) } : null;
}
