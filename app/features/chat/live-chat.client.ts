import { subscribeChat } from "./chat-sync";
import { startDeviceNotifications } from "./device-notifications";
import { startOutbox } from "./live-outbox";
import { startChanges } from "./send-changes";

export { outbox } from "./live-outbox";

/**
 * Starts the parts of chat that run on every page while the member is signed in. Returns a function that stops them.
 */
export function startChat(memberId: string): () => void {
  const stops = [
    subscribeChat(memberId),
    startOutbox(memberId),
    startChanges(memberId),
    startDeviceNotifications(memberId),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
