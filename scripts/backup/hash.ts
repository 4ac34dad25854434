import { createHash } from "node:crypto";

/** Returns the SHA-256 of a file, in hexadecimal, without holding it in memory. */
export async function hashOf(body: Blob): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of body.stream()) hash.update(part);
  return hash.digest("hex");
}
