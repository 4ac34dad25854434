import type { OutboxStorage } from "~/features/chat/outbox";
import type { OutboxItem } from "~/features/chat/waiting-store";

/** Replaces IndexedDB. Passed in by the page's owner, so that it survives the page. */
declare const disk: Map<string, OutboxItem>;

/** Delays each change as IndexedDB does, so that killing a page can prevent it. */
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

export const browserStorage: OutboxStorage = {
  list: async (memberId) => {
    await later();
    // Sorted by key, as IndexedDB returns them, not by insertion.
    return [...disk.values()]
      .filter((item) => item.memberId === memberId)
      .sort((a, b) => a.clientId.localeCompare(b.clientId));
  },
  put: async (item) => {
    await later();
    disk.set(item.clientId, item);
  },
  delete: async (clientId) => {
    await later();
    disk.delete(clientId);
  },
};
