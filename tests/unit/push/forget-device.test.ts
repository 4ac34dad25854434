import { afterEach, expect, test, vi } from "vitest";
import { forgetDevice } from "~/features/session/forget-device";

afterEach(() => vi.unstubAllGlobals());

test("ends the subscription, closes all notifications and removes the badge", async () => {
  const [unsubscribe, close, setAppBadge] = [vi.fn(), vi.fn(), vi.fn(async () => undefined)];
  const registration = {
    getNotifications: async () => [{ close }, { close }],
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  vi.stubGlobal("navigator", { setAppBadge, serviceWorker: { getRegistration: async () => registration } });
  await forgetDevice();
  expect([unsubscribe, close].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
  expect(setAppBadge).toHaveBeenCalledWith(0);
});

test.each([
  ["no service workers", {}],
  ["no registration", { serviceWorker: { getRegistration: async () => undefined } }],
  [
    "no push notifications",
    { serviceWorker: { getRegistration: async () => ({ getNotifications: async () => [] }) } },
  ],
  ["storage that fails", { serviceWorker: { getRegistration: () => Promise.reject(new Error("closed")) } }],
])("does nothing in a browser with %s", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  await expect(forgetDevice()).resolves.toBeUndefined();
});
