import { msg } from "@lingui/core/runtime-macro";
import { PASSKEY_NAME_MAX } from "./account-limits";
import { signupForm, signupInput } from "./accounts";
import { jsonText } from "./json-text";
import { ruleText } from "./messages";
import { cleanLine, visibleLength } from "./visible-text";
import { z } from "./zod";

/** The JSON forms of WebAuthn level 3 (5.1.8 and 5.1.9), as browsers send and receive them. Bytes are in base64url. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);

const credential = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
});

/** A browser's response to a request for a new passkey. */
export const attestation = credential.extend({
  response: z.object({
    clientDataJSON: bytes(5000),
    authenticatorData: bytes(5000),
    /** Of `getPublicKey()`: a SubjectPublicKeyInfo. */
    publicKey: bytes(5000),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type Attestation = z.output<typeof attestation>;

/** A browser's response to a challenge: signed by a passkey. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: bytes(5000),
    authenticatorData: bytes(5000),
    signature: bytes(5000),
    userHandle: bytes(100).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
});
export type Assertion = z.output<typeof assertion>;

const name = z
  .string({ error: ruleText(msg`Please name this passkey`) })
  .overwrite(cleanLine)
  .trim()
  .max(PASSKEY_NAME_MAX, {
    error: ruleText(msg`A name must not be longer than ${{ max: PASSKEY_NAME_MAX }} characters`),
  })
  .refine((text) => visibleLength(text) > 0, { error: ruleText(msg`Please name this passkey`) });

export const passkeyName = z.object({ name });
export type PasskeyName = z.infer<typeof passkeyName>;

export const passkeyInput = z.object({ name, passkey: attestation });
export type PasskeyInput = z.infer<typeof passkeyInput>;

export const passkeyLogin = z.object({ passkey: assertion, rememberMe: z.boolean().default(false) });
export type PasskeyLogin = z.infer<typeof passkeyLogin>;

/** The form of a sign-up with a passkey in place of a password. `handle` is `user.id` of the passkey's request. */
export const passkeySignup = signupInput
  .omit({ password: true })
  .extend({ handle: bytes(100), passkey: attestation });
export type PasskeySignup = z.infer<typeof passkeySignup>;

const publicKey = z.literal("public-key");

/** The request for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
export const newPasskeyOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: publicKey, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type NewPasskeyOptions = z.infer<typeof newPasskeyOptions>;

/** The request for a signature by a passkey (PublicKeyCredentialRequestOptionsJSON). */
export const passkeyOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal("required"),
});
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** A passkey, for its member. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until it is used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/** A response of a browser as the text of a form field. */
const asText = jsonText("This passkey could not be used. Please try again.");

export const passkeyLoginForm = passkeyLogin.extend({ passkey: asText.pipe(assertion) });
export const passkeySignupForm = signupForm
  .omit({ password: true })
  .extend({ handle: bytes(100), passkey: asText.pipe(attestation) });
export const passkeyForm = passkeyInput.extend({ passkey: asText.pipe(attestation) });
export const passkeyProof = z.object({ passkey: asText.pipe(assertion) });
export const passkeyNameForm = passkeyName.extend({ id: bytes(1400) });
export const passkeyRemoval = z.object({ id: bytes(1400) });
