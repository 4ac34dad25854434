import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { MessageView } from "~/contract/chat";
import {
  type ConversationEvent,
  quotedText,
  reduceConversation,
  UNOPENED,
} from "~/features/chat/reduce-conversation";
import { ConversationRun, idsOf, ME, message, THEM } from "./conversation-run";

const reduce = (...events: ConversationEvent[]) => events.reduce(reduceConversation, UNOPENED);
const newestPage = (ids: number[], next: string | null = null): ConversationEvent => ({
  type: "newest_page",
  items: ids.map((id) => message(id)),
  next,
  connection: 0,
});
const live = (...ids: number[]): ConversationEvent => ({
  type: "messages",
  messages: ids.map((id) => message(id)),
});

const steps = [
  "send",
  "change",
  "react",
  "delete",
  "read",
  "deliver",
  "repeat",
  "request",
  "scroll",
  "reply",
  "fail",
  "disconnect",
  "connect",
  "finishSync",
] as const;
const step = fc.record({
  // A conversation of several pages, whose frames mostly arrive.
  name: fc.oneof(
    { weight: 2, arbitrary: fc.constant("send" as const) },
    { weight: 6, arbitrary: fc.constantFrom(...steps) },
  ),
  pick: fc.nat(20),
});

test("ends with the server's messages, whatever is lost, late, doubled or out of order", () => {
  const ownMarks = (one: MessageView) => (one.senderId === ME ? one : { ...one, isRead: false });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), (all) => {
      const run = new ConversationRun();
      for (const { name, pick } of all) run[name](pick);
      run.settle();
      expect(run.state.phase).toBe("ready");
      expect(run.shown().map(ownMarks)).toEqual(run.expected().map(ownMarks));
    }),
    { numRuns: 1000 },
  );
});

describe("a conversation", () => {
  it("has its messages once and by id, in whatever order they arrive", () => {
    expect(idsOf(reduce(newestPage([10, 2]), live(9), live(10, 1)))).toEqual([1, 2, 9, 10]);
  });

  it("loses messages that the refetched page no longer has, within its id range only", () => {
    const loaded = newestPage([8, 5, 4, 3, 2, 1]);
    expect(idsOf(reduce(loaded, newestPage([6, 5, 3], "3")))).toEqual([1, 2, 3, 5, 6, 8]);
    expect(idsOf(reduce(loaded, newestPage([6, 5, 3])))).toEqual([3, 5, 6, 8]);
    const connected = { type: "connected", connection: 0 } as const;
    expect(idsOf(reduce(newestPage([5, 4]), connected, live(7), newestPage([4])))).toEqual([4, 7]);
    expect(idsOf(reduce(newestPage([5]), connected, live(7), newestPage([])))).toEqual([7]);
  });

  it("keeps no messages before it is opened, and the changes of those that come later", () => {
    const changed = {
      type: "message_changed",
      message: message(2, { content: "edited", version: 1 }),
    } as const;
    const unopened = reduce(live(1, 2, 3), changed, { type: "message_deleted", id: "3" });
    expect(unopened.messages).toEqual([]);
    const opened = reduceConversation(unopened, newestPage([3, 2, 1]));
    expect(opened.messages.map(({ content }) => content)).toEqual(["no. 1", "edited"]);
  });

  it("quotes a message as it is now, whether it is loaded or not", () => {
    const original = { senderId: THEM, content: "the sea" };
    const changed = { type: "message_changed", message: message(2, { content: "the lake" }) } as const;
    const state = reduce(changed, { type: "message_deleted", id: "3" });
    expect(["1", "2", "3"].map((id) => quotedText(state, { id, original }))).toEqual([
      "the sea",
      "the lake",
      null,
    ]);
    expect(quotedText(state, { id: "2", original: null })).toBe(null);
  });

  it("marks all loaded messages of a member as read without an id, and no later ones", () => {
    const theirs = { type: "messages", messages: [message(3, { senderId: THEM })] } as const;
    const state = reduce(
      newestPage([2, 1]),
      theirs,
      { type: "read", senderId: ME, upTo: undefined },
      live(4),
    );
    expect(state.messages.map(({ isRead }) => isRead)).toEqual([true, true, false, false]);
  });

  it("is the same object when nothing changes", () => {
    const state = reduce(newestPage([1]));
    expect(reduceConversation(state, { type: "requested" })).toBe(state);
    expect(reduceConversation(UNOPENED, live(1))).toBe(UNOPENED);
  });
});
