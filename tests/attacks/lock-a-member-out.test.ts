import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import {
  CODE_ATTEMPTS_PER_DAY,
  CODE_ATTEMPTS_PER_HOUR,
  RECOVERY_CODE_ATTEMPTS_PER_HOUR,
} from "~/contract/account-limits";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { appCode } from "../factories/two-factor";
import { type Client, errorOf, member } from "../workers/client";
import { setAttempts, write } from "../workers/limited";
import { expireProof, start, turnOn } from "../workers/second-factor";

const HOUR_FULL = "Too many wrong codes. Please use a recovery code, or try again in an hour.";
const DAY_FULL =
  /^Too many wrong codes for this account\. Please use a recovery code, a passkey or a browser that you have used before\. Please try again in \d+ hours\.$/;

const finish = (client: Client, code: string, address: string) =>
  write("/api/auth/login/code", { code }, { client, address });

/** A member with a second factor, and somebody who knows their password. */
async function attacked() {
  const ada = await member("ada");
  const { secret, codes } = await turnOn(ada);
  return { ada, secret, codes, wrong: appCode(secret, 1000) };
}

/** Enters codes at once, from one network. @returns the statuses */
async function guess(client: Client, code: string, address: string, times: number): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: times }, () => finish(client, code, address)));
  return replies.map(({ status }) => status).sort();
}

test("ten wrong codes from one network close the log-in to that network alone, exactly", async () => {
  const { ada, secret, wrong } = await attacked();
  const eve = await start(ada);
  const counts = await guess(eve, wrong, "203.0.113.1", CODE_ATTEMPTS_PER_HOUR + 2);
  expect(counts).toEqual([...Array(CODE_ATTEMPTS_PER_HOUR).fill(422), 429, 429]);
  // Another browser there, and another pending log-in, make no difference.
  const refused = await finish(await start(ada), appCode(secret, 1), "203.0.113.1");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(59 * 60);
  expect(await errorOf(refused)).toEqual({ status: 429, message: HOUR_FULL });
  expect((await finish(await start(ada), appCode(secret, 1), "203.0.113.2")).status).toBe(200);
});

test("an hour later the network can try again", async () => {
  const { ada, secret, wrong } = await attacked();
  const phone = await start(ada);
  await guess(phone, wrong, "203.0.113.3", CODE_ATTEMPTS_PER_HOUR);
  await setAttempts(ada, CODE_ATTEMPTS_PER_HOUR, Date.now() - HOUR_MS);
  expect((await finish(phone, appCode(secret, 1), "203.0.113.3")).status).toBe(200);
});

test("guesses from many networks are bounded by the day, and leave known browsers and recovery codes open", async () => {
  const { ada, secret, codes, wrong } = await attacked();
  const known = await start(ada);
  await finish(known, codes[0] ?? "", "192.0.2.1");
  const eve = await start(ada);
  for (let network = 0; network * CODE_ATTEMPTS_PER_HOUR < CODE_ATTEMPTS_PER_DAY; network++) {
    const counts = await guess(eve, wrong, `198.51.100.${network}`, CODE_ATTEMPTS_PER_HOUR);
    expect(counts).toEqual(Array(CODE_ATTEMPTS_PER_HOUR).fill(422));
  }
  const refused = await finish(eve, appCode(secret, 1), "198.51.100.99");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(23 * 60 * 60);
  expect((await errorOf(refused)).message).toMatch(DAY_FULL);

  expect((await finish(eve, codes[1] ?? "", "198.51.100.1")).status).toBe(200);
  expect((await finish(await start(ada, known), appCode(secret, 1), "198.51.100.1")).status).toBe(200);
  await setAttempts(ada, CODE_ATTEMPTS_PER_DAY, Date.now() - DAY_MS);
  expect((await finish(await start(ada), wrong, "198.51.100.1")).status).toBe(422);
});

test("wrong codes at the log-in do not count in the member's session, nor the other way round", async () => {
  const { ada, secret, wrong } = await attacked();
  await guess(await start(ada), wrong, "203.0.113.4", CODE_ATTEMPTS_PER_HOUR);
  await expireProof(ada);
  const identity = (code: string) =>
    write("/api/account/identity", { currentPassword: "sunset", code }, { client: ada });
  expect((await identity(appCode(secret, 1))).status).toBe(204);
  expect((await identity(wrong)).status).toBe(422);
  await env.DB.prepare("UPDATE quota_counters SET used = ? WHERE owner = ? AND kind LIKE 'session%codes'")
    .bind(CODE_ATTEMPTS_PER_HOUR, ada.id)
    .run();
  expect(await errorOf(await identity(wrong))).toEqual({ status: 429, message: HOUR_FULL });
  expect((await finish(await start(ada), wrong, "203.0.113.5")).status).toBe(422);
});

test("wrong recovery codes close neither app codes nor other networks", async () => {
  const { ada, secret, codes } = await attacked();
  const eve = await start(ada);
  expect((await finish(eve, "A".repeat(24), "203.0.113.6")).status).toBe(422);
  await setAttempts(ada, RECOVERY_CODE_ATTEMPTS_PER_HOUR);
  expect(await errorOf(await finish(eve, codes[0] ?? "", "203.0.113.6"))).toEqual({
    status: 429,
    message: "Too many wrong recovery codes. Please try again in an hour.",
  });
  expect((await finish(eve, appCode(secret, 1), "203.0.113.6")).status).toBe(200);
  expect((await finish(await start(ada), codes[0] ?? "", "203.0.113.7")).status).toBe(200);
});
