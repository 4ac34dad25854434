import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACK_TIMEOUT_MS, Outbox, RefusedError, STORE_RETRY_MS } from "~/features/chat/outbox";
import type { OutboxItem } from "~/features/chat/waiting-store";

let disk: Map<string, OutboxItem>;
let sent: string[];
let outbox: Outbox;
let refusing: boolean;

const makeOutbox = () =>
  new Outbox(
    {
      list: async (memberId) => [...disk.values()].filter((item) => item.memberId === memberId),
      put: async (item) => void disk.set(item.clientId, item),
      delete: async (clientId) => void disk.delete(clientId),
    },
    async ({ clientId }) => {
      sent.push(clientId);
      if (refusing) throw new RefusedError("No.");
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
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  [disk, sent, refusing] = [new Map(), [], false];
  outbox = makeOutbox();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the outbox", () => {
  it("sends a conversation one at a time, in order, and other conversations in parallel", async () => {
    outbox.open();
    for (const one of [item("a1"), item("a2"), item("b1", "bob")]) await outbox.add(one);
    expect(sent).toEqual(["a1", "b1"]);
    outbox.acknowledge("a1");
    expect(sent).toEqual(["a1", "b1", "a2"]);
    outbox.acknowledge("a2");
    outbox.acknowledge("a2");
    outbox.acknowledge("b1");
    expect([outbox.$items.get(), disk.size]).toEqual([[], 0]);
  });

  it("enqueues while the link is closed, and sends when it opens", async () => {
    await outbox.add(item("a1"));
    expect([sent, disk.size]).toEqual([[], 1]);
    outbox.open();
    expect(sent).toEqual(["a1"]);
  });

  it("resends the item in flight after a reconnect, and after a timeout without an acknowledgement", async () => {
    outbox.open();
    await outbox.add(item("a1"));
    outbox.close();
    vi.advanceTimersByTime(ACK_TIMEOUT_MS * 2);
    expect(sent).toEqual(["a1"]);
    outbox.open();
    vi.advanceTimersByTime(ACK_TIMEOUT_MS);
    expect(sent).toEqual(["a1", "a1", "a1"]);
    outbox.acknowledge("a1");
    vi.advanceTimersByTime(ACK_TIMEOUT_MS * 3);
    expect(sent.length).toBe(3);
  });

  it("sends an item that has waited for more than 30 days only on retry", async () => {
    await outbox.add(item("a1"));
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
    outbox.open();
    expect([sent, disk.get("a1")?.refused]).toEqual([[], "It has waited for more than 30 days."]);
    outbox.retry("a1");
    outbox.close();
    outbox.open();
    expect(sent).toEqual(["a1", "a1"]);
  });

  it("sends a refused item only on retry, and continues with the next", async () => {
    outbox.open();
    refusing = true;
    await outbox.add(item("a1"));
    await vi.advanceTimersByTimeAsync(0);
    expect(disk.get("a1")?.refused).toBe("No.");
    refusing = false;
    await outbox.add(item("a2"));
    expect(sent).toEqual(["a1", "a2"]);
    outbox.acknowledge("a2");
    outbox.retry("a1");
    expect(sent).toEqual(["a1", "a2", "a1"]);
    expect(outbox.$items.get()[0]?.refused).toBe(undefined);
    outbox.discard("a1");
    expect(disk.size).toBe(0);
  });

  it("adopts the items of a closed tab, in order and before its own, but not those of an open tab", async () => {
    for (const one of [
      item("a1", "grace", "closed"),
      item("a2", "grace", "closed"),
      item("x", "grace", "open"),
    ]) {
      disk.set(one.clientId, one);
    }
    disk.set("other", { ...item("other", "grace", "closed"), memberId: "eve" });
    await outbox.add(item("a3"));
    await outbox.adopt("ada", "new", (tab) => tab === "open");
    await outbox.adopt("ada", "new", (tab) => tab === "open");
    outbox.open();
    expect(sent).toEqual(["a1"]);
    for (const clientId of ["a1", "a2", "a3"]) outbox.acknowledge(clientId);
    expect(sent).toEqual(["a1", "a2", "a3"]);
    expect([...disk.keys()]).toEqual(["x", "other"]);
  });

  it("adopts nothing for a member who has logged out meanwhile", async () => {
    disk.set("a1", item("a1", "grace", "closed"));
    const adopting = outbox.adopt("ada", "new", () => false);
    outbox.reset();
    await adopting;
    outbox.open();
    expect([sent, outbox.$items.get()]).toEqual([[], []]);
  });

  it("does not wait for a storage that has failed, and stores the rest once it works again", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const puts: { clientId: string; settle: (isStored: boolean) => Promise<void> }[] = [];
    outbox = new Outbox(
      {
        list: async () => [],
        put: ({ clientId }) =>
          new Promise<void>((resolve, reject) => {
            const settle = async (isStored: boolean) => {
              if (isStored) resolve();
              else reject(new Error("IndexedDB does not reply."));
              await vi.advanceTimersByTimeAsync(0);
            };
            puts.push({ clientId, settle });
          }),
        delete: async () => undefined,
      },
      async ({ clientId }) => void sent.push(clientId),
    );
    const unstored = () =>
      outbox.$items.get().flatMap(({ clientId, isUnstored }) => (isUnstored ? [clientId] : []));
    outbox.open();
    void outbox.add(item("a1"));
    void outbox.add(item("b1", "bob"));
    expect(sent).toEqual([]);
    await puts[0]?.settle(false);
    expect(sent).toEqual(["a1", "b1"]);
    await puts[1]?.settle(false);

    // At once, although its storing takes long to fail.
    await outbox.add(item("c1", "cleo"));
    expect(sent).toEqual(["a1", "b1", "c1"]);
    expect(unstored()).toEqual(["a1", "b1", "c1"]);
    await puts[2]?.settle(false);
    outbox.acknowledge("a1");
    expect(puts.length).toBe(3);
    await vi.advanceTimersByTimeAsync(STORE_RETRY_MS);
    for (const at of [3, 4]) await puts[at]?.settle(true);
    expect(puts.slice(3).map(({ clientId }) => clientId)).toEqual(["b1", "c1"]);
    expect(unstored()).toEqual([]);

    void outbox.add(item("d1", "dora"));
    expect(sent).not.toContain("d1");
    await puts[5]?.settle(true);
    expect(sent.at(-1)).toBe("d1");
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it("sends even when storage fails", async () => {
    outbox = new Outbox(
      { list: async () => [], put: () => Promise.reject(new Error("full")), delete: async () => undefined },
      async ({ clientId }) => void sent.push(clientId),
    );
    outbox.open();
    await outbox.add(item("a1"));
    expect(sent).toEqual(["a1"]);
  });
});
