import { createMiddleware } from "hono/factory";
import { TURNSTILE_ORIGIN } from "~/platform/turnstile";
import type { AppEnv, Edge } from "../context";
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
  // Replies to members must not be in a shared cache.
  "Cache-Control": "private, no-store",
};

const { "Strict-Transport-Security": _, ...insecureHeaders } = workerHeaders;
const apiPolicy = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };

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

const REQUEST_ID = "X-Request-Id";
/** A value that a route has set stays, such as the policy of photos. */
const OF_ROUTES = new Set(["Content-Security-Policy", "Cache-Control"]);

/**
 * Returns the security headers of a reply. A page whose address has the token of a mailed link sends its address
 * nowhere, not even with the requests of its own files.
 */
function headersOf({ ctx, nonce, call, secure, url }: Edge, isPage: boolean): Record<string, string> {
  return {
    [REQUEST_ID]: call.request,
    ...(secure ? workerHeaders : insecureHeaders),
    ...(isPage
      ? {
          "Content-Security-Policy": pagePolicy(nonce(), url, ctx.humans !== null),
          "Content-Security-Policy-Report-Only": REPORTED_POLICY,
          "Reporting-Endpoints": `csp="${CSP_REPORTS}"`,
        }
      : apiPolicy),
    ...(url.search && url.searchParams.has("token") ? { "Referrer-Policy": "no-referrer" } : {}),
  };
}

const isHtml = (type: string | null | undefined) => type?.startsWith("text/html") ?? false;

/** Returns a reply of status 200 with its security headers: to set each of them later takes ten times as long. */
export function secureReply(
  edge: Edge,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  const isPage = isHtml(headers["Content-Type"] ?? headers["content-type"]);
  return new Response(body, { headers: { ...headersOf(edge, isPage), ...headers } });
}

/** Sets the security headers of a reply that was made without. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (headers.has(REQUEST_ID)) return;
  const isPage = isHtml(headers.get("Content-Type"));
  const hasPolicy = headers.has("Content-Security-Policy");
  for (const [name, value] of Object.entries(headersOf(c.get("edge"), isPage && !hasPolicy))) {
    if (!OF_ROUTES.has(name) || !headers.has(name)) headers.set(name, value);
  }
});
