import { createHash, createHmac } from "node:crypto";

export interface S3Keys {
  keyId: string;
  key: string;
  /** "auto" for R2. */
  region: string;
}

/** A request that is signed. The headers have names in lower case. */
export interface S3Request {
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** SHA-256 of the body, in hexadecimal. */
  bodyHash: string;
}

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Encodes as RFC 3986 asks for, which `encodeURIComponent` leaves out for five characters. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Returns the headers of a request with its signature (AWS Signature Version 4,
 * docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
export function signedHeaders(
  { method, url, headers, bodyHash }: S3Request,
  { keyId, key, region }: S3Keys,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
  };
  const names = Object.keys(all).sort();
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const canonical = [
    method,
    url.pathname,
    query.join("&"),
    ...names.map((name) => `${name}:${all[name]}`),
    "",
    names.join(";"),
    bodyHash,
  ];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical.join("\n"))].join("\n");
  const signingKey = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${key}`, day));
  const signature = createHmac("sha256", signingKey).update(text).digest("hex");
  const { host: _, ...sent } = all;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}
