import { createMiddleware } from "hono/factory";
import { calls } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { READ_ONLY } from "~/contract/texts";
import type { AppEnv } from "../context";
import { isRead } from "../d1-session";

/** The writes that the maintenance mode leaves: logging in and out, and the choice of a language to read in. */
const LEFT: ReadonlySet<string> = new Set([
  calls.logIn.path,
  calls.logInWithCode.path,
  calls.logInWithPasskey.path,
  calls.logOut.path,
  "/login",
  "/login/code",
  "/logout",
  "/language",
]);

/**
 * Refuses writes while the site is in maintenance, except those of an admin at the desk. `formAction` refuses a page's
 * form, to keep the input.
 */
export const readOnly = createMiddleware<AppEnv>(async (c, next) => {
  const edge = c.get("edge");
  const { site, viewer } = edge.ctx;
  if (!site.isReadOnly || isRead(c.req.raw)) return next();
  const path = edge.url.pathname.replace(/\.data$/, "");
  const isDesk = viewer?.role === "admin" && /^\/moderation(\/|$)/.test(path);
  if (isDesk || LEFT.has(path)) return next();
  const refusal = new AppError("read_only", READ_ONLY);
  if (path.startsWith("/api/")) throw refusal;
  edge.refusal = refusal;
  return next();
});
