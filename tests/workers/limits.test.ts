import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { SITE } from "./client";
import worker from "./worker";

/** A log-in attempt at an edge whose limits are on, as in production. */
async function attempt(email: string, address: string): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request(`${SITE}/api/auth/login`, {
    method: "POST",
    body: JSON.stringify({ email, password: "not the password" }),
    headers: { Origin: SITE, "CF-Connecting-IP": address },
  });
  const production = { ...env, AFTERGLOW_ENV: "production", AFTERGLOW_RATE_LIMITS: "on" };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], production, context);
  await waitOnExecutionContext(context);
  return response;
}

/** How many attempts pass before one is refused. The minute may turn on the way, which starts the count anew, once. */
async function passing(limit: number, next: (n: number) => Promise<Response>) {
  for (let n = 0; n <= 2 * limit; n++) {
    const reply = await next(n);
    if (reply.status === 429) return { passed: n, refusal: reply };
    expect(reply.status).toBe(401);
  }
  throw new Error(`${2 * limit} attempts passed`);
}

test("one account is guessed at ten times a minute at most, from wherever", async () => {
  const { passed } = await passing(10, (n) => attempt("Guessed@example.com", `203.0.113.${n}`));
  expect(passed).toBeGreaterThanOrEqual(10);
}, 60_000);

test("one address guesses thirty times a minute at most, at whichever account, and is told when to come back", async () => {
  const { passed, refusal } = await passing(30, (n) => attempt(`n${n}@example.com`, "198.51.100.7"));
  expect(passed).toBeGreaterThanOrEqual(30);
  expect(refusal.headers.get("Retry-After")).toBe("60");
  expect(await refusal.json()).toEqual({ message: expect.stringContaining("Too many attempts") });
}, 60_000);
