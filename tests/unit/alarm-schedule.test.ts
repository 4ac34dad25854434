import { afterEach, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "~/contract/time";
import { AlarmSchedule } from "../../workers/hub/alarm-schedule";

afterEach(() => {
  vi.useRealTimers();
});

/** A storage with what the schedule uses of one. */
function storage() {
  const rows = new Map<string, number>();
  const state = { alarm: null as number | null };
  const kv = {
    get: (key: string) => rows.get(key),
    put: (key: string, value: number) => void rows.set(key, value),
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
