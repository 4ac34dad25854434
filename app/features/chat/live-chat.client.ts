import { subscribeChat } from "./chat-sync";
import { startOutbox } from "./live-outbox";
import { startChanges } from "./send-changes";

export { outbox } from "./live-outbox";

/**
 * Starts sending and receiving messages until the member leaves the app. Returns a function that stops it.
 */
export function startChat(memberId: string): () => void {
  const stops = [subscribeChat(memberId), startOutbox(memberId), startChanges(memberId)];
  return () => {
    for (const stop of stops) stop();
  };
}
