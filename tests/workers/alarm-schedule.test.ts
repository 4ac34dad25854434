import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "~/contract/time";
import { AlarmSchedule } from "../../workers/hub/alarm-schedule";
import { eventually } from "./channel";
import { member } from "./client";
import { crash, hub, setClockAhead } from "./hubs";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Runs `act` with the schedule of a hub's storage, which is empty before and after. */
async function scheduled(
  act: (alarms: AlarmSchedule, storage: DurableObjectStorage) => Promise<void>,
): Promise<void> {
  const ada = await member("ada");
  await runInDurableObject(hub(ada), async (_, { storage }) => {
    await act(new AlarmSchedule(storage), storage);
    await storage.deleteAlarm();
    await storage.deleteAll();
  });
}

const fails = () => Promise.reject(new Error("no database"));

test("a task that fails runs again after 5 seconds, doubled each time, at most an hour, until it succeeds", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  await scheduled(async (alarms) => {
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
});

test("an event does not bring a failing task forward, and a task that names its next time keeps it", async () => {
  await scheduled(async (alarms) => {
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
});

test("a task that a crash cuts short each time is retried as late as one that fails", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  await scheduled(async (_, storage) => {
    new AlarmSchedule(storage).set("send-pushes", Date.now());
    const delays: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      // Never settles: the instance dies.
      void new AlarmSchedule(storage).run(Date.now(), () => new Promise(() => undefined));
      const at = new AlarmSchedule(storage).get("send-pushes") ?? 0;
      delays.push((at - Date.now()) / 1000);
      vi.setSystemTime(at);
    }
    expect(delays).toEqual([5, 10, 20]);
  });
});

test("a hub whose alarm the platform has given up sets it again when it starts", async () => {
  const ada = await member("ada");
  const alarm = () => runInDurableObject(hub(ada), (_, { storage }) => storage.getAlarm());
  await runInDurableObject(hub(ada), async (_, { storage }) => {
    storage.kv.put("due:retry-deliveries", Date.now() - 10 * MINUTE_MS);
    await storage.deleteAlarm();
  });
  await crash(ada);
  await eventually(async () => expect(await alarm()).toBeLessThan(Date.now()));
});
