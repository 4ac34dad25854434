import { parse, serialize } from "hono/utils/cookie";
import { LOGIN_CODE_MINUTES, PASSKEY_MINUTES, SESSION_DAYS } from "~/contract/account-limits";
import type { Flash } from "~/contract/flash";
import { FLASH_COOKIE, flashValue } from "~/contract/flash-cookie";
import { LANGUAGE_COOKIE } from "~/contract/languages";

const DAY_SECONDS = 24 * 60 * 60;

/** Members whose log-ins one browser remembers, and for how long. */
const BROWSER_TOKENS_MAX = 5;
const BROWSER_TOKEN_DAYS = 365;
const LANGUAGE_DAYS = 365;
const BROWSER_TOKENS = /^[\w-]{22}(?:\.[\w-]{22})*$/;

/** The browser of a log-in, as its request describes it. */
export interface Browser {
  userAgent: string;
  /** The tokens of members who have logged in there (app/domain/accounts/browser-token.ts), the last one first. */
  browserTokens: readonly string[];
}

/** Returns the browser of a request. */
export function browserOf(request: Request, secure: boolean): Browser {
  const browserTokens = readCookies(request)[browserCookieName(secure)] ?? "";
  return {
    userAgent: request.headers.get("User-Agent") ?? "",
    browserTokens: BROWSER_TOKENS.test(browserTokens)
      ? browserTokens.split(".").slice(0, BROWSER_TOKENS_MAX)
      : [],
  };
}

function browserCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow-browser" : "afterglow-browser";
}

/** The `__Host-` prefix binds the cookie to this host (RFC 6265bis, 4.1.3.2). Browsers refuse it over HTTP. */
function sessionCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow" : "afterglow";
}

/**
 * Returns the `Set-Cookie` value of a cookie for this host that scripts cannot read.
 * @param maxAge in seconds; without one the cookie lasts until the browser closes
 */
function hostCookie(name: string, value: string, secure: boolean, maxAge?: number): string {
  return serialize(name, value, { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge });
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
  return hostCookie(
    sessionCookieName(secure),
    sessionCookieValue(session),
    secure,
    session.remembered ? SESSION_DAYS * DAY_SECONDS : undefined,
  );
}

function pendingCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow-login" : "afterglow-login";
}

/** Returns the token of the request's log-in that waits for a code; null when none does. */
export function readPendingLogIn(request: Request, secure: boolean): string | null {
  return readCookies(request)[pendingCookieName(secure)] ?? null;
}

/** Returns the `Set-Cookie` value of a log-in that waits for a code; for an empty token the value that deletes it. */
export function pendingLogInCookie(token: string, secure: boolean): string {
  return hostCookie(pendingCookieName(secure), token, secure, token === "" ? 0 : LOGIN_CODE_MINUTES * 60);
}

function passkeyCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow-passkey" : "afterglow-passkey";
}

/** Returns the token of a browser that was given challenges for its passkeys; null when it was not lately. */
export function readPasskeyBrowser(request: Request, secure: boolean): string | null {
  return readCookies(request)[passkeyCookieName(secure)] ?? null;
}

/** Returns the `Set-Cookie` value that binds a challenge to the browser, as long as it lasts. */
export function passkeyCookie(token: string, secure: boolean): string {
  return hostCookie(passkeyCookieName(secure), token, secure, PASSKEY_MINUTES * 60);
}

function checkCookieName(secure: boolean): string {
  return secure ? "__Host-afterglow-cookies" : "afterglow-cookies";
}

/** Returns the `Set-Cookie` value by which a form finds out whether the browser takes cookies. */
export function checkCookie(secure: boolean): string {
  return hostCookie(checkCookieName(secure), "1", secure);
}

/** Returns whether the browser has sent the cookie of `checkCookie`. */
export function takesCookies(request: Request, secure: boolean): boolean {
  return checkCookieName(secure) in readCookies(request);
}

interface LogIn {
  token: string;
  memberId: string;
  remembered: boolean;
  browserTokens: readonly string[];
  language: string | null;
}

/**
 * Returns the `Set-Cookie` values of a log-in: its session, the tokens that recognise the browser later, and the
 * member's chosen language, which replaces the browser's.
 */
export function logInCookies(session: LogIn, secure: boolean): string[] {
  return [
    sessionCookie(session, secure),
    browserCookie(session.browserTokens, secure),
    ...(session.language === null ? [] : [languageCookie(session.language, secure)]),
  ];
}

/** Returns the `Set-Cookie` value of the language in which a browser gets its pages. @param language its code */
export function languageCookie(language: string, secure: boolean): string {
  return hostCookie(LANGUAGE_COOKIE, language, secure, LANGUAGE_DAYS * DAY_SECONDS);
}

/** Returns the `Set-Cookie` value of the tokens of a browser. */
export function browserCookie(browserTokens: readonly string[], secure: boolean): string {
  return hostCookie(
    browserCookieName(secure),
    browserTokens.slice(0, BROWSER_TOKENS_MAX).join("."),
    secure,
    BROWSER_TOKEN_DAYS * DAY_SECONDS,
  );
}

/** Returns the `Set-Cookie` value that deletes the session cookie. */
export function endedSessionCookie(secure: boolean): string {
  return hostCookie(sessionCookieName(secure), "", secure, 0);
}

/** Returns the `Set-Cookie` value that makes the page at `path` show a toast. */
export function flashCookie(flash: Flash, path: string): string {
  return serialize(FLASH_COOKIE, flashValue(flash, path), { sameSite: "Lax", path: "/", maxAge: 60 });
}

/** Returns whether a request carries a toast that was not shown yet. */
export function hasFlash(request: Request): boolean {
  return FLASH_COOKIE in readCookies(request);
}
