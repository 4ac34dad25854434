import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER_WAIT_MS, Outbox, type OutboxItem, Refusal } from "~/features/chat/outbox";

let disk: Map<string, OutboxItem>;
let sent: string[];
let outbox: Outbox;
let refusing: boolean;

const makeOutbox = () =>
  new Outbox(
    {
      list: async (memberId) => [...disk.values()].filter((item) => item.memberId === memberId),
      put: async (item) => void disk.set(item.clientId, item),
      drop: async (clientId) => void disk.delete(clientId),
    },
    async ({ clientId }) => {
      sent.push(clientId);
      if (refusing) throw new Refusal("No.");
    },
  );

let minute = 0;
const item = (clientId: string, receiverId = "grace", tabId = "tab"): OutboxItem => ({
  clientId,
  memberId: "ada",
  receiverId,
  content: clientId,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
  tabId,
});

beforeEach(() => {
  vi.useFakeTimers();
  [disk, sent, refusing] = [new Map(), [], false];
  outbox = makeOutbox();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the outbox", () => {
  it("sends a conversation one at a time, in order, and others beside it", async () => {
    outbox.open();
    for (const one of [item("a1"), item("a2"), item("b1", "bob")]) await outbox.add(one);
    expect(sent).toEqual(["a1", "b1"]);
    outbox.settle("a1");
    expect(sent).toEqual(["a1", "b1", "a2"]);
    outbox.settle("a2");
    outbox.settle("a2");
    outbox.settle("b1");
    expect([outbox.items(), disk.size]).toEqual([[], 0]);
  });

  it("keeps what is written while the way is closed, and sends it when it opens", async () => {
    await outbox.add(item("a1"));
    expect([sent, disk.size]).toEqual([[], 1]);
    outbox.open();
    expect(sent).toEqual(["a1"]);
  });

  it("sends again what was on its way when the way closed, and what is never answered", async () => {
    outbox.open();
    await outbox.add(item("a1"));
    outbox.close();
    vi.advanceTimersByTime(ANSWER_WAIT_MS * 2);
    expect(sent).toEqual(["a1"]);
    outbox.open();
    vi.advanceTimersByTime(ANSWER_WAIT_MS);
    expect(sent).toEqual(["a1", "a1", "a1"]);
    outbox.settle("a1");
    vi.advanceTimersByTime(ANSWER_WAIT_MS * 3);
    expect(sent.length).toBe(3);
  });

  it("lets a refused one wait for a new try, and the next go on", async () => {
    outbox.open();
    refusing = true;
    await outbox.add(item("a1"));
    await vi.advanceTimersByTimeAsync(0);
    expect(disk.get("a1")?.refused).toBe("No.");
    refusing = false;
    await outbox.add(item("a2"));
    expect(sent).toEqual(["a1", "a2"]);
    outbox.settle("a2");
    outbox.retry("a1");
    expect(sent).toEqual(["a1", "a2", "a1"]);
    expect(outbox.items()[0]?.refused).toBe(undefined);
    outbox.discard("a1");
    expect(disk.size).toBe(0);
  });

  it("takes over, in order and before its own, what a tab that is gone has left; not what a living one sends", async () => {
    for (const one of [
      item("a1", "grace", "gone"),
      item("a2", "grace", "gone"),
      item("x", "grace", "alive"),
    ]) {
      disk.set(one.clientId, one);
    }
    disk.set("other", { ...item("other", "grace", "gone"), memberId: "eve" });
    await outbox.add(item("a3"));
    await outbox.adopt("ada", "new", (tab) => tab === "alive");
    await outbox.adopt("ada", "new", (tab) => tab === "alive");
    outbox.open();
    expect(sent).toEqual(["a1"]);
    for (const clientId of ["a1", "a2", "a3"]) outbox.settle(clientId);
    expect(sent).toEqual(["a1", "a2", "a3"]);
    expect([...disk.keys()]).toEqual(["x", "other"]);
  });

  it("does not take over for a member who has logged out meanwhile", async () => {
    disk.set("a1", item("a1", "grace", "gone"));
    const adopting = outbox.adopt("ada", "new", () => false);
    outbox.reset();
    await adopting;
    outbox.open();
    expect([sent, outbox.items()]).toEqual([[], []]);
  });

  it("sends also when nothing can be kept", async () => {
    outbox = new Outbox(
      { list: async () => [], put: () => Promise.reject(new Error("full")), drop: async () => undefined },
      async ({ clientId }) => void sent.push(clientId),
    );
    outbox.open();
    await outbox.add(item("a1"));
    expect(sent).toEqual(["a1"]);
  });
});
