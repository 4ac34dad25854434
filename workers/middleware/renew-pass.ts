import { createMiddleware } from "hono/factory";
import { endedSessionCookie } from "~/platform/cookies";
import type { AppEnv } from "../context";
import { issuePass, passCookie, passNeedsRenewal, readPass } from "./media-pass";

/**
 * Sets a new media pass for a signed-in member when the old one is missing or past half of its lifetime. A reply that
 * deletes the session's cookie deletes the pass too, and the browser's cache: the photos and pages in it were the
 * member's.
 */
export const renewPass = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, cookies, secure, cachedReply } = c.get("edge");
  // A reply from the hub ends no session.
  if (!cachedReply && c.res.headers.getSetCookie().includes(endedSessionCookie(secure))) {
    c.res.headers.append("Set-Cookie", passCookie("", secure, 0));
    c.res.headers.set("Clear-Site-Data", '"cache"');
    return;
  }
  if (!ctx.viewer) return;
  const { sessionId } = ctx.viewer;
  const now = ctx.now();
  const pass = readPass(cookies, secure);
  if (!passNeedsRenewal(c.env.MEDIA_PASS_KEY, pass, sessionId, now)) return;
  const fresh = issuePass(c.env.MEDIA_PASS_KEY, sessionId, now);
  c.res.headers.append("Set-Cookie", passCookie(fresh, secure));
});
