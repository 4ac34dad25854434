import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MessageView } from "~/contract/chat";
import { $pendingChanges, changeMessage, withChanges } from "~/features/chat/pending-changes";
import { startChanges } from "~/features/chat/send-changes";
import { onFrame } from "~/realtime/frames";
import { $toast } from "~/ui/toast-store";
import { stubLocalStorage } from "../../factories/local-storage";

const message: MessageView = {
  id: "7",
  senderId: "noa",
  receiverId: "mara",
  content: "the sea",
  isRead: true,
  createdAt: "2026-01-01T00:00:00.000Z",
  reactions: [{ userId: "noa", emoji: "🌊" }],
};
let values: Map<string, string>;
let requests: { body: unknown; answer: (status: number, body?: unknown) => void }[];
let stop: () => void;

/** The values of the requests that were sent, oldest first. */
const sent = () => requests.map(({ body }) => body);

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  values = stubLocalStorage();
  vi.stubGlobal(
    "fetch",
    (_: string, { body }: RequestInit) =>
      new Promise<Response>((resolve) => {
        const answer = (status: number, reply: unknown = message) =>
          resolve(Response.json(reply, { status }));
        requests.push({ body: JSON.parse(String(body)), answer });
      }),
  );
  // Without locks, as in an old browser.
  vi.stubGlobal("navigator", {});
  stop = startChanges("mara");
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("shows a change at once, and publishes the server's state of it like a frame", async () => {
  const frames: MessageView[] = [];
  const unsubscribe = onFrame("message_changed", (changed) => frames.push(changed));
  changeMessage("7", "reaction", "👍");
  changeMessage("7", "text", "the lake");
  expect(withChanges(message, $pendingChanges.get(), "mara")).toEqual({
    ...message,
    content: "the lake",
    reactions: [
      { userId: "noa", emoji: "🌊" },
      { userId: "mara", emoji: "👍" },
    ],
  });
  requests[0]?.answer(200, { ...message, version: 2 });
  await vi.waitFor(() => expect(frames).toEqual([{ ...message, version: 2 }]));
  unsubscribe();
});

it("returns the same object for a message without changes, so that its row is not rendered again", () => {
  changeMessage("8", "reaction", "👍");
  expect(withChanges(message, $pendingChanges.get(), "mara")).toBe(message);
});

it("sends one change of a message at a time, and only the latest of those that wait", async () => {
  changeMessage("7", "reaction", "👍");
  changeMessage("7", "reaction", "😂");
  changeMessage("7", "reaction", null);
  expect(sent()).toEqual([{ emoji: "👍" }]);
  requests[0]?.answer(200);
  await vi.waitFor(() => expect(sent()).toEqual([{ emoji: "👍" }, { emoji: null }]));
  requests[1]?.answer(200);
  await vi.waitFor(() => expect($pendingChanges.get()).toEqual([]));
  expect(values.size).toBe(0);
});

it("waits longer after each failure of the server", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  changeMessage("7", "reaction", "👍");
  requests[0]?.answer(503, { message: "Try again" });
  await vi.advanceTimersByTimeAsync(10_000);
  requests[1]?.answer(503, { message: "Try again" });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(requests.length).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests.length).toBe(3);
});

it("sends a change again after the server has failed, and those of a closed page at the start", async () => {
  changeMessage("7", "reaction", "👍");
  requests[0]?.answer(503, { message: "Try again" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent()).toEqual([{ emoji: "👍" }, { emoji: "👍" }]);
  stop();
  expect($pendingChanges.get()).toEqual([]);
  stop = startChanges("noa");
  expect(requests.length).toBe(2);
  stop();
  stop = startChanges("mara");
  expect(sent()[2]).toEqual({ emoji: "👍" });
});

it("sends the changes of a message from one tab at a time, and none from two", async () => {
  let turn: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    locks: { request: (_: string, work: () => Promise<unknown>) => (turn = turn.then(work)) },
  });
  changeMessage("7", "reaction", "👍");
  vi.resetModules();
  const otherTab = await import("~/features/chat/send-changes");
  const stopOther = otherTab.startChanges("mara");
  await vi.waitFor(() => expect(sent()).toEqual([{ emoji: "👍" }]));
  changeMessage("7", "reaction", "😂");
  requests[0]?.answer(200);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.answer(200);
  await vi.waitFor(() => expect(values.size).toBe(0));
  await turn;
  expect(sent()).toEqual([{ emoji: "👍" }, { emoji: "😂" }]);
  stopOther();
});

it("takes a refused change back and says why", async () => {
  changeMessage("7", "text", "the lake");
  requests[0]?.answer(403, { message: "Messages can be edited for 15 minutes." });
  await vi.waitFor(() => expect($pendingChanges.get()).toEqual([]));
  expect($toast.get()).toMatchObject({
    title: "Message not edited",
    text: "Messages can be edited for 15 minutes.",
  });
});

it("keeps what was changed before its code has loaded", () => {
  stop();
  changeMessage("7", "reaction", "👍");
  stop = startChanges("mara");
  expect(sent()).toEqual([{ emoji: "👍" }]);
  expect(values.get("afterglow_draft_changes_mara_messages")).toContain("👍");
});
