import { parse, serialize } from "hono/utils/cookie";
import { FLASH_COOKIE, type Flash, flashValue } from "~/contract/flash";
import { SESSION_DAYS } from "~/contract/limits";

const DAY_SECONDS = 24 * 60 * 60;

/** Over https the `__Host-` prefix pins the cookie to this very host; plain http (a laptop) cannot carry it. */
function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow" : "afterglow";
}

/** The session token in a `Cookie` header, or null. */
export function readSessionToken(request: Request, secure: boolean): string | null {
  const name = sessionCookieName(secure);
  return parse(request.headers.get("Cookie") ?? "", name)[name] ?? null;
}

/** The `Set-Cookie` value that signs a browser in: for 30 days when remembered, else until the browser closes. */
export function sessionCookie(session: { token: string; remembered: boolean }, secure: boolean): string {
  return serialize(sessionCookieName(secure), session.token, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure,
    ...(session.remembered ? { maxAge: SESSION_DAYS * DAY_SECONDS } : {}),
  });
}

/** The `Set-Cookie` value that signs a browser out. */
export function endedSessionCookie(secure: boolean): string {
  return serialize(sessionCookieName(secure), "", {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    secure,
    maxAge: 0,
  });
}

/** The `Set-Cookie` value that has the page at `path` show a toast. */
export function flashCookie(flash: Flash, path: string): string {
  return serialize(FLASH_COOKIE, flashValue(flash, path), { sameSite: "Lax", path: "/", maxAge: 60 });
}

/** Whether a toast is left to be shown. */
export function hasFlash(request: Request): boolean {
  return FLASH_COOKIE in parse(request.headers.get("Cookie") ?? "", FLASH_COOKIE);
}
