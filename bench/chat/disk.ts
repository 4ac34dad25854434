import type { OutboxItem, OutboxStorage } from "~/features/chat/outbox";

/** In the place of the browser's database: kept by whoever opened the page, so that it outlives the page. */
declare const disk: Map<string, OutboxItem>;

/** A change is done a little later, as it is in a browser: a page that is killed meanwhile has not made it. */
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

export const browserStorage: OutboxStorage = {
  list: async (memberId) => {
    await later();
    // As the browser's database answers: by their keys, not in the order they came.
    return [...disk.values()]
      .filter((item) => item.memberId === memberId)
      .sort((a, b) => a.clientId.localeCompare(b.clientId));
  },
  put: async (item) => {
    await later();
    disk.set(item.clientId, item);
  },
  drop: async (clientId) => {
    await later();
    disk.delete(clientId);
  },
};
