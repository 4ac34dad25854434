import { SerialQueue } from "~/contract/serial-queue";
import { readEdits } from "~/features/darkroom/stored-edits";
import { memberDatabase } from "~/features/session/member-database";
import type { ChosenPhoto } from "./photo-list";

/** Ten photos on a slow phone take time to write. */
const run = memberDatabase({
  database: "afterglow-drafts",
  store: "photos",
  keyPath: "id",
  timeout: 30_000,
});

/** A file as bytes: Safari cannot read a stored `Blob` any more once it has been stored a second time. */
interface StoredFile {
  type: string;
  data: ArrayBuffer;
}

interface StoredPhoto {
  id: string;
  memberId: string;
  /** The URL of an image that is on the server already. */
  url: string | null;
  original: StoredFile | null;
  /** The photo to upload, where it is not the original. */
  edited: StoredFile | null;
  /** As an earlier version may have stored them. */
  edits: unknown;
  /** Absent in drafts of earlier versions. */
  camera?: ChosenPhoto["camera"];
}

/** A photo of a draft. */
export type DraftPhoto = Pick<ChosenPhoto, "id" | "content" | "original" | "edits" | "camera">;

/** Reading a file takes time, and a deletion must not overtake the photo. */
const changes = new SerialQueue();

/** Stores a photo with its edits. @throws when the browser has no room or no storage */
export function putDraftPhoto(
  memberId: string,
  { id, content, original, edits, camera }: DraftPhoto,
): Promise<void> {
  return changes.run(async () => {
    const stored: StoredPhoto = {
      id,
      memberId,
      url: typeof content === "string" ? content : null,
      original: original && (await storedFile(original)),
      edited: typeof content === "string" || content === original ? null : await storedFile(content),
      edits,
      camera,
    };
    await run("readwrite", (store) => store.put(stored));
  });
}

/** Returns a member's stored photos. @throws when the browser has no storage */
export async function readDraftPhotos(memberId: string): Promise<DraftPhoto[]> {
  // Only `putDraftPhoto` writes to the store.
  const rows = await changes.run(() =>
    run("readonly", (store) => store.index("member").getAll(memberId) as IDBRequest<StoredPhoto[]>),
  );
  return rows.flatMap(({ id, url, original: storedOriginal, edited, edits, camera = null }) => {
    const original = storedOriginal && fileOf(storedOriginal);
    const content = url ?? (edited ? fileOf(edited) : original);
    return content ? [{ id, content, original, edits: readEdits(edits), camera }] : [];
  });
}

/** Deletes a stored photo. */
export function deleteDraftPhoto(id: string): Promise<void> {
  return changes.run(() => run("readwrite", (store) => store.delete(id)));
}

/** Deletes all stored photos of a member. */
export function deleteDraftPhotos(memberId: string): Promise<void> {
  return changes.run(async () => {
    const ids = await run("readonly", (store) => store.index("member").getAllKeys(memberId));
    for (const id of ids) await run("readwrite", (store) => store.delete(id));
  });
}

async function storedFile(file: Blob): Promise<StoredFile> {
  return { type: file.type, data: await file.arrayBuffer() };
}

function fileOf({ type, data }: StoredFile): Blob {
  return new Blob([data], { type });
}
