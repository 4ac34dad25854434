import { setTimeout as sleep } from "node:timers/promises";
import { accessHeaders } from "./access";

/** A new domain needs a minute for its DNS record and certificate, a new version some seconds. */
const ATTEMPTS = 24;
const PAUSE_MS = 5000;
const REPLY_MS = 10_000;

/** Requests an address. */
export type Ask = (url: string) => Promise<Pick<Response, "ok" | "status">>;

/**
 * Requests the health check, which also queries the database, until it succeeds, for two minutes.
 * @returns why it did not succeed and what to do, or null when it did
 */
export async function healthProblem(
  site: string,
  ask: Ask = askOnce,
  pause: () => Promise<unknown> = () => sleep(PAUSE_MS),
): Promise<string | null> {
  let problem = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pause();
    try {
      const { ok, status } = await ask(`${site}/healthz`);
      if (ok) return null;
      problem = `${site}/healthz returned ${status}. ${adviceFor(status)}`;
    } catch {
      problem = `${site} cannot be reached. A new domain can take longer than two minutes: look at its certificate in the dashboard, then request ${site}/healthz yourself.`;
    }
  }
  return `${problem} To roll back: npx wrangler rollback`;
}

/** A redirect is a failure: Cloudflare Access sends others to a log-in, which replies 200. */
const askOnce: Ask = (url) =>
  fetch(url, { redirect: "manual", headers: accessHeaders(url), signal: AbortSignal.timeout(REPLY_MS) });

function adviceFor(status: number): string {
  if (status === 503)
    return "The database does not answer: cloudflarestatus.com, `npx wrangler d1 info afterglow`.";
  if (status === 500) return "A setting or secret is missing or wrong: `npx wrangler tail` names it.";
  return "Something before the Worker answers, such as a rule of the zone or Cloudflare Access.";
}
