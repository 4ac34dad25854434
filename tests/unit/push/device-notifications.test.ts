import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import { startDeviceNotifications } from "~/features/chat/device-notifications";
import { $unread, addUnread, resetUnread, setUnread } from "~/features/chat/unread-store";
import { counts } from "~/features/session/tab-title";
import { dispatchFrame } from "~/realtime/frames";

interface Shown {
  kind: "message" | "request" | "other";
  id: string;
  from: string;
}

const ada: Shown = { kind: "message", id: "7", from: "ada" };
const grace: Shown = { kind: "message", id: "8", from: "grace" };
const request: Shown = { kind: "request", id: "9", from: "ada" };
const like: Shown = { kind: "other", id: "10", from: "grace" };

/** The notifications that the device shows. */
let shown: Shown[];
let setAppBadge: ReturnType<typeof vi.fn>;
/** The callback of the tab title's observer. */
let titleChanged: () => void;
let stop: () => void;

beforeEach(() => {
  shown = [ada, grace, request, like];
  setAppBadge = vi.fn(async () => undefined);
  const close = (closed: Shown) => {
    shown = shown.filter((one) => one !== closed);
  };
  const getNotifications = async () => shown.map((data) => ({ data, close: () => close(data) }));
  vi.stubGlobal("navigator", {
    setAppBadge,
    serviceWorker: { getRegistration: async () => ({ getNotifications }) },
  });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible", head: {} }));
  vi.stubGlobal(
    "MutationObserver",
    class {
      constructor(callback: () => void) {
        titleChanged = callback;
      }
      observe() {}
      disconnect() {
        titleChanged = () => undefined;
      }
    },
  );
  stop = startDeviceNotifications("mara");
});

afterEach(() => {
  stop();
  counts.clear();
  resetUnread();
  vi.unstubAllGlobals();
});

/** Receives the hub's list, as on every opening of the link. */
function sync(bySender: Record<string, string[]>, messages: number, notifications: number): void {
  const list = { last: "8", count: messages, bySender };
  setUnread(list);
  dispatchFrame({
    type: "unread",
    payload: { messages: list, notifications: { count: notifications, last: "10" } },
  });
}

test("a message that was read in another tab or on another device closes its notification", async () => {
  dispatchFrame({ type: "read", payload: { userId: "mara", senderId: "ada", upTo: "7" } });
  await expect.poll(() => shown).toEqual([grace, request, like]);
});

test("a message that arrives before the first sync closes no notification of another sender", async () => {
  addUnread("11", "eve");
  dispatchFrame({ type: "read", payload: { userId: "mara", senderId: "ada", upTo: "7" } });
  await expect.poll(() => shown).toEqual([grace, request, like]);
});

test("a message that the other member has read closes nothing", async () => {
  dispatchFrame({ type: "read", payload: { userId: "ada", senderId: "mara", upTo: "7" } });
  dispatchFrame({ type: "read", payload: { userId: "mara", senderId: "grace", upTo: "8" } });
  await expect.poll(() => shown).toEqual([ada, request, like]);
});

test("after the link opens, what is read closes, and what is unread stays", async () => {
  sync({ grace: ["8"] }, 1, 2);
  await expect.poll(() => shown).toEqual([grace, request, like]);
  sync({ grace: ["8"] }, 1, 0);
  await expect.poll(() => shown).toEqual([grace]);
});

test("a message that may be among those that are counted and not listed stays", async () => {
  sync({ grace: ["8"] }, 2, 0);
  await expect.poll(() => shown).toEqual([ada, grace]);
  sync({ grace: ["8"] }, 1, 0);
  await expect.poll(() => shown).toEqual([grace]);
});

test("messages that this tab marks as read close their notification", async () => {
  $unread.set({ bySender: new Map([["ada", new Set(["7"])]]), unlisted: 0 });
  await expect.poll(() => shown).toEqual([ada, request, like]);
  $unread.set({ bySender: new Map(), unlisted: 0 });
  await expect.poll(() => shown).toEqual([request, like]);
});

test("before the first sync nothing is known, so nothing closes", async () => {
  $unread.set({ bySender: null, unlisted: 0 });
  dispatchFrame({ type: "notifications_read", payload: { unread: 1, last: "10", id: "10" } });
  await expect.poll(() => shown).toEqual([ada, grace, request]);
});

test("notifications close one by one, and up to an id, without the messages", async () => {
  dispatchFrame({ type: "notifications_read", payload: { unread: 1, last: "10", id: "10" } });
  await expect.poll(() => shown).toEqual([ada, grace, request]);
  dispatchFrame({ type: "notifications_read", payload: { unread: 0, last: "10", upTo: "9" } });
  await expect.poll(() => shown).toEqual([ada, grace]);
});

test("the badge has the sum of the counts of the title, and follows them until the end of the session", async () => {
  expect(setAppBadge).toHaveBeenLastCalledWith(0);
  counts.set("messages", 2).set("notifications", 120);
  titleChanged();
  expect(setAppBadge).toHaveBeenLastCalledWith(122);
  const calls = setAppBadge.mock.calls.length;
  stop();
  titleChanged();
  dispatchFrame({ type: "read", payload: { userId: "mara", senderId: "ada", upTo: "7" } });
  await new Promise(setImmediate);
  expect(setAppBadge).toHaveBeenCalledTimes(calls);
  expect(shown).toEqual([ada, grace, request, like]);
});

test("a browser without badges, service workers or registrations is left alone", async () => {
  setAppBadge.mockRejectedValueOnce(new DOMException("The app is not installed", "NotAllowedError"));
  titleChanged();
  const read: ServerFrame = { type: "read", payload: { userId: "mara", senderId: "ada", upTo: "7" } };
  for (const serviceWorker of [
    undefined,
    { getRegistration: async () => undefined },
    { getRegistration: () => Promise.reject(new DOMException("Storage is blocked", "SecurityError")) },
  ]) {
    vi.stubGlobal("navigator", { serviceWorker });
    titleChanged();
    dispatchFrame(read);
    await new Promise(setImmediate);
  }
  expect(shown).toEqual([ada, grace, request, like]);
});
