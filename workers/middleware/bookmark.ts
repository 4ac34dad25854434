import { createMiddleware } from "hono/factory";
import { serialize } from "hono/utils/cookie";
import type { AppEnv } from "../context";
import { bookmarkCookie, isRead, readBookmark } from "../d1-session";

/**
 * Sets the bookmark cookie of writes after every write of a member, and that of reads when a member has read a later
 * state than before. A write that changed no row sets it too: it can be the retry of a write whose reply was lost.
 */
export const setBookmark = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, cookies, cost, bookmark, secure } = c.get("edge");
  const isOfRead = isRead(c.req.raw);
  if (ctx.viewer === null && (isOfRead || cost.rowsWritten === 0)) return;
  const reached = bookmark();
  if (reached === null || (isOfRead && reached <= (readBookmark(cookies, secure) ?? ""))) return;
  const flags = { httpOnly: true, sameSite: "Lax", path: "/", secure } as const;
  c.res.headers.append(
    "Set-Cookie",
    serialize(bookmarkCookie(isOfRead ? "read" : "write", secure), reached, flags),
  );
});
