import { loadavg } from "node:os";
import { sleep } from "~/contract/time";
import { build } from "../scripts/run";
import { fixture } from "./costs/fixture";
import { serveCostWorld } from "./costs/measure";
import { percentile } from "./hub/sockets";
import { type Shot, shoot } from "./load";

/**
 * `npm run bench:signups`: the time of `GET /api/feed` while ten members sign up, or log in, at once, beside the same
 * without them. The reads leave at a fixed rate, also while earlier ones wait, as those of many members do. The last
 * figures are in docs/performance.md.
 */
const AT_ONCE = 10;
const ROUNDS = 8;
const READ_EVERY_MS = 25;
const WARM_UP = 200;

const feed: Shot = { path: "/api/feed", cookie: fixture.cookie };
let newcomers = 0;
const signUp = (): Shot => {
  const email = `newcomer${newcomers++}@example.com`;
  return {
    method: "POST",
    path: "/api/auth/signup",
    body: { fullName: "New One", email, password: "golden hour" },
  };
};
const logIn = (): Shot => ({
  method: "POST",
  path: "/api/auth/login",
  body: { email: fixture.email, password: fixture.password },
});

await build();
const { url, close } = await serveCostWorld();
const timed = async (shot: Shot) => {
  const started = performance.now();
  await shoot(url, shot, false);
  return performance.now() - started;
};

/** Reads the feed at the fixed rate until `work` has resolved. Returns the times of all reads. */
async function readDuring(work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const reads: Promise<number>[] = [];
  while (!isDone) {
    reads.push(timed(feed));
    await sleep(READ_EVERY_MS);
  }
  await done;
  return Promise.all(reads);
}

/** Measures a load in rounds, each beside a round of the same length without it, so that other work affects both. */
async function measure(name: string, shotOf: () => Shot): Promise<void> {
  const writes: number[] = [];
  const during: number[] = [];
  const quiet: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const all = Promise.all(Array.from({ length: AT_ONCE }, () => timed(shotOf())));
    during.push(...(await readDuring(all)));
    writes.push(...(await all));
    quiet.push(...(await readDuring(sleep(performance.now() - started))));
  }
  const ms = (times: number[], part: number) => percentile(times, part).toFixed(1).padStart(7);
  const line = (what: string, times: number[]) =>
    console.log(
      `${what.padEnd(40)} p50 ${ms(times, 0.5)}  p95 ${ms(times, 0.95)}  worst ${ms(times, 1)} ms  (${times.length})`,
    );
  const beside = (part: number) => (percentile(during, part) / percentile(quiet, part)).toFixed(1);
  console.log(`\n${AT_ONCE} ${name} at once, ${ROUNDS} times`);
  line(`  ${name}`, writes);
  line("  the feed's call without them", quiet);
  line("  the feed's call meanwhile", during);
  console.log(`  beside the same without them: p50 ${beside(0.5)}, p95 ${beside(0.95)}, worst ${beside(1)}`);
}

for (let n = 0; n < WARM_UP; n++) await timed(feed);
await measure("sign-ups", signUp);
await measure("log-ins", logIn);
console.log(`\nload ${loadavg()[0]?.toFixed(1)}`);
await close();
process.exit(0);
