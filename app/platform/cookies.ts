import { parse, serialize } from "hono/utils/cookie";
import { FLASH_COOKIE, type Flash, flashValue } from "~/contract/flash";
import { SESSION_DAYS } from "~/contract/limits";

const DAY_SECONDS = 24 * 60 * 60;

/** Over HTTPS the `__Host-` prefix binds the cookie to this host (RFC 6265bis, 4.1.3.2). Browsers refuse it over HTTP. */
function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow" : "afterglow";
}

/** The session cookie of a request, `<token>.<member id>`. The cookie is the client's: both values are claims. */
export interface SessionClaim {
  token: string;
  /** Names the hub to ask; null in a cookie without a well-formed id, such as those of before the id was added. */
  memberId: string | null;
}

/** The cookies of a request, by name. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** Returns the cookies of a request. Of two with one name the first counts. */
export function readCookies(request: Request): Cookies {
  return parse(request.headers.get("Cookie") ?? "");
}

const MEMBER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the session cookie of a request, or null. */
export function readSessionCookie(cookies: Cookies, secure: boolean): SessionClaim | null {
  const value = cookies[sessionCookieName(secure)];
  if (value === undefined) return null;
  const [token = "", memberId = "", ...rest] = value.split(".");
  return { token, memberId: rest.length === 0 && MEMBER_ID.test(memberId) ? memberId : null };
}

/** Returns the value of the session cookie. */
export function sessionCookieValue({ token, memberId }: { token: string; memberId: string }): string {
  return `${token}.${memberId}`;
}

/** Returns the `Set-Cookie` value of a session: 30 days when remembered, else until the browser closes. */
export function sessionCookie(
  session: { token: string; memberId: string; remembered: boolean },
  secure: boolean,
): string {
  return serialize(sessionCookieName(secure), sessionCookieValue(session), {
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
  return FLASH_COOKIE in readCookies(request);
}
