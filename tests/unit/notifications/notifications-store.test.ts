import { expect, it, vi } from "vitest";
import { currentNotifications, forgetNotifications } from "~/features/notifications/notifications-store";
import { announce } from "~/realtime/frames";

const come = (id: number) =>
  announce({
    type: "notification",
    payload: { id: String(id), type: "like", fromUserId: "u", fromUsername: "wren", entityId: "p" },
  });

it("only the last ten that came live are kept, newest first; each counts once", () => {
  for (let id = 1; id <= 12; id++) come(id);
  come(12);
  const { recent, unread } = currentNotifications();
  expect(recent.map(({ id }) => id)).toEqual(["12", "11", "10", "9", "8", "7", "6", "5", "4", "3"]);
  expect(unread).toBe(12);
});

it("what was read elsewhere is told, and what comes after it counts on", () => {
  announce({ type: "notifications_read", payload: { unread: 2 } });
  come(20);
  expect(currentNotifications().unread).toBe(3);
});

it("an answer to a question that is out of date is left aside", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const ended = { fromUserId: "a", toUserId: "b", status: "cancelled" } as const;
  announce({ type: "connection_status", payload: ended });
  announce({ type: "notifications_read", payload: { unread: 0 } });
  answer(Response.json({ count: 7, last: "20" }));
  // Everything that waits for the answer has run by then.
  await new Promise((done) => setImmediate(done));
  expect(currentNotifications().unread).toBe(0);

  announce({ type: "connection_status", payload: ended });
  // One comes meanwhile, two that are counted already come late.
  come(33);
  answer(Response.json({ count: 4, last: "32" }));
  await vi.waitFor(() => expect(currentNotifications().unread).toBe(5));
  come(31);
  come(32);
  expect(currentNotifications().unread).toBe(5);
  come(34);
  expect(currentNotifications().unread).toBe(6);
  vi.unstubAllGlobals();
});

it("a request that is taken back is no longer among what came", async () => {
  const payload = {
    type: "connection_request",
    fromUserId: "a",
    fromUsername: "noa",
    entityId: null,
  } as const;
  announce({ type: "notification", payload: { ...payload, id: "40" } });
  announce({ type: "notification", payload: { ...payload, id: "41", fromUserId: "c", fromUsername: "lea" } });
  vi.stubGlobal("fetch", async () => Response.json({ count: 1, last: "39" }));
  announce({
    type: "connection_status",
    payload: { fromUserId: "a", toUserId: "b", status: "cancelled" },
  });
  const [newest, next] = currentNotifications().recent;
  expect([newest?.id, next?.id]).toEqual(["41", "34"]);
  await vi.waitFor(() => expect(currentNotifications().unread).toBe(2));
  vi.unstubAllGlobals();
});

it("what goes along with a post or a member is counted no more, also by an answer to an older question", async () => {
  const about = (id: string, entityId: string, fromUserId: string) =>
    announce({
      type: "notification",
      payload: { id, type: "like", fromUserId, fromUsername: "noa", entityId },
    });
  about("50", "q", "a");
  about("51", "r", "b");
  about("52", "r", "d");
  const answers: ((_: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  announce({ type: "connection_status", payload: { fromUserId: "a", toUserId: "b", status: "accepted" } });
  forgetNotifications(({ entityId }) => entityId === "q");
  forgetNotifications(({ fromUserId }) => fromUserId === "d");
  // The newest that is left is older than those that are gone: they would be new to the count.
  for (const [at, count] of [9, 8, 3].entries()) answers[at]?.(Response.json({ count, last: "51" }));
  await vi.waitFor(() => expect(currentNotifications().unread).toBe(3));
  expect(currentNotifications().recent[0]?.id).toBe("51");
  vi.unstubAllGlobals();
});
