import { afterEach, describe, expect, test, vi } from "vitest";
import type { Checkpoint } from "./checkpoint";
import { enqueue } from "./queue";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts a job that runs until `finish` is called, and exposes whether it has started. */
function job(signal?: AbortSignal) {
  const state = { started: false, finish: () => {} };
  const finished = new Promise<void>((resolve) => {
    state.finish = resolve;
  });
  const result = enqueue(signal, async (checkpoint) => {
    state.started = true;
    let isFinished = false;
    void finished.then(() => {
      isFinished = true;
    });
    while (!isFinished) await checkpoint();
    return "done";
  });
  // Handles the rejection now; the test awaits it later.
  result.catch(() => {});
  return { state, result };
}

const started = (one: ReturnType<typeof job>) => expect.poll(() => one.state.started).toBe(true);

describe("the execution queue", () => {
  test("runs one job at a time, in order of arrival", async () => {
    let working = 0;
    let most = 0;
    const order: number[] = [];
    const work = (number: number) => async (checkpoint: Checkpoint) => {
      working += 1;
      most = Math.max(most, working);
      order.push(number);
      for (let step = 0; step < 3; step += 1) await checkpoint();
      working -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((number) => enqueue(undefined, work(number))));
    expect(most).toBe(1);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("rejects the ninth job with 3040 and accepts one again after a job ends", async () => {
    const jobs = Array.from({ length: 8 }, () => job());
    await expect(enqueue(undefined, async () => "ninth")).rejects.toThrow(
      "3040: Capacity temporarily exceeded, please try again.",
    );
    for (const one of jobs) one.state.finish();
    await Promise.all(jobs.map(({ result }) => result));
    expect(await enqueue(undefined, async () => "ninth")).toBe("ninth");
  });

  test("removes aborted jobs, running or waiting, and runs the next one", async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const [working, waiting, last] = [job(first.signal), job(second.signal), job()];
    await started(working);
    second.abort();
    await expect(waiting.result).rejects.toThrow("3008: Request was aborted");
    expect(waiting.state.started).toBe(false);
    expect(last.state.started).toBe(false);
    first.abort();
    await expect(working.result).rejects.toThrow("3008: Request was aborted");
    await started(last);
    last.state.finish();
    expect(await last.result).toBe("done");
  });

  test("skips an abandoned job and aborts it when it resumes", async () => {
    const now = Date.now();
    let resume = () => {};
    const abandoned = enqueue(undefined, async (checkpoint) => {
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      await checkpoint();
      return "result of an abandoned job";
    });
    abandoned.catch(() => {});
    const next = job();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 20_000 });
    await started(next);
    resume();
    await expect(abandoned).rejects.toThrow("3008: Request was aborted");
    next.state.finish();
    expect(await next.result).toBe("done");
  });

  test("skips an abandoned job after the clock went back", async () => {
    const now = Date.now();
    const never = new Promise<never>(() => {});
    const abandoned = enqueue(undefined, () => never);
    abandoned.catch(() => {});
    const next = job();
    vi.useFakeTimers({ toFake: ["Date"], now: now - 3_600_000 });
    // The arrival of a job reads the clock.
    const last = job();
    vi.setSystemTime(now - 3_600_000 + 20_000);
    await started(next);
    for (const one of [next, last]) one.state.finish();
    expect(await Promise.all([next.result, last.result])).toEqual(["done", "done"]);
  });

  test("accepts jobs again after all queued jobs were abandoned", async () => {
    const now = Date.now();
    // A cancelled request runs neither its work nor its timers any further.
    const never = new Promise<never>(() => {});
    vi.spyOn(scheduler, "wait").mockReturnValue(never);
    for (let lost = 0; lost < 8; lost += 1) void enqueue(undefined, () => never);
    await expect(enqueue(undefined, async () => "ninth")).rejects.toThrow("3040");
    vi.useFakeTimers({ toFake: ["Date"], now: now + 20_000 });
    expect(await enqueue(undefined, async () => "ninth")).toBe("ninth");
  });
});
