import { expect, it, vi } from "vitest";
import {
  $read,
  $recent,
  $unreadNotifications,
  removeNotifications,
} from "~/features/notifications/notifications-store";
import { dispatchFrame } from "~/realtime/frames";

const receive = (id: number) =>
  dispatchFrame({
    type: "notification",
    payload: { id: String(id), type: "like", fromUserId: "u", fromUsername: "wren", entityId: "p" },
  });

it("stores the last ten live notifications, newest first, and counts each once", () => {
  for (let id = 1; id <= 12; id++) receive(id);
  receive(12);
  expect($recent.get().map(({ id }) => id)).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);
  expect($unreadNotifications.get()).toBe(12);
});

it("takes the count of notifications_read and counts on from it", () => {
  dispatchFrame({ type: "notifications_read", payload: { unread: 2, last: "12" } });
  receive(20);
  expect($unreadNotifications.get()).toBe(3);
});

it("keeps which notifications were read in any tab", () => {
  dispatchFrame({ type: "notifications_read", payload: { unread: 3, last: "20", upTo: "15" } });
  dispatchFrame({ type: "notifications_read", payload: { unread: 2, last: "20", id: "18" } });
  dispatchFrame({ type: "notifications_read", payload: { unread: 2, last: "20", upTo: "12" } });
  const group = { unread: 1, last: "20", group: "like:p:0" };
  dispatchFrame({ type: "notifications_read", payload: { ...group, id: "19" } });
  dispatchFrame({ type: "notifications_read", payload: { ...group, id: "17" } });
  expect($read.get()).toEqual({
    upTo: 15,
    groups: new Map([
      ["18", 18],
      ["like:p:0", 19],
    ]),
  });
});

it("ignores the reply to an outdated count request", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const ended = { fromUserId: "a", toUserId: "b", status: "cancelled" } as const;
  dispatchFrame({ type: "connection_status", payload: ended });
  dispatchFrame({ type: "notifications_read", payload: { unread: 0, last: "20" } });
  answer(Response.json({ count: 7, last: "20" }));
  // All continuations of the reply have run by then.
  await new Promise((done) => setImmediate(done));
  expect($unreadNotifications.get()).toBe(0);

  dispatchFrame({ type: "connection_status", payload: ended });
  // One arrives meanwhile; two that the count includes arrive late.
  receive(33);
  answer(Response.json({ count: 4, last: "32" }));
  await vi.waitFor(() => expect($unreadNotifications.get()).toBe(5));
  receive(31);
  receive(32);
  expect($unreadNotifications.get()).toBe(5);
  receive(34);
  expect($unreadNotifications.get()).toBe(6);
  vi.unstubAllGlobals();
});

it("removes the notification of a cancelled request", async () => {
  const payload = {
    type: "connection_request",
    fromUserId: "a",
    fromUsername: "noa",
    entityId: null,
  } as const;
  dispatchFrame({ type: "notification", payload: { ...payload, id: "40" } });
  dispatchFrame({
    type: "notification",
    payload: { ...payload, id: "41", fromUserId: "c", fromUsername: "lea" },
  });
  vi.stubGlobal("fetch", async () => Response.json({ count: 1, last: "39" }));
  dispatchFrame({
    type: "connection_status",
    payload: { fromUserId: "a", toUserId: "b", status: "cancelled" },
  });
  const [newest, next] = $recent.get();
  expect([newest?.id, next?.id]).toEqual(["41", "34"]);
  await vi.waitFor(() => expect($unreadNotifications.get()).toBe(2));
  vi.unstubAllGlobals();
});

it("does not count notifications of a deleted post or member, whichever count request is answered last", async () => {
  const about = (id: string, entityId: string, fromUserId: string) =>
    dispatchFrame({
      type: "notification",
      payload: { id, type: "like", fromUserId, fromUsername: "noa", entityId },
    });
  about("50", "q", "a");
  about("51", "r", "b");
  about("52", "r", "d");
  const answers: ((_: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  dispatchFrame({
    type: "connection_status",
    payload: { fromUserId: "a", toUserId: "b", status: "accepted" },
  });
  removeNotifications(({ entityId }) => entityId === "q");
  removeNotifications(({ fromUserId }) => fromUserId === "d");
  // The newest remaining one is older than the removed ones, which would otherwise count as new.
  for (const [at, count] of [9, 8, 3].entries()) answers[at]?.(Response.json({ count, last: "51" }));
  await vi.waitFor(() => expect($unreadNotifications.get()).toBe(3));
  expect($recent.get()[0]?.id).toBe("51");
  vi.unstubAllGlobals();
});

it("counts a notification only once when notifications_read covers it and its own frame is late", () => {
  dispatchFrame({ type: "notifications_read", payload: { unread: 1, last: "63" } });
  receive(63);
  expect($unreadNotifications.get()).toBe(1);
});

it("removes the notifications about a deleted comment, its replies or a post, also those that arrive later", () => {
  const about = (id: number, subject: { entityId: string; commentId?: string; parentId?: string }) =>
    dispatchFrame({
      type: "notification",
      payload: { id: String(id), type: "comment", fromUserId: "u", fromUsername: "wren", ...subject },
    });
  const left = { unread: 0, last: "0" };
  about(70, { entityId: "s", commentId: "c" });
  about(71, { entityId: "s", commentId: "d", parentId: "c" });
  about(72, { entityId: "t" });
  about(73, { entityId: "s", commentId: "e" });
  dispatchFrame({ type: "notification_deleted", payload: { ...left, commentId: "c" } });
  dispatchFrame({ type: "notification_deleted", payload: { ...left, entityId: "t" } });
  about(74, { entityId: "s", commentId: "f", parentId: "c" });
  about(75, { entityId: "t" });
  const ids = $recent.get().map(({ id }) => Number(id));
  expect(ids.filter((id) => id >= 70)).toEqual([73]);
});

it("removes what a closed account has caused, and all others that the count covers", () => {
  receive(80);
  dispatchFrame({ type: "notification_deleted", payload: { fromUserId: "gone", unread: 1, last: "80" } });
  receive(81);
  expect($recent.get().map(({ id }) => id)).toEqual(["81"]);
  expect($unreadNotifications.get()).toBe(2);
  dispatchFrame({ type: "notifications_read", payload: { unread: 1, last: "81" } });
});

it("removes a deleted notification, also when its own frame arrives later", () => {
  receive(84);
  dispatchFrame({ type: "notification_deleted", payload: { id: "84", unread: 1, last: "84" } });
  dispatchFrame({ type: "notification_deleted", payload: { id: "85", unread: 1, last: "85" } });
  receive(85);
  expect($recent.get().some(({ id }) => ["84", "85"].includes(id))).toBe(false);
  expect($unreadNotifications.get()).toBe(1);
});
