import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recoverPart } from "~/ui/recover-part";
import { markUnsaved } from "~/ui/unsaved-work";

const reload = vi.fn();
const head = vi.fn(() => Promise.resolve({ ok: true }));
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { pathname: "/feed", reload });
  vi.stubGlobal("document", { querySelectorAll: () => [] });
  vi.stubGlobal("fetch", head);
  vi.spyOn(Math, "random").mockReturnValue(1);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockClear();
  head.mockReset().mockResolvedValue({ ok: true });
});

const failing = () => Promise.reject(new Error("no code"));

test("sends nothing while unsaved work keeps the page from reloading, and reloads after it", async () => {
  const end = markUnsaved();
  stop = recoverPart(failing, () => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([head.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([head.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
});

test("asks an unreachable server at growing intervals, at most once a minute in the end", async () => {
  head.mockRejectedValue(new Error("offline"));
  stop = recoverPart(failing, () => undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  // At once, after 2, 4, 8, 16 and 32 seconds, then each minute.
  expect(head.mock.calls.length).toBe(6 + 8);
});

test("shows the part once its code is there, and asks no more after it is cancelled", async () => {
  head.mockRejectedValueOnce(new Error("offline"));
  const show = vi.fn();
  stop = recoverPart(() => Promise.resolve("part"), show);
  await vi.advanceTimersByTimeAsync(2000);
  expect(show).toHaveBeenCalledExactlyOnceWith("part");
  head.mockRejectedValue(new Error("offline"));
  const cancel = recoverPart(failing, show);
  await vi.advanceTimersByTimeAsync(0);
  cancel();
  head.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(head).not.toHaveBeenCalled();
});
