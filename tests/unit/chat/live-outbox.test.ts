import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FORWARD_MISSING } from "~/contract/message-texts";
import { inEnglish } from "~/contract/messages";
import { outbox, startOutbox } from "~/features/chat/live-outbox";
import { enqueueMessage } from "~/features/chat/waiting-messages";
import { dispatchFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $toast } from "~/ui/toast-store";

// The browser cannot read the file any more.
class FailingReader {
  error = new DOMException("The object can not be found here.", "NotFoundError");
  onerror = () => {};
  readAsDataURL() {
    queueMicrotask(() => this.onerror());
  }
}

beforeEach(() => {
  vi.stubGlobal("FileReader", FailingReader);
  vi.stubGlobal("navigator", {});
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  outbox.reset();
  vi.unstubAllGlobals();
});

it("refuses a message whose file can no longer be read, and sends the next", async () => {
  const send = vi.spyOn(link, "send").mockReturnValue(true);
  outbox.open();
  await enqueueMessage("ada", "grace", "", {
    attachment: { name: "a.jpg", type: "image/jpeg", data: new Blob(["x"]) },
  });
  await enqueueMessage("ada", "grace", "after it");
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(send.mock.calls[0]?.[0]).toMatchObject({ payload: { content: "after it" } });
  expect(outbox.$items.get()[0]?.refused).toBe("The file can no longer be read. Please attach it again.");
});

it("marks a message that could not be stored", async () => {
  await enqueueMessage("ada", "grace", "in memory only");
  expect(outbox.$items.get()).toMatchObject([{ content: "in memory only", isUnstored: true }]);
});

it("keeps a message in the queue after a temporary error, and refuses it after another", async () => {
  vi.spyOn(link, "send").mockReturnValue(true);
  const stop = startOutbox("ada");
  outbox.open();
  await enqueueMessage("ada", "grace", "hello");
  const clientId = outbox.$items.get()[0]?.clientId ?? "";
  dispatchFrame({ type: "error", payload: { message: "The server failed.", clientId, isTemporary: true } });
  expect(outbox.$items.get()[0]?.refused).toBeUndefined();
  dispatchFrame({ type: "error", payload: { message: "This message is too long.", clientId } });
  await expect.poll(() => outbox.$items.get()[0]?.refused).toBe("This message is too long.");
  stop();
});

it("sends the id of a forwarded message without its text, and says when it is refused, on any page", async () => {
  const send = vi.spyOn(link, "send").mockReturnValue(true);
  send.mockClear();
  const stop = startOutbox("ada");
  outbox.open();
  await enqueueMessage("ada", "eve", "the sea", { forward: { id: "7" } });
  const clientId = outbox.$items.get()[0]?.clientId ?? "";
  const payload = { receiverId: "eve", content: "", clientId, forward: "7" };
  expect(send).toHaveBeenCalledWith({ type: "message", payload });
  dispatchFrame({ type: "error", payload: { message: inEnglish(FORWARD_MISSING), clientId } });
  await expect
    .poll(() => $toast.get())
    .toMatchObject({ title: "Message not forwarded", text: inEnglish(FORWARD_MISSING) });
  stop();
});
