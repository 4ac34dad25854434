import { createMiddleware } from "hono/factory";
import { TURNSTILE_ORIGIN } from "~/platform/turnstile";
import type { AppEnv } from "../context";
import { CSP_REPORTS } from "../csp-reports";

/**
 * The security headers of every reply over HTTPS. Static files do not pass the Worker: public/_headers has the same
 * lines for them, and a test compares both.
 */
export const sharedHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
};

/** Those of replies that the Worker makes. */
const workerHeaders = {
  ...sharedHeaders,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

/** The directives with the address for reports: Firefox knows `report-uri` alone, others prefer `report-to`. */
const reporting = `report-uri ${CSP_REPORTS}; report-to csp`;

/**
 * Returns the content security policy of a page. Style attributes are allowed because React writes sizes and colours of
 * photos there. Scripts need to be files of this site or have the reply's nonce.
 * @param hasCheck whether the sign-up has the check for people, which every page can lead to without a new document
 */
function pagePolicy(nonce: string, url: URL, hasCheck: boolean): string {
  const check = hasCheck ? ` ${TURNSTILE_ORIGIN}` : "";
  const socket = `${url.protocol === "https:" ? "wss" : "ws"}://${url.host}`;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${check}`,
    ...(hasCheck ? [`frame-src 'self'${check}`] : []),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // In older versions of Safari 'self' does not include the socket.
    `connect-src 'self' ${socket}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    reporting,
  ].join("; ");
}

/** Violations of this policy are reported and allowed, until the reports show that no page needs what it forbids. */
const REPORTED_POLICY = `require-trusted-types-for 'script'; ${reporting}`;

/**
 * Sets the security headers of every reply. A policy that a route has set (photos) stays. A page whose address has the
 * token of a mailed link sends its address nowhere, not even with the requests of its own files.
 */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, nonce, call, secure, url } = c.get("edge");
  const { headers } = c.res;
  headers.set("X-Request-Id", call.request);
  for (const [name, value] of Object.entries(workerHeaders)) headers.set(name, value);
  if (!secure) headers.delete("Strict-Transport-Security");
  if (url.searchParams.has("token")) headers.set("Referrer-Policy", "no-referrer");
  if (!headers.has("Content-Security-Policy")) {
    const isPage = headers.get("Content-Type")?.startsWith("text/html");
    headers.set(
      "Content-Security-Policy",
      isPage ? pagePolicy(nonce(), url, ctx.humans !== null) : "default-src 'none'; frame-ancestors 'none'",
    );
    if (isPage) {
      headers.set("Content-Security-Policy-Report-Only", REPORTED_POLICY);
      headers.set("Reporting-Endpoints", `csp="${CSP_REPORTS}"`);
    }
  }
  // Replies to members must not be in a shared cache.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
});
