import { createMiddleware } from "hono/factory";
import { serialize } from "hono/utils/cookie";
import type { AppEnv } from "../context";
import { bookmarkCookie, isRead, readBookmark } from "../d1-session";

/**
 * Sets the bookmark cookie after every write of a member, and for a member without one. A write that changed no row sets it
 * too: it can be the retry of a write whose reply was lost.
 */
export const setBookmark = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, cost, bookmark, secure } = c.get("edge");
  const isNews = isRead(c.req.raw)
    ? ctx.viewer !== null && readBookmark(c.req.raw, secure) === null
    : ctx.viewer !== null || cost.rowsWritten > 0;
  const reached = isNews ? bookmark() : null;
  if (reached === null) return;
  const flags = { httpOnly: true, sameSite: "Lax", path: "/", secure } as const;
  c.res.headers.append("Set-Cookie", serialize(bookmarkCookie(secure), reached, flags));
});
