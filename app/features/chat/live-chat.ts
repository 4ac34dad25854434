import { followChat } from "./chat-store";
import { startOutbox } from "./live-outbox";

/** Everything of chat that lives as long as the member is signed in, whatever page is open. */
export function startChat(memberId: string): () => void {
  const stops = [followChat(memberId), startOutbox(memberId)];
  return () => {
    for (const stop of stops) stop();
  };
}
