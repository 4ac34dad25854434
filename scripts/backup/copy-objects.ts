import { BACKUP_RECORD_KEY } from "~/contract/backup-record";
import { again } from "./again";
import { hashOf } from "./hash";
import { inParallel } from "./in-parallel";
import { contentOf, type Entry, parseEntry } from "./manifest";
import type { Store } from "./store";

/** Lists of the objects that a run has copied so far. The next run goes on with them when it is cut. */
const PROGRESS = "running/copied-";

/** The objects and contents that a copy need not read. */
export interface Known {
  /** The objects of earlier backups, and of a run that was cut, by key. */
  entries: Map<string, Entry>;
  /** The sizes of the stored contents, by name. */
  contents: Map<string, number>;
}

/** Returns the objects that a cut run has copied. */
export async function readProgress(store: Store): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const name of (await store.list(PROGRESS)).keys()) {
    const text = (await (await store.get(name))?.text()) ?? "";
    entries.push(...text.split("\n").filter(Boolean).map(parseEntry));
  }
  return entries;
}

/** Returns an object with its bytes; null when it does not exist. */
async function readObject(media: R2Bucket, key: string): Promise<(Entry & { body: Blob }) | null> {
  const object = await media.get(key);
  if (!object) return null;
  const body = new Blob([await object.arrayBuffer()]);
  const type = object.httpMetadata?.contentType ?? "";
  return { key, size: body.size, etag: object.etag, type, sha256: await hashOf(body), body };
}

export async function removeProgress(store: Store): Promise<void> {
  await inParallel((await store.list(PROGRESS)).keys(), (name) => store.remove(name));
}

/**
 * Copies the objects of a bucket whose content the store lacks, and returns all of them with the number of copies. An
 * object with the ETag and size of a known one is not read.
 * @param beat is called after each page of the list
 */
export async function copyObjects(
  media: R2Bucket,
  store: Store,
  { entries, contents }: Known,
  beat: () => Promise<void>,
): Promise<{ all: Entry[]; copied: number }> {
  const all: Entry[] = [];
  let [copied, page] = [0, 0];
  let cursor: string | undefined;
  do {
    const listed = await again(() => media.list({ cursor }));
    const fresh: Entry[] = [];
    await inParallel(listed.objects.values(), async ({ key, size, etag }) => {
      if (key === BACKUP_RECORD_KEY) return;
      const known = entries.get(key);
      if (known?.etag === etag && known.size === size && contents.get(contentOf(known)) === size)
        return void all.push(known);
      const entry = await again(() => readObject(media, key));
      // Deleted since it was listed.
      if (!entry) return;
      if (contents.get(contentOf(entry)) !== entry.size) await store.put(contentOf(entry), entry.body);
      contents.set(contentOf(entry), entry.size);
      const { body: _, ...rest } = entry;
      fresh.push(rest);
    });
    if (fresh.length > 0) {
      const name = `${PROGRESS}${Date.now()}-${page}.jsonl`;
      await store.put(name, fresh.map((one) => JSON.stringify(one)).join("\n"));
    }
    all.push(...fresh);
    copied += fresh.length;
    page += 1;
    await beat();
    cursor = listed.truncated ? listed.cursor : undefined;
  } while (cursor);
  return { all: all.sort((one, other) => (one.key < other.key ? -1 : 1)), copied };
}
