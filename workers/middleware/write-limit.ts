import { createMiddleware } from "hono/factory";
import { AppError } from "~/contract/errors";
import { TOO_FAST } from "~/contract/texts";
import type { AppEnv } from "../context";
import { isRead } from "../d1-session";

/** Limits a member's writes by calls and forms together. Visitors' writes have limits of their own. */
export const writeLimit = createMiddleware<AppEnv>(async (c, next) => {
  const { ctx } = c.get("edge");
  if (ctx.viewer && !isRead(c.req.raw) && !(await ctx.limits.take("write", ctx.viewer.id))) {
    throw new AppError("rate_limited", TOO_FAST);
  }
  await next();
});
