import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Assertion, Attestation } from "~/contract/passkeys";

/** A site as authenticators see it: they sign for the host, and browsers add the origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** A stored passkey. The public key is a SubjectPublicKeyInfo (RFC 5280), in base64url. */
export interface StoredKey {
  id: string;
  publicKey: string;
  counter: number;
}

/** ES256 and RS256 (COSE), of which every authenticator has one. */
export const ALGORITHMS = [-7, -257];

const RSA_BITS_MIN = 2048;

/** Flags of the authenticator data (WebAuthn level 3, 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Bytes of authenticator data: hash of the relying party's id, flags, counter; AAGUID, length of the id, id. */
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const CREDENTIAL_AT = 37;
const AAGUID_BYTES = 16;

/** Returns the relying party of the address of a site. */
export function relyingParty(site: string): RelyingParty {
  const { hostname, origin } = new URL(site);
  return { id: hostname, origin };
}

/** Returns the challenge that a browser answered; null for a response that no browser made. */
export function challengeOf({ response }: Assertion | Attestation): string | null {
  const { challenge } = clientDataOf(response.clientDataJSON);
  return typeof challenge === "string" ? challenge : null;
}

/**
 * Returns the passkey of a response to a request for a new one, which must have verified the member (WebAuthn level 3,
 * 7.1); null for an invalid one. Its public key is the browser's `getPublicKey()` (5.2.1.1): without an attestation
 * nothing signs it in either form. The caller checks the challenge.
 */
export function verifyAttestation(
  { id, response }: Attestation,
  { id: rpId, origin }: RelyingParty,
): StoredKey | null {
  const data = authenticatorData(response.authenticatorData, rpId);
  if (!isFor(response.clientDataJSON, "webauthn.create", origin)) return null;
  if (data === null || !publicKeyOf(response.publicKey) || credentialIdIn(data.bytes, data.flags) !== id)
    return null;
  return { id, publicKey: response.publicKey, counter: data.counter };
}

/**
 * Returns the new counter of a passkey that has signed a challenge and verified the member (WebAuthn level 3, 7.2);
 * null for an invalid response. A counter that has not grown shows a copied key (6.1.1). The caller checks the
 * challenge.
 */
export function verifyAssertion(
  { response }: Assertion,
  { id: rpId, origin }: RelyingParty,
  stored: Omit<StoredKey, "id">,
): number | null {
  const data = authenticatorData(response.authenticatorData, rpId);
  const key = publicKeyOf(stored.publicKey);
  if (!isFor(response.clientDataJSON, "webauthn.get", origin)) return null;
  if (data === null || key === null) return null;
  const signed = Buffer.concat([data.bytes, sha256(bytesOf(response.clientDataJSON))]);
  if (!isSignedBy(key, signed, bytesOf(response.signature))) return null;
  const hasGrown = data.counter > stored.counter || (data.counter === 0 && stored.counter === 0);
  return hasGrown ? data.counter : null;
}

const bytesOf = (base64url: string) => Buffer.from(base64url, "base64url");
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

function clientDataOf(clientDataJSON: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(bytesOf(clientDataJSON).toString()));
  } catch {
    return {};
  }
}

/** Returns whether the browser made the response for this purpose on a page of this site, outside frames of others. */
function isFor(clientDataJSON: string, purpose: string, origin: string): boolean {
  const client = clientDataOf(clientDataJSON);
  return client.type === purpose && client.origin === origin && client.crossOrigin !== true;
}

/** Parses authenticator data; null unless it is for this site and the member was present and verified. */
function authenticatorData(base64url: string, rpId: string) {
  const bytes = bytesOf(base64url);
  if (bytes.length < CREDENTIAL_AT || !bytes.subarray(0, FLAGS_AT).equals(sha256(rpId))) return null;
  const flags = bytes.readUInt8(FLAGS_AT);
  if (!(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) return null;
  return { bytes, flags, counter: bytes.readUInt32BE(COUNTER_AT) };
}

/** Returns the credential id in the data of a new passkey, in base64url; null without one. */
function credentialIdIn(bytes: Buffer, flags: number): string | null {
  const lengthAt = CREDENTIAL_AT + AAGUID_BYTES;
  if (!(flags & HAS_CREDENTIAL) || bytes.length < lengthAt + 2) return null;
  const idAt = lengthAt + 2;
  return bytes.subarray(idAt, idAt + bytes.readUInt16BE(lengthAt)).toString("base64url");
}

/** Returns a public key of one of our algorithms; null for another one. */
function publicKeyOf(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytesOf(publicKey), format: "der", type: "spki" });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    const isES256 = key.asymmetricKeyType === "ec" && namedCurve === "prime256v1";
    const isRS256 = key.asymmetricKeyType === "rsa" && modulusLength >= RSA_BITS_MIN;
    return isES256 || isRS256 ? key : null;
  } catch {
    return null;
  }
}

function isSignedBy(key: KeyObject, bytes: Buffer, signature: Buffer): boolean {
  try {
    return verify("sha256", bytes, key, signature);
  } catch {
    return false;
  }
}
