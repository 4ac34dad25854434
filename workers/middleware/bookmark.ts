import { createMiddleware } from "hono/factory";
import { serialize } from "hono/utils/cookie";
import type { AppEnv } from "../context";
import { bookmarkCookie, isRead, readBookmark } from "../d1-session";

/**
 * Gives the browser the bookmark of what it wrote, and a member without one their first. What a member sends a second time
 * writes nothing, and the reply to the first may be lost: whatever they ask to change brings the bookmark.
 */
export const keepBookmark = createMiddleware<AppEnv>(async (c, next) => {
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
