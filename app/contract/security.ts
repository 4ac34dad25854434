import { msg } from "@lingui/core/runtime-macro";
import { PASSWORD_MAX, TOTP_DIGITS } from "./account-limits";
import { ruleText } from "./messages";
import { assertion, passkeyView } from "./passkeys";
import { CURRENT_PASSWORD_MISSING, WRONG_CODE } from "./texts";
import { z } from "./zod";

const CODE_MISSING = ruleText(msg`Please enter your code`);

/** Six digits of an authenticator app, or a recovery code. Spaces and hyphens are for the eye only. */
const code = z
  .string({ error: CODE_MISSING })
  .overwrite((typed) => typed.replace(/[\s-]/g, "").toUpperCase())
  .min(1, { error: CODE_MISSING, abort: true })
  .regex(/^[A-Z0-9]{6,32}$/, { error: ruleText(WRONG_CODE) });

export const codeInput = z.object({ code });
export type CodeInput = z.infer<typeof codeInput>;

/** Returns whether a code is one of an authenticator app; others are recovery codes. */
export function isAppCode(text: string): boolean {
  return text.length === TOTP_DIGITS && /^\d+$/.test(text);
}

/** The form of a proof without a passkey. The account decides which of its fields are needed. */
export const typedProof = z.object({
  currentPassword: z
    .string()
    .max(PASSWORD_MAX, { error: ruleText(msg`Your current password is not right`) })
    .optional(),
  code: code.optional(),
});

/** The proof of a member's identity: their password, with a code if the account has a second factor, or a passkey. */
export const identityProof = typedProof
  .extend({ passkey: assertion.optional() })
  .refine((proof) => proof.currentPassword || proof.code || proof.passkey, {
    path: ["currentPassword"],
    error: ruleText(CURRENT_PASSWORD_MISSING),
  });
export type IdentityProof = z.infer<typeof identityProof>;

/** The second factor and the passkeys of a member, for that member. */
export const securityView = z.object({
  /** Whether a log-in asks for a code. */
  hasTwoFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkeyView),
});
export type SecurityView = z.infer<typeof securityView>;

/** The key for an authenticator app, in base32 and as an `otpauth:` URI. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof totpSetup>;

/** Shown once: the database stores only their hashes. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
