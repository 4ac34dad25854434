import { hash } from "node:crypto";

/** Returns 256 random bits in base64url for a cookie or a link. The database stores only their hash. */
export function newToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** Returns the id of a token's row: its SHA-256 in hex. */
export function tokenId(token: string): string {
  return hash("sha256", token);
}
