import { createMiddleware } from "hono/factory";
import { AppError } from "~/contract/errors";
import type { AppEnv } from "../context";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request comes from a page of this site. Browsers send `Sec-Fetch-Site` and `Origin` with every write and
 * pages cannot forge them; a client that sends neither is no browser and carries nobody's cookies by accident.
 */
export function isOwnOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "same-origin" || site === "none") return true;
  const origin = request.headers.get("Origin");
  if (origin !== null) return origin === new URL(request.url).origin;
  return site === null;
}

/** Refuses every write that another site's page sends with our member's cookies. */
export const originCheck = createMiddleware<AppEnv>(async (c, next) => {
  if (!READS.has(c.req.method) && !isOwnOrigin(c.req.raw)) {
    throw new AppError("forbidden", "This request did not come from Afterglow.");
  }
  await next();
});
