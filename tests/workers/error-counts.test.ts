import { env } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "~/db/client";
import { storeErrors } from "~/domain/dashboard/count-errors";
import { takeErrors } from "~/platform/error-counts";
import { logError } from "~/platform/log";
import { createEdge } from "../../workers/edge";
import { SITE } from "./client";

const { db } = openDb(env.DB);
/** After the times to which other tests set the clock: an isolate stores once a minute. */
let now = Date.UTC(9999, 0);
/** Returns a time at which the isolate stores its counts again. */
const nextTime = () => {
  now += 120_000;
  return now;
};
const rows = async () =>
  (await env.DB.prepare("SELECT kind, count FROM error_counts ORDER BY kind").all()).results;

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  takeErrors(nextTime());
  await env.DB.exec("DELETE FROM error_counts");
});

test("errors are stored by event or route, and class, without their messages", async () => {
  logError(new TypeError("no mailbox for ada@example.com"), { event: "digest not sent" });
  logError(new RangeError("x"), { request: "abc", method: "GET", route: "/post/:id" });
  logError(new Error("x"), { event: "deferred work failed", route: "/post/:id" });
  logError("text");
  await storeErrors(db, nextTime());
  expect(await rows()).toEqual([
    { kind: "/post/:id: RangeError", count: 1 },
    { kind: "deferred work failed /post/:id: Error", count: 1 },
    { kind: "digest not sent: TypeError", count: 1 },
    { kind: "other: string", count: 1 },
  ]);
});

test("counts of several isolates and times are added up", async () => {
  for (const times of [1, 2]) {
    for (let i = 0; i < times; i++) logError(new Error("x"), { event: "frame dropped" });
    await storeErrors(db, nextTime());
  }
  expect(await rows()).toEqual([{ kind: "frame dropped: Error", count: 3 }]);
});

test("counts that could not be stored are stored later", async () => {
  logError(new Error("x"), { event: "frame dropped" });
  const broken = {
    prepare: () => {
      throw new Error("down");
    },
  };
  await storeErrors(openDb(broken as unknown as D1Database).db, nextTime());
  expect(await rows()).toEqual([]);
  await storeErrors(db, nextTime());
  expect(await rows()).toEqual([{ kind: "frame dropped: Error", count: 1 }]);
});

test("a day has a limited number of kinds", async () => {
  for (let time = 0; time < 8; time++) {
    for (let kind = 0; kind < 40; kind++) logError(new Error("x"), { event: `${time} ${kind}` });
    await storeErrors(db, nextTime());
  }
  const stored = await rows();
  expect(stored.length).toBeLessThanOrEqual(250);
  expect(stored.reduce((sum, { count }) => sum + Number(count), 0)).toBe(8 * 40);
});

test("a failed request stores its error after the reply", async () => {
  const app = createEdge(() => Promise.reject(new TypeError("broken page")));
  vi.useFakeTimers({ toFake: ["Date"], now: nextTime() });
  const after: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => after.push(work), passThroughOnException() {} };
  const reply = await app.fetch(new Request(`${SITE}/about`), env, execution as unknown as ExecutionContext);
  expect(reply.status).toBe(500);
  await Promise.all(after);
  vi.useRealTimers();
  expect(await rows()).toEqual([{ kind: "/about: TypeError", count: 1 }]);
});
