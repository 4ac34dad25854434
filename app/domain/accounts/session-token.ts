import { createHash } from "node:crypto";

/** 256 random bits for the cookie; the database keeps only their SHA-256. */
export function newToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** The name a token's row goes by: SHA-256, hex. */
export function tokenId(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
