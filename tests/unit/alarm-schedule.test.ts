import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "~/contract/time";
import { AlarmSchedule } from "../../workers/hub/alarm-schedule";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A storage with what the schedule uses of one. */
function storage() {
  const rows = new Map<string, unknown>();
  const state = { alarm: null as number | null };
  const kv = {
    get: (key: string) => rows.get(key),
    put: (key: string, value: unknown) => void rows.set(key, value),
    delete: (key: string) => rows.delete(key),
    list: () => rows,
  };
  const stored = {
    kv,
    setAlarm: async (at: number) => {
      state.alarm = at;
    },
    deleteAlarm: async () => {
      state.alarm = null;
    },
  };
  // The schedule calls no other methods.
  return { state, stored: stored as unknown as DurableObjectStorage };
}

test("a task that was scheduled before the clock was set back waits ten minutes at most", () => {
  vi.useFakeTimers({ now: 10 * HOUR_MS });
  const { state, stored } = storage();
  new AlarmSchedule(stored).set("check-sockets", Date.now() + MINUTE_MS);
  expect(state.alarm).toBe(10 * HOUR_MS + MINUTE_MS);
  vi.setSystemTime(HOUR_MS);
  // As another event of the hub does.
  expect(new AlarmSchedule(stored).get("check-sockets")).toBe(HOUR_MS + 10 * MINUTE_MS);
  expect(state.alarm).toBe(HOUR_MS + 10 * MINUTE_MS);
});

describe("a task that fails", () => {
  const fails = () => Promise.reject(new Error("no database"));

  beforeEach(() => {
    vi.useFakeTimers({ now: HOUR_MS });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // Without jitter.
    vi.spyOn(Math, "random").mockReturnValue(1);
  });

  test("runs again after 5 seconds, doubled each time, at most an hour, until it succeeds", async () => {
    const alarms = new AlarmSchedule(storage().stored);
    alarms.set("send-pushes", Date.now());
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      await alarms.run(Date.now(), fails);
      const at = alarms.get("send-pushes") ?? 0;
      delays.push((at - Date.now()) / 1000);
      vi.setSystemTime(at);
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    await alarms.run(Date.now(), async () => undefined);
    expect(alarms.get("send-pushes")).toBe(null);
    alarms.set("send-pushes", Date.now());
    await alarms.run(Date.now(), fails);
    expect(alarms.get("send-pushes")).toBe(Date.now() + 5000);
  });

  test("is not brought forward by an event, and keeps a next time that it has named", async () => {
    const alarms = new AlarmSchedule(storage().stored);
    alarms.set("send-pushes", Date.now());
    await alarms.run(Date.now(), fails);
    const retryAt = alarms.get("send-pushes");
    alarms.set("send-pushes", Date.now());
    expect(alarms.get("send-pushes")).toBe(retryAt);
    const next = Date.now() + MINUTE_MS;
    alarms.set("check-sockets", Date.now());
    await alarms.run(Date.now(), () => {
      alarms.set("check-sockets", next);
      return fails();
    });
    expect(alarms.get("check-sockets")).toBe(next);
  });

  test("is retried as late when a crash cuts it short each time", async () => {
    const { stored } = storage();
    new AlarmSchedule(stored).set("send-pushes", Date.now());
    const delays: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      // Never settles: the instance dies.
      void new AlarmSchedule(stored).run(Date.now(), () => new Promise(() => undefined));
      const at = new AlarmSchedule(stored).get("send-pushes") ?? 0;
      delays.push((at - Date.now()) / 1000);
      vi.setSystemTime(at);
    }
    expect(delays).toEqual([5, 10, 20]);
  });
});

test("a running task has no time until it sets one", async () => {
  vi.useFakeTimers({ now: 10 * HOUR_MS });
  const alarms = new AlarmSchedule(storage().stored);
  alarms.set("send-counts", Date.now());
  // The schedule catches what a task throws.
  const seen: unknown[] = [];
  await alarms.run(Date.now(), async (task) => {
    seen.push(alarms.get(task), alarms.isPending(task));
    alarms.set(task, Date.now() + MINUTE_MS);
  });
  expect(seen).toEqual([null, true]);
  expect(alarms.get("send-counts")).toBe(10 * HOUR_MS + MINUTE_MS);
});
