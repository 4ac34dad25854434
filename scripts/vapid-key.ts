import { createECDH } from "node:crypto";

/** Makes the secret `VAPID_KEY`: a public and a private key on P-256 in base64url, with a dot between them. */
export function newVapidKey(): string {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url");
  // Without its leading zeros.
  const privateKey = pair.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]);
  return `${publicKey}.${padded.toString("base64url")}`;
}
