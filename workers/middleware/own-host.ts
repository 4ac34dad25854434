import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";

/** Returns whether a host name is this machine's: a loopback name or address, or one of `names`. */
function isOwn(hostname: string, names: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return (
    /(^|\.)localhost$/.test(host) ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === "::1" ||
    names.toLowerCase().split(" ").includes(host)
  );
}

/**
 * Refuses requests to a local run under a foreign name. A local run makes the links of its mails from the request's
 * host, which its sender chooses, and a stranger's name for this machine would make their page part of the site (DNS
 * rebinding). In production the address is a setting (`AFTERGLOW_SITE`), and Cloudflare passes on its own names only.
 */
export const ownHost = createMiddleware<AppEnv>(async (c, next) => {
  const { AFTERGLOW_ENV: environment, AFTERGLOW_HOSTS: names = "" } = c.env;
  if (environment === "local" && !isOwn(new URL(c.req.url).hostname, names))
    return c.text("This server does not answer to that host name.\n", 421);
  await next();
});
