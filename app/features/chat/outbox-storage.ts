import { SerialQueue } from "~/contract/serial-queue";
import { memberDatabase } from "~/features/session/member-database";
import { askBeforeClosing } from "~/ui/ask-before-closing";
import type { OutboxStorage } from "./outbox";
import type { OutboxItem } from "./waiting-store";

const run = memberDatabase({
  database: "afterglow-chat",
  store: "outbox",
  keyPath: "clientId",
  timeout: 3000,
});

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

/** Returns the number of a member's stored messages; 0 when the database cannot be read. */
export const countStored = (memberId: string): Promise<number> =>
  run("readonly", (store) => store.index("member").count(memberId)).catch(() => 0);

/** Stores the outbox in IndexedDB. */
export const browserStorage: OutboxStorage = {
  list: async (memberId) => {
    // Only `put` writes to the store.
    const items = await run(
      "readonly",
      (store) => store.index("member").getAll(memberId) as IDBRequest<StoredItem[]>,
    );
    return items.map(itemOf);
  },
  put: (item) =>
    guarded(
      changes.run(async () => {
        const stored = await storedOf(item);
        await run("readwrite", (store) => store.put(stored));
      }),
    ),
  delete: (clientId) => changes.run(() => run("readwrite", (store) => store.delete(clientId))),
};
