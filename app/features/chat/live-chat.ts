import { followChat } from "./chat-store";
import { dropDrafts } from "./drafts";
import { startOutbox } from "./live-outbox";

/**
 * Everything of chat that lives as long as the member is signed in, whatever page is open. Call what it returns when they
 * log out; a page that is closed or reloaded calls nothing.
 */
export function startChat(memberId: string): () => void {
  const stops = [followChat(memberId), startOutbox(memberId)];
  return () => {
    for (const stop of stops) stop();
    dropDrafts(memberId);
  };
}
