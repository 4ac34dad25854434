import { parse, serialize } from "hono/utils/cookie";
import { FLASH_COOKIE, type Flash, flashValue } from "~/contract/flash";
import { SESSION_DAYS } from "~/contract/limits";

const DAY_SECONDS = 24 * 60 * 60;

/** Over HTTPS the `__Host-` prefix binds the cookie to this host (RFC 6265bis, 4.1.3.2). Browsers refuse it over HTTP. */
function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow" : "afterglow";
}

/** Returns the session token of a request's cookie, or null. */
export function readSessionToken(request: Request, secure: boolean): string | null {
  const name = sessionCookieName(secure);
  return parse(request.headers.get("Cookie") ?? "", name)[name] ?? null;
}

/** Returns the `Set-Cookie` value of a session: 30 days when remembered, else until the browser closes. */
export function sessionCookie(session: { token: string; remembered: boolean }, secure: boolean): string {
  return serialize(sessionCookieName(secure), session.token, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure,
    ...(session.remembered ? { maxAge: SESSION_DAYS * DAY_SECONDS } : {}),
  });
}

/** Returns the `Set-Cookie` value that deletes the session cookie. */
export function endedSessionCookie(secure: boolean): string {
  return serialize(sessionCookieName(secure), "", {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure,
    maxAge: 0,
  });
}

/** Returns the `Set-Cookie` value that makes the page at `path` show a toast. */
export function flashCookie(flash: Flash, path: string): string {
  return serialize(FLASH_COOKIE, flashValue(flash, path), { sameSite: "Lax", path: "/", maxAge: 60 });
}

/** Returns whether a request carries a toast that was not shown yet. */
export function hasFlash(request: Request): boolean {
  return FLASH_COOKIE in parse(request.headers.get("Cookie") ?? "", FLASH_COOKIE);
}
