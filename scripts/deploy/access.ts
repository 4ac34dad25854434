/**
 * Returns headers that let a request through Cloudflare Access, from the environment's service token; none without one.
 * @param url the address: the token is never sent without TLS
 */
export function accessHeaders(url: string | URL): Record<string, string> {
  const { CF_ACCESS_CLIENT_ID: id, CF_ACCESS_CLIENT_SECRET: secret } = process.env;
  if (!id || !secret || new URL(url).protocol !== "https:") return {};
  return { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret };
}
