import { sharedHeaders } from "../../workers/middleware/security-headers";
import { accessHeaders } from "./access";
import type { Check } from "./checks";

const REPLY_MS = 10_000;

/** Returns the checks that request a site as a visitor does. @param site its address, as AFTERGLOW_SITE has it */
export function siteChecks(site: string): Check[] {
  const get = (path: string, from = site) =>
    fetch(new URL(path, from), {
      redirect: "manual",
      headers: accessHeaders(from),
      signal: AbortSignal.timeout(REPLY_MS),
    });
  const status = (path: string) => async () => String((await get(path)).status);
  const isSecure = site.startsWith("https:");
  // A reply without TLS must not have this one.
  const { "Strict-Transport-Security": _, ...always } = sharedHeaders;
  const expected = isSecure ? sharedHeaders : always;
  const headers = (path: string) => async () => missingIn((await get(path)).headers, expected);
  return [
    { check: "health, with the database", expected: "200", find: status("/healthz") },
    { check: "landing page", expected: "200", find: status("/") },
    { check: "log-in without a session", expected: "401", find: status("/api/auth/me") },
    { check: "security headers of a page", expected: "all", find: headers("/") },
    { check: "security headers of a static file", expected: "all", find: headers("/favicon.svg") },
    {
      check: "content security policy",
      expected: "frame-ancestors 'none'",
      find: async () =>
        /frame-ancestors [^;]*/.exec((await get("/")).headers.get("Content-Security-Policy") ?? "")?.[0] ??
        "none",
    },
    {
      check: "mailbox for vulnerabilities",
      expected: `security@${new URL(site).hostname}`,
      find: async () =>
        /^Contact: mailto:(.*)$/m.exec(await (await get("/.well-known/security.txt")).text())?.[1] ?? "none",
    },
    ...(isSecure ? [redirectCheck(site, get)] : []),
  ];
}

function redirectCheck(site: string, get: (path: string, from: string) => Promise<Response>): Check {
  const find = async () =>
    (await get("/", site.replace("https:", "http:"))).headers.get("Location") ?? "no redirect";
  return { check: "redirect of http", expected: new URL("/", site).href, find };
}

/** Returns "all", or the names of the headers that a reply lacks or has with another value. */
function missingIn(headers: Headers, expected: Record<string, string>): string {
  const missing = Object.entries(expected).filter(([name, value]) => headers.get(name) !== value);
  return missing.length > 0 ? `without ${missing.map(([name]) => name).join(", ")}` : "all";
}
