import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { outbox, startOutbox } from "~/features/chat/live-outbox";
import { loadChat } from "~/features/chat/load-chat";
import { enqueueMessage } from "~/features/chat/waiting-messages";
import { $waitingMessages } from "~/features/chat/waiting-store";
import { link } from "~/realtime/link";

vi.mock("~/features/chat/load-chat");

const code = { outbox, startChat: startOutbox };
const failure = () => Promise.reject(new Error("The network is lost."));
const contents = () => $waitingMessages.get().map(({ content }) => content);

beforeEach(() => {
  vi.stubGlobal("navigator", {});
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  outbox.reset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("shows messages at once, in order, while the outbox's code loads", async () => {
  let loaded = (_: typeof code) => {};
  vi.mocked(loadChat).mockReturnValue(new Promise((resolve) => (loaded = resolve)));
  const add = vi.spyOn(outbox, "add");
  const both = [enqueueMessage("ada", "grace", "one"), enqueueMessage("ada", "grace", "two")];
  expect(contents()).toEqual(["one", "two"]);
  loaded(code);
  await Promise.all(both);
  expect(add.mock.calls.map(([{ content }]) => content)).toEqual(["one", "two"]);
  expect(contents()).toEqual(["one", "two"]);
});

it("sends a message whose code could not be loaded, once it is", async () => {
  vi.mocked(loadChat).mockImplementation(failure);
  await enqueueMessage("ada", "grace", "hello");
  expect($waitingMessages.get()).toMatchObject([{ content: "hello", isUnstored: true }]);
  const send = vi.spyOn(link, "send").mockReturnValue(true);
  const stop = startOutbox("ada");
  outbox.open();
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ payload: expect.objectContaining({ content: "hello" }) }),
  );
  stop();
});

it("sends no message of a member who has logged out before the code was loaded", async () => {
  vi.mocked(loadChat).mockImplementation(failure);
  await enqueueMessage("ada", "grace", "hello");
  const send = vi.spyOn(link, "send").mockReturnValue(true);
  const stop = startOutbox("eve");
  outbox.open();
  expect(contents()).toEqual([]);
  expect(send).not.toHaveBeenCalled();
  stop();
});
