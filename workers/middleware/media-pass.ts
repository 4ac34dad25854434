import { createHmac, timingSafeEqual } from "node:crypto";
import { serialize } from "hono/utils/cookie";
import { MINUTE_MS } from "~/contract/time";
import type { Cookies } from "~/platform/cookies";

/**
 * A media pass lets a browser fetch photos without a session look-up. It is an expiry and an HMAC-SHA-256 of the expiry
 * and the session's id, and only valid with the cookie of that session, so that logging out ends both. A session that
 * was ended from another device can load photos until its pass expires.
 */
const PASS_MS = 15 * MINUTE_MS;
const RENEW_MS = PASS_MS / 2;

/** Part of the signed text, so that an HMAC for another purpose with the same key is not a valid pass. */
const PURPOSE = "afterglow media pass 1";

const macOf = (secret: string, sessionId: string, expiry: string) =>
  createHmac("sha256", secret).update(`${PURPOSE}\n${sessionId}\n${expiry}`).digest();

/**
 * Returns a pass that is valid for 15 minutes.
 * @param secret env.MEDIA_PASS_KEY
 * @param sessionId the id of the session's row, not its token
 */
export function issuePass(secret: string, sessionId: string, now: Date): string {
  const expiry = String(now.getTime() + PASS_MS);
  return `${expiry}.${macOf(secret, sessionId, expiry).toString("base64url")}`;
}

/** Passes that this isolate has found valid, with their keys and sessions: each comes with many requests. */
const valid = new Set<string>();
const VALID_MAX = 10_000;

/** Returns a pass's expiry in milliseconds since 1970; null for an invalid one. Compares in constant time. */
function expiryOf(secret: string, pass: string, sessionId: string): number | null {
  const [expiry, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(pass)?.slice(1) ?? [];
  if (!expiry || !mac) return null;
  const known = `${secret} ${sessionId} ${pass}`;
  if (valid.has(known)) return Number(expiry);
  if (!timingSafeEqual(Buffer.from(mac, "base64url"), macOf(secret, sessionId, expiry))) return null;
  if (valid.size >= VALID_MAX) valid.clear();
  valid.add(known);
  return Number(expiry);
}

/** Returns whether a pass is valid for a session. */
export function verifyPass(secret: string, pass: string, sessionId: string, now: Date): boolean {
  const expiry = expiryOf(secret, pass, sessionId);
  return expiry !== null && expiry > now.getTime();
}

/**
 * Returns whether a reply should carry a new pass: the old one is missing, invalid, or past half of its lifetime. Only
 * for requests that looked the session up: a pass must not renew itself.
 */
export function passNeedsRenewal(secret: string, pass: string | null, sessionId: string, now: Date): boolean {
  const expiry = pass === null ? null : expiryOf(secret, pass, sessionId);
  return expiry === null || expiry - now.getTime() < RENEW_MS;
}

const cookieName = (secure: boolean) => (secure ? "__Host-afterglow-media" : "afterglow-media");

/** Returns the pass of a request, not verified, or null. */
export function readPass(cookies: Cookies, secure: boolean): string | null {
  return cookies[cookieName(secure)] ?? null;
}

/** Returns the `Set-Cookie` value of a pass, which expires with it. @param maxAge seconds; 0 deletes the cookie */
export function passCookie(pass: string, secure: boolean, maxAge = PASS_MS / 1000): string {
  return serialize(cookieName(secure), pass, { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge });
}
