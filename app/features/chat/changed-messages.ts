import type { MessageView } from "~/contract/chat";
import { onFrame } from "~/realtime/frames";

/** The newest known state of the messages that have changed since the page was loaded, by id. */
const changed = new Map<string, MessageView>();

// Subscribes at import, so that the state is known before any other subscriber of the frame runs.
onFrame("message_changed", (message) => changed.set(message.id, newerOf(changed.get(message.id), message)));

/** Returns the newer of two states of a message. A read message stays read. */
function newerOf(known: MessageView | undefined, other: MessageView): MessageView {
  if (!known) return other;
  const newer = (known.version ?? 0) > (other.version ?? 0) ? known : other;
  return { ...newer, isRead: known.isRead || other.isRead };
}

/** Returns a message as it is now: a `message` frame or a page with an older state can arrive after a change. */
export function currentOf(message: MessageView): MessageView {
  const known = changed.get(message.id);
  return known && (known.version ?? 0) > (message.version ?? 0) ? newerOf(message, known) : message;
}

/** Returns the present text of a message that has changed; undefined for any other. */
export const changedText = (id: string): string | undefined => changed.get(id)?.content;
