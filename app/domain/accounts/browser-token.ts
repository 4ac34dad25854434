import { createHmac } from "node:crypto";
import type { Browser } from "~/platform/cookies";

/** 128 bits in base64url. */
const LENGTH = 22;

/**
 * Returns the token that a member's log-in leaves in a browser, by which later log-ins there are recognised. Its key is
 * the password's stored hash: nobody else can make it, and a changed password makes every browser new.
 */
export function browserToken(memberId: string, passwordHash: string): string {
  return createHmac("sha256", passwordHash)
    .update(`browser of ${memberId}`)
    .digest("base64url")
    .slice(0, LENGTH);
}

/** Returns whether a member has logged in with this browser since the password was last changed. */
export const isKnownBrowser = (
  { browserTokens }: Browser,
  { id, password }: { id: string; password: string },
): boolean => browserTokens.includes(browserToken(id, password));
