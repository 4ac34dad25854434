import { onFrame } from "~/realtime/frames";

/** Tombstones: ids of the messages deleted since the page was loaded. */
const tombstones = new Set<string>();

// Subscribes at import, so that the tombstone exists before any other subscriber of the frame runs.
onFrame("message_deleted", ({ id }) => tombstones.add(id));

/** Returns whether a message was deleted. Its `message` frame or a page with it can arrive after the deletion. */
export function isDeleted(id: string): boolean {
  return tombstones.has(id);
}
