import { msg } from "@lingui/core/runtime-macro";
import { createMiddleware } from "hono/factory";
import { AppError } from "~/contract/errors";
import { nameOfSite } from "~/contract/site";
import type { AppEnv } from "../context";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns whether a request comes from a page of this site. Browsers send `Sec-Fetch-Site` and `Origin` with every
 * write, and pages cannot forge them. A client without both is no browser, and cannot be made to send cookies.
 */
export function isOwnOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin" || site === "none") return true;
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  return site === null;
}

/** Refuses writes from other sites' pages, which would carry the member's cookies (CSRF). */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (!READS.has(c.req.method) && !isOwnOrigin(c.req.raw)) {
    throw new AppError(
      "forbidden",
      msg`This request did not come from ${{ site: nameOfSite(c.get("edge").ctx.site) }}.`,
    );
  }
  await next();
});
