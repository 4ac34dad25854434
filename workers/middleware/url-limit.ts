import { msg } from "@lingui/core/runtime-macro";
import { createMiddleware } from "hono/factory";
import { AppError } from "~/contract/errors";
import { URL_MAX } from "~/contract/request-limits";
import type { AppEnv } from "../context";

/** Refuses URLs that Cloudflare would refuse, so that a route never parses a longer one, whatever runs it. */
export const urlLimit = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.length > URL_MAX) throw new AppError("too_large", msg`This address is too long.`);
  await next();
});
