import { Secret } from "otpauth";
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from "~/contract/account-limits";
import { tokenId } from "./session-token";

/** Five bits a character. */
const BYTES = (RECOVERY_CODE_LENGTH * 5) / 8;

/**
 * Returns new recovery codes and the ids of their rows, the SHA-256 of each. A code has 120 random bits, so a fast hash
 * keeps it secret (OWASP ASVS 5.0, 6.5.2).
 */
export function newRecoveryCodes(): { codes: string[]; ids: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: BYTES }).base32);
  return { codes, ids: codes.map(tokenId) };
}
