import { afterEach, describe, expect, test, vi } from "vitest";
import type { Checkpoint } from "./checkpoint";
import { enqueue } from "./queue";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A job that works until it is told to finish, and what there is to know about it from outside. */
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
  // A refusal is looked at later than it comes.
  result.catch(() => {});
  return { state, result };
}

const started = (one: ReturnType<typeof job>) => expect.poll(() => one.state.started).toBe(true);

describe("the engine's line", () => {
  test("lets one work at a time, in the order they came", async () => {
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

  test("tells the ninth to come back, and has room again when one is done", async () => {
    const jobs = Array.from({ length: 8 }, () => job());
    await expect(enqueue(undefined, async () => "ninth")).rejects.toThrow(
      "3040: Capacity temporarily exceeded, please try again.",
    );
    for (const one of jobs) one.state.finish();
    await Promise.all(jobs.map(({ result }) => result));
    expect(await enqueue(undefined, async () => "ninth")).toBe("ninth");
  });

  test("forgets who gave up, at work or waiting, and goes on with the next", async () => {
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

  test("passes over a job whose request is gone, and ends it if it comes back", async () => {
    const now = Date.now();
    let comeBack = () => {};
    const gone = enqueue(undefined, async (checkpoint) => {
      await new Promise<void>((resolve) => {
        comeBack = resolve;
      });
      await checkpoint();
      return "painted for nobody";
    });
    gone.catch(() => {});
    const next = job();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 20_000 });
    await started(next);
    comeBack();
    await expect(gone).rejects.toThrow("3008: Request was aborted");
    next.state.finish();
    expect(await next.result).toBe("done");
  });

  test("has room again when all who were in line are gone, and nobody waits to notice", async () => {
    const now = Date.now();
    // Nothing runs on for a request that was cancelled: neither its work nor its waiting.
    const never = new Promise<never>(() => {});
    vi.spyOn(scheduler, "wait").mockReturnValue(never);
    for (let lost = 0; lost < 8; lost += 1) void enqueue(undefined, () => never);
    await expect(enqueue(undefined, async () => "ninth")).rejects.toThrow("3040");
    vi.useFakeTimers({ toFake: ["Date"], now: now + 20_000 });
    expect(await enqueue(undefined, async () => "ninth")).toBe("ninth");
  });
});
