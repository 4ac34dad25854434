import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";
import { issuePass, passCookie, passNeedsRenewal, readPass } from "./media-pass";

/** Gives a signed-in browser a new media pass when it has none or half of it is used up. */
export const renewPass = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, secure } = c.get("edge");
  if (!ctx.viewer) return;
  const { sessionId } = ctx.viewer;
  const now = ctx.now();
  const pass = readPass(c.req.raw, secure);
  if (!passNeedsRenewal(c.env.MEDIA_PASS_KEY, pass, sessionId, now)) return;
  const fresh = issuePass(c.env.MEDIA_PASS_KEY, sessionId, now);
  c.res.headers.append("Set-Cookie", passCookie(fresh, secure));
});
