import { readFileSync } from "node:fs";
import path from "node:path";
import { unsubscribeToken } from "~/domain/mail/unsubscribe";
import { fingerprintOf } from "~/platform/fingerprint";

/** Returns the path and query of the link that ends a member's digests. */
export function unsubscribePath(memberId: string): string {
  const file = path.join(process.env.AFTERGLOW_E2E_STATE ?? "", "secrets.json");
  const { MEDIA_PASS_KEY: key } = JSON.parse(readFileSync(file, "utf8"));
  const fingerprint = (text: string) => fingerprintOf(key, text);
  return `/unsubscribe?token=${unsubscribeToken({ fingerprint }, memberId)}`;
}
