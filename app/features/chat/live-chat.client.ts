import { subscribeChat } from "./chat-sync";
import { startOutbox } from "./live-outbox";
import { startChanges } from "./send-changes";

export { outbox } from "./live-outbox";

/**
 * Starts the parts of chat that send and receive messages, until the member leaves the app. Returns a function that stops them.
 */
export function startChat(memberId: string): () => void {
  const stops = [subscribeChat(memberId), startOutbox(memberId), startChanges(memberId)];
  return () => {
    for (const stop of stops) stop();
  };
}
