import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

/** Returns the code that an authenticator app shows for a key, now or some steps of 30 seconds later. */
export function appCode(secret: string, steps = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + steps * STEP_MS });
}
