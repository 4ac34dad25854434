import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OutboxStorage } from "~/features/chat/outbox";
import type { OutboxItem } from "~/features/chat/waiting-store";

let storage: OutboxStorage;
/** The databases that the storage has opened. */
let opened: IDBDatabase[];
let factory: IDBFactory;

beforeEach(async () => {
  factory = new IDBFactory();
  opened = [];
  const open = factory.open.bind(factory);
  vi.spyOn(factory, "open").mockImplementation((...args) => {
    const request = open(...args);
    request.addEventListener("success", () => opened.push(request.result));
    return request;
  });
  vi.stubGlobal("indexedDB", factory);
  vi.stubGlobal("window", new EventTarget());
  vi.resetModules();
  storage = (await import("~/features/chat/outbox-storage")).browserStorage;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const item = (clientId: string, file?: Blob): OutboxItem => ({
  clientId,
  memberId: "ada",
  receiverId: "grace",
  content: clientId,
  ...(file ? { attachment: { name: "a.txt", type: "text/plain", data: file } } : {}),
  createdAt: "2026-01-01T00:00:00.000Z",
  tabId: "tab",
});
/** Closes the first database as the browser would; its `close` event fires. */
function forceClose(): void {
  // The package types its parameter as the class instead of an instance.
  forceCloseDatabase(opened[0] as never);
}

const storedIds = async () => (await storage.list("ada")).map(({ clientId }) => clientId);

it("stores a file as bytes, and lists it as a Blob that can be read and stored again", async () => {
  await storage.put(item("a", new Blob(["text"], { type: "text/plain" })));
  const [db] = opened;
  const request = db?.transaction("outbox").objectStore("outbox").get("a");
  await new Promise((resolve) => request?.addEventListener("success", resolve));
  expect(request?.result.attachment.data).toBeInstanceOf(ArrayBuffer);

  const [listed] = await storage.list("ada");
  if (!listed) return expect.fail("nothing was listed");
  await storage.put({ ...listed, tabId: "other" });
  const [again] = await storage.list("ada");
  expect([again?.tabId, again?.attachment?.data.type, await again?.attachment?.data.text()]).toEqual([
    "other",
    "text/plain",
    "text",
  ]);
});

it("reopens a database that the browser has closed, with and without an event", async () => {
  await storage.put(item("a"));
  forceClose();
  await storage.put(item("b"));
  // Fires nothing: the next transaction throws InvalidStateError.
  opened.at(-1)?.close();
  await storage.put(item("c"));
  expect(await storedIds()).toEqual(["a", "b", "c"]);
  expect(opened.length).toBe(3);
});

it("rejects when no database can be opened, and opens one once it can", async () => {
  vi.mocked(factory.open).mockImplementationOnce(() => {
    throw new DOMException("Storage is disabled.", "SecurityError");
  });
  await storage.put(item("a"));

  // A request that never settles.
  vi.mocked(factory.open).mockReturnValueOnce({} as IDBOpenDBRequest);
  forceClose();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const listing = storedIds();
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  expect(await listing).toEqual(["a"]);

  vi.mocked(factory.open).mockImplementation(() => {
    throw new DOMException("Storage is disabled.", "SecurityError");
  });
  opened.at(-1)?.close();
  await expect(storage.put(item("b"))).rejects.toThrow("Storage is disabled.");
});

it("does not let a deletion overtake an item whose file is still being read", async () => {
  const file = new Blob(["text"]);
  let finish = () => {};
  vi.spyOn(file, "arrayBuffer").mockReturnValue(
    new Promise((resolve) => {
      finish = () => resolve(new ArrayBuffer(4));
    }),
  );
  const changes = [storage.put(item("a", file)), storage.delete("a")];
  finish();
  await Promise.all(changes);
  expect(await storedIds()).toEqual([]);
});

it("asks before the tab closes until every message is stored or has failed", async () => {
  const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const file = new Blob(["text"]);
  vi.spyOn(file, "arrayBuffer").mockRejectedValue(new Error("The file is gone."));
  const [first, second] = [storage.put(item("a")), storage.put(item("b", file))];
  expect(asks()).toBe(true);
  await first;
  expect(asks()).toBe(true);
  await expect(second).rejects.toThrow("The file is gone.");
  expect(asks()).toBe(false);
});
