import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inTurn } from "~/domain/accounts/hash-queue";
import type { Checkpoint } from "../../../engine/checkpoint";
import { enqueue } from "../../../engine/queue";

const MAX_JOBS = 64;
const REST_MS = 40;
const ABANDONED_MS = 5000;

let now = Date.now();

beforeEach(() => {
  // Each test begins after the pauses of the one before.
  now += 10 * 60_000;
  vi.useFakeTimers({ now });
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

/** Enqueues a hash that resolves to its name, and handles its rejection until the test awaits it. */
function hash(
  address: string,
  run: () => Promise<unknown> = async () => undefined,
  isCancelled = () => false,
) {
  const result = inTurn({ address, isCancelled }, run);
  result.catch(() => {});
  return result;
}

/** Records the names of hashes in the order of their starts. */
function recorder() {
  const order: string[] = [];
  return {
    order,
    named: (name: string) => async () => {
      order.push(name);
    },
  };
}

describe("the queue of hashes", () => {
  test("runs a lone hash at once", async () => {
    const { order, named } = recorder();
    void hash("home", named("only"));
    expect(order).toEqual(["only"]);
  });

  test("pauses between two hashes, so that other requests run", async () => {
    const started: number[] = [];
    const all = ["a", "b", "c"].map((address) =>
      hash(address, async () => {
        started.push(Date.now());
      }),
    );
    await vi.runAllTimersAsync();
    await Promise.all(all);
    const [first = 0, second = 0, third = 0] = started;
    expect(second - first).toBeGreaterThanOrEqual(REST_MS);
    expect(third - second).toBeGreaterThanOrEqual(REST_MS);
  });

  test("pauses before a hash that arrives just after another has ended", async () => {
    const first = hash("home");
    await vi.advanceTimersByTimeAsync(1);
    await first;
    const { order, named } = recorder();
    void hash("home", named("second"));
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(REST_MS);
    expect(order).toEqual(["second"]);
  });

  test("runs the hashes of one address in order of arrival, and lets addresses take turns", async () => {
    const { order, named } = recorder();
    for (const name of ["a0", "a1", "a2", "a3"]) void hash("a", named(name));
    await vi.advanceTimersByTimeAsync(1);
    for (const name of ["b0", "b1"]) void hash("b", named(name));
    void hash("c", named("c0"));
    await vi.runAllTimersAsync();
    expect(order).toEqual(["a0", "a1", "b0", "c0", "a2", "b1", "a3"]);
  });

  test("a hash that fails rejects its own caller only", async () => {
    const { order, named } = recorder();
    const failing = hash("a", () => Promise.reject(new Error("no memory")));
    const next = hash("b", named("next"));
    await vi.runAllTimersAsync();
    await expect(failing).rejects.toThrow("no memory");
    await next;
    expect(order).toEqual(["next"]);
  });

  test("refuses a hash beyond the limit with Retry-After, and accepts one again later", async () => {
    for (let n = 0; n < MAX_JOBS; n++) void hash(`address ${n}`);
    await expect(hash("late")).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "10" } });
    await vi.runAllTimersAsync();
    const accepted = hash("late", async () => "accepted");
    await vi.runAllTimersAsync();
    await expect(accepted).resolves.toBe("accepted");
  });

  test("runs hashes while the clock is behind the time that it has shown", async () => {
    const first = hash("a");
    await vi.runAllTimersAsync();
    await first;
    vi.setSystemTime(Date.now() - 60 * 60_000);
    const { order, named } = recorder();
    for (const name of ["second", "third"]) void hash("a", named(name));
    await vi.advanceTimersByTimeAsync(10 * REST_MS);
    expect(order).toEqual(["second", "third"]);
  });

  test("drops a waiting hash whose client has closed the request", async () => {
    const { order, named } = recorder();
    let isClosed = false;
    void hash("a", named("first"));
    const closed = hash("b", named("closed"), () => isClosed);
    void hash("c", named("last"));
    isClosed = true;
    await vi.runAllTimersAsync();
    await expect(closed).rejects.toThrow("the client has closed the request");
    expect(order).toEqual(["first", "last"]);
  });

  test("skips a request that was cancelled with its timers", async () => {
    const { order, named } = recorder();
    // The request's code ends at its next timer, so its job stays in the queue.
    void hash("gone", () => new Promise(() => {}));
    const next = hash("next", named("next"));
    await vi.advanceTimersByTimeAsync(ABANDONED_MS - REST_MS);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(2 * REST_MS);
    await next;
    expect(order).toEqual(["next"]);
  });
});

/** Starts a job that ends at the first checkpoint after `finish` is called, and exposes whether it has started. */
function edit(signal?: AbortSignal) {
  const state = { started: false, finished: false };
  const result = enqueue(signal, async (checkpoint) => {
    state.started = true;
    while (!state.finished) await checkpoint();
    return "done";
  });
  // Handles the rejection now; the test awaits it later.
  result.catch(() => {});
  const finish = async () => {
    state.finished = true;
    await vi.runAllTimersAsync();
    return result;
  };
  return { state, result, finish };
}

/** A cancelled request runs neither its work nor its timers any further. */
const never = new Promise<never>(() => {});

describe("the queue of the engine", () => {
  test("runs one job at a time, in order of arrival", async () => {
    let running = 0;
    const { order, named } = recorder();
    const work = (name: string) => async (checkpoint: Checkpoint) => {
      running += 1;
      expect(running).toBe(1);
      await named(name)();
      for (let step = 0; step < 3; step += 1) await checkpoint();
      running -= 1;
    };
    const all = Promise.all(["0", "1", "2", "3", "4"].map((name) => enqueue(undefined, work(name))));
    await vi.runAllTimersAsync();
    await all;
    expect(order).toEqual(["0", "1", "2", "3", "4"]);
  });

  test("rejects the ninth job with 3040 and accepts one again after a job ends", async () => {
    const jobs = Array.from({ length: 8 }, () => edit());
    await expect(edit().result).rejects.toThrow("3040: Capacity temporarily exceeded, please try again.");
    for (const job of jobs) job.state.finished = true;
    await vi.runAllTimersAsync();
    expect(await edit().finish()).toBe("done");
  });

  test("removes aborted jobs, running or waiting, and runs the next one", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const [running, waiting, last] = [edit(first.signal), edit(second.signal), edit()];
    second.abort();
    await vi.advanceTimersByTimeAsync(100);
    await expect(waiting.result).rejects.toThrow("3008: Request was aborted");
    expect(waiting.state.started).toBe(false);
    expect(last.state.started).toBe(false);
    first.abort();
    await vi.advanceTimersByTimeAsync(100);
    await expect(running.result).rejects.toThrow("3008: Request was aborted");
    expect(last.state.started).toBe(true);
    expect(await last.finish()).toBe("done");
  });

  test("skips an abandoned job and aborts it when it resumes", async () => {
    let resume = () => {};
    const suspended = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const abandoned = enqueue(undefined, (checkpoint) => suspended.then(checkpoint));
    abandoned.catch(() => {});
    const next = edit();
    await vi.advanceTimersByTimeAsync(8100);
    expect(next.state.started).toBe(true);
    resume();
    await expect(abandoned).rejects.toThrow("3008: Request was aborted");
    expect(await next.finish()).toBe("done");
  });

  test("skips an abandoned job after the clock went back", async () => {
    void enqueue(undefined, () => never);
    const next = edit();
    vi.setSystemTime(Date.now() - 60 * 60_000);
    await vi.advanceTimersByTimeAsync(8100);
    expect(next.state.started).toBe(true);
    expect(await next.finish()).toBe("done");
  });

  test("accepts jobs again after all queued jobs were abandoned", async () => {
    for (let lost = 0; lost < 8; lost += 1) void enqueue(undefined, () => never);
    await expect(edit().result).rejects.toThrow("3040");
    vi.clearAllTimers();
    vi.setSystemTime(Date.now() + 20_000);
    expect(await edit().finish()).toBe("done");
  });
});
