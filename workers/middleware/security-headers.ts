import { createMiddleware } from "hono/factory";
import { TURNSTILE_ORIGIN } from "~/platform/turnstile";
import type { AppEnv } from "../context";

/**
 * Returns the content security policy of a page. Style attributes are allowed because React writes sizes and colours of
 * photos there. Scripts need to be files of this site or have the reply's nonce.
 * @param hasCheck whether the sign-up has the check for people; a visitor can come to it from any page without loading a document
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
  ].join("; ");
}

/** Sets the security headers of every reply. A policy that a route has set (photos) stays. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { ctx, nonce, requestId, secure, url } = c.get("edge");
  const { headers } = c.res;
  headers.set("X-Request-Id", requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
  if (secure) headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  if (!headers.has("Content-Security-Policy")) {
    const isPage = headers.get("Content-Type")?.startsWith("text/html");
    headers.set(
      "Content-Security-Policy",
      isPage ? pagePolicy(nonce(), url, ctx.humans !== null) : "default-src 'none'; frame-ancestors 'none'",
    );
  }
  // Replies to members must not be in a shared cache.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
});
