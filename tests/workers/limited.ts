import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Client, SITE } from "./client";
import worker from "./worker";

interface Sent {
  /** The network of the caller. */
  address?: string;
  /** Its cookies are sent, and those of the reply are kept. */
  client?: Client;
  method?: string;
}

/** Sends a write with rate limits on, as in production. */
export async function write(
  path: string,
  body: unknown,
  { address = "192.0.2.1", client = new Client(), method = "POST" }: Sent = {},
): Promise<Response> {
  const context = createExecutionContext();
  const headers = new Headers({ Origin: SITE, "CF-Connecting-IP": address });
  headers.set("Cookie", [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  const request = new Request(SITE + path, { method, body: JSON.stringify(body), headers });
  const production = {
    ...env,
    AFTERGLOW_ENV: "production",
    AFTERGLOW_SITE: SITE,
    AFTERGLOW_RATE_LIMITS: "on",
  };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], production, context);
  await waitOnExecutionContext(context);
  for (const cookie of response.headers.getSetCookie()) client.keep(cookie);
  return response;
}

/** Sets all counters of a member's attempts. @param since the start of their windows, in milliseconds since 1970 */
export const setAttempts = ({ id }: { id: string }, used: number, since = Date.now()) =>
  env.DB.prepare("UPDATE quota_counters SET used = ?, since = ? WHERE owner = ?").bind(used, since, id).run();
