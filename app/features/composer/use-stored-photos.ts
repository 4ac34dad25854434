import { useState } from "react";
import { loadPhotoDrafts } from "./draft";
import type { ChosenPhoto } from "./photo-list";

/** Stores the photos of the draft as they change. */
export function useStoredPhotos(memberId: string, photos: readonly ChosenPhoto[]) {
  /** Ids of the photos for which the browser has no room. */
  const [unstored, setUnstored] = useState<ReadonlySet<string>>(new Set());
  const [store] = useState(() => {
    /** The content that is stored, or is being stored, of each photo. */
    const contents = new Map<string, ChosenPhoto["content"]>();
    const mark = (id: string, isStored: boolean) =>
      setUnstored((old) => new Set(isStored ? [...old].filter((one) => one !== id) : [...old, id]));

    async function put(photo: ChosenPhoto): Promise<void> {
      try {
        const { putDraftPhoto } = await loadPhotoDrafts();
        await putDraftPhoto(memberId, photo);
        mark(photo.id, true);
      } catch {
        mark(photo.id, false);
      }
    }
    return {
      /** Names photos that are stored already. */
      skip(restored: readonly Pick<ChosenPhoto, "id" | "content">[]) {
        for (const { id, content } of restored) contents.set(id, content);
      },
      update(current: readonly ChosenPhoto[]) {
        for (const photo of current) {
          if (contents.get(photo.id) === photo.content) continue;
          contents.set(photo.id, photo.content);
          void put(photo);
        }
        for (const id of [...contents.keys()].filter((one) => !current.some((photo) => photo.id === one))) {
          contents.delete(id);
          // A row that stays is in the composer after the next reload, or is deleted with the draft.
          loadPhotoDrafts().then(
            ({ deleteDraftPhoto }) => deleteDraftPhoto(id).catch(() => undefined),
            () => undefined,
          );
        }
      },
    };
  });
  return { store, isKept: !photos.some(({ id }) => unstored.has(id)) };
}
