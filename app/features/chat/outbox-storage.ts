import { SerialQueue } from "~/contract/serial-queue";
import { askBeforeClosing } from "~/ui/ask-before-closing";
import { runInOutbox } from "./has-unsent";
import type { OutboxStorage } from "./outbox";
import type { OutboxItem } from "./waiting-store";

/** The file is stored as bytes: Safari cannot read a stored `Blob` any more once it has been stored a second time. */
type StoredItem = Omit<OutboxItem, "attachment"> & {
  /** A `Blob` in items that earlier versions have stored. */
  attachment?: Omit<NonNullable<OutboxItem["attachment"]>, "data"> & { data: ArrayBuffer | Blob };
};

async function storedOf({ attachment, ...item }: OutboxItem): Promise<StoredItem> {
  if (!attachment) return item;
  return { ...item, attachment: { ...attachment, data: await attachment.data.arrayBuffer() } };
}

function itemOf({ attachment, ...item }: StoredItem): OutboxItem {
  if (!attachment) return item;
  const { type, data } = attachment;
  return { ...item, attachment: { ...attachment, data: new Blob([data], { type }) } };
}

/** Reading a file takes time, and a deletion must not overtake the item. */
const changes = new SerialQueue();

/** The browser asks before the tab closes with messages that are being stored: ten photos take a moment. */
async function guarded(stored: Promise<void>): Promise<void> {
  const endAsking = askBeforeClosing();
  try {
    await stored;
  } finally {
    endAsking();
  }
}

/** Stores the outbox in IndexedDB. */
export const browserStorage: OutboxStorage = {
  list: async (memberId) => {
    // Only `put` writes to the store.
    const items = await runInOutbox(
      "readonly",
      (store) => store.index("member").getAll(memberId) as IDBRequest<StoredItem[]>,
    );
    return items.map(itemOf);
  },
  put: (item) =>
    guarded(
      changes.run(async () => {
        const stored = await storedOf(item);
        await runInOutbox("readwrite", (store) => store.put(stored));
      }),
    ),
  delete: (clientId) => changes.run(() => runInOutbox("readwrite", (store) => store.delete(clientId))),
};
