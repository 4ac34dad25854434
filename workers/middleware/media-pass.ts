import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { MINUTE_MS } from "~/contract/time";

/**
 * A media pass lets a browser fetch photos without a session look-up. It is an expiry and an HMAC-SHA-256 over it and
 * the session's id; it holds no name, and is worth nothing without the cookie of that very session, so that signing out
 * ends both. A session ended elsewhere still sees photos until its pass runs out.
 */
const PASS_MS = 15 * MINUTE_MS;
const RENEW_MS = PASS_MS / 2;

/** Signed along, so that no other HMAC made with this key could pass for one. */
const PURPOSE = "afterglow media pass 1";

const macOf = (secret: string, sessionId: string, expiry: string) =>
  createHmac("sha256", secret).update(`${PURPOSE}\n${sessionId}\n${expiry}`).digest();

/**
 * A pass for the next 15 minutes.
 * @param secret env.MEDIA_PASS_KEY
 * @param sessionId the id of the session's row, not its token
 * @returns the cookie's value
 */
export function issuePass(secret: string, sessionId: string, now: Date): string {
  const expiry = String(now.getTime() + PASS_MS);
  return `${expiry}.${macOf(secret, sessionId, expiry).toString("base64url")}`;
}

/** When a pass of this session's runs out, in milliseconds since 1970; null for one that is not ours. Constant in time. */
function expiryOf(secret: string, pass: string, sessionId: string): number | null {
  const [expiry, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(pass)?.slice(1) ?? [];
  if (!expiry || !mac) return null;
  const isOurs = timingSafeEqual(Buffer.from(mac, "base64url"), macOf(secret, sessionId, expiry));
  return isOurs ? Number(expiry) : null;
}

/** Whether a pass was issued by us, for this session, and has not run out. */
export function verifyPass(secret: string, pass: string, sessionId: string, now: Date): boolean {
  const expiry = expiryOf(secret, pass, sessionId);
  return expiry !== null && expiry > now.getTime();
}

/**
 * Whether a signed-in reply should bring a new pass: there is none, it is not this session's, or half of it is used up.
 * Only for replies that looked the session up; a pass must never renew itself.
 */
export function passNeedsRenewal(secret: string, pass: string | null, sessionId: string, now: Date): boolean {
  const expiry = pass === null ? null : expiryOf(secret, pass, sessionId);
  return expiry === null || expiry - now.getTime() < RENEW_MS;
}

const cookieName = (secure: boolean) => (secure ? "__Host-afterglow-media" : "afterglow-media");

/** The pass that came with a request, unchecked, or null. */
export function readPass(request: Request, secure: boolean): string | null {
  const name = cookieName(secure);
  return parse(request.headers.get("Cookie") ?? "", name)[name] ?? null;
}

/** The `Set-Cookie` value that carries a pass; the browser drops it when it has run out. */
export function passCookie(pass: string, secure: boolean): string {
  const maxAge = PASS_MS / 1000;
  return serialize(cookieName(secure), pass, { httpOnly: true, sameSite: "Lax", path: "/", secure, maxAge });
}
