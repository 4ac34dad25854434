import { Secret, TOTP } from "otpauth";
import { TOTP_DIGITS } from "~/contract/account-limits";

/** Seconds of a time step (RFC 6238, 5.2). */
const PERIOD = 30;
/** Steps before and after the current one that are accepted, for clocks that differ and codes typed slowly. */
const DRIFT = 1;
/** As long as the output of SHA-1, the hash that every authenticator app supports (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** Returns a new key in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the `otpauth:` URI of a key for the QR code. @param label the email address @param issuer the site name */
export function totpUri(secret: string, label: string, issuer: string): string {
  return generatorOf(secret, label, issuer).toString();
}

/** Returns the time step of a code, counted since 1970; null when no accepted step has this code. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = generatorOf(secret).validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

function generatorOf(secret: string, label = "", issuer = ""): TOTP {
  const key = Secret.fromBase32(secret);
  return new TOTP({ issuer, label, secret: key, digits: TOTP_DIGITS, period: PERIOD });
}
