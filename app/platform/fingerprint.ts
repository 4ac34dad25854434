import { createHmac } from "node:crypto";

/** Part of the hashed text, so that an HMAC for another purpose with the same key is not a fingerprint. */
const PURPOSE = "afterglow fingerprint 1";

/**
 * Returns the keyed hash of a text in hex: equal texts are found by it, and nobody tries out texts without the key.
 * @param secret env.MEDIA_PASS_KEY
 */
export function fingerprintOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(`${PURPOSE}\n${text}`).digest("hex");
}
