import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cloudflare, startCloudflare } from "./server";

let cloudflare: Cloudflare;
beforeAll(async () => {
  cloudflare = await startCloudflare();
});
afterAll(() => cloudflare.close());

/** Returns the status and the code of the API's refusal; null when it accepts. */
async function ask(method: string, path: string, body: object | null = null) {
  const { CLOUDFLARE_API_BASE_URL, CLOUDFLARE_ACCOUNT_ID } = cloudflare.env;
  const reply = await fetch(`${CLOUDFLARE_API_BASE_URL}/accounts/${CLOUDFLARE_ACCOUNT_ID}${path}`, {
    method,
    body: body && JSON.stringify(body),
  });
  // The envelope of Cloudflare's API.
  const { errors } = (await reply.json()) as { errors: { code: number }[] };
  return errors[0] ? { status: reply.status, code: errors[0].code } : null;
}

test.each([
  ["/d1/database", { status: 409, code: 7502 }],
  ["/r2/buckets", { status: 409, code: 10004 }],
])("refuses a name that is taken: %s", async (path, refusal) => {
  expect(await ask("POST", path, { name: "afterglow" })).toBe(null);
  expect(await ask("POST", path, { name: "afterglow" })).toEqual(refusal);
});

test.each([
  ["GET", "/d1/database/7d1c3f2e-0000-4000-8000-000000000001", { status: 404, code: 7404 }],
  ["GET", "/workers/scripts/afterglow/secrets", { status: 404, code: 10007 }],
  ["GET", "/workers/scripts/afterglow/deployments", { status: 404, code: 10007 }],
])("refuses %s of what does not exist: %s", async (method, path, refusal) => {
  expect(await ask(method, path)).toEqual(refusal);
});

test("answers 500 to a request that it does not know, and names it", async () => {
  expect(await ask("POST", "/queues")).toMatchObject({ status: 500 });
  expect(cloudflare.unknown).toEqual([expect.stringMatching(/^POST .*\/queues$/)]);
});
