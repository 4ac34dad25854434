import { expect, test, vi } from "vitest";
import { subscribeChat } from "~/features/chat/chat-sync";
import { $conversations } from "~/features/chat/conversations";
import { $typing } from "~/features/chat/typing";
import { dispatchFrame } from "~/realtime/frames";

test("a typing frame changes no conversation, and its indicator expires", () => {
  vi.useFakeTimers();
  const stop = subscribeChat("mara");
  const changes = vi.fn();
  const stopListening = $conversations.listen(changes);
  dispatchFrame({ type: "typing", payload: { userId: "noa", receiverId: "mara", isTyping: true } });
  expect($typing.get()).toEqual({ noa: true });
  vi.advanceTimersByTime(5000);
  expect($typing.get()).toEqual({ noa: false });
  expect(changes).not.toHaveBeenCalled();
  stopListening();
  stop();
  vi.useRealTimers();
});
