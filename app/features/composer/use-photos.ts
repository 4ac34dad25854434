import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import { PHOTOS_MAX } from "~/contract/limits";
import type { EditedPhoto } from "~/features/darkroom/apply-edits";
import { showToast } from "~/ui/toast";
import { addedToast } from "./added-photos";
import type { Opened } from "./open-photo";
import {
  altTextOf,
  type ChosenPhoto,
  noPhotos,
  placeOf,
  selectedOf,
  untouched,
  withAltText,
  withChanges,
  withDraft,
  withoutPhoto,
  withPlace,
} from "./photo-list";
import { useAddPhotos } from "./use-add-photos";
import type { NewPostState } from "./use-new-post";
import { usePreviewUrls } from "./use-preview-urls";
import { useUploads } from "./use-uploads";

type PhotosState = Pick<NewPostState, "list" | "isSharing" | "setList" | "changeList">;

/**
 * Returns what the composer does with the photos of the new post, and uploads them.
 * @param keepsOriginals whether to upload photos in the size of an original
 */
export function usePhotos(post: PhotosState, keepsOriginals: boolean) {
  const { t } = useLingui();
  const { list, isSharing, setList, changeList } = post;
  /** The latest change of the list, for screen readers. */
  const [status, setStatus] = useState("");
  const { photos } = list;
  const { queue, upload, uploadAll } = useUploads(photos, setList);
  const adding = useAddPhotos(list, setList, setStatus, keepsOriginals);
  const changes = useChanges(post, queue.cancel, setStatus);
  const restore = useRestore(post);
  usePreviewUrls(photos);

  /** Stores the proportions of a photo whose preview is shown. */
  function measure(id: string, ratio: number): void {
    if (photos.some((photo) => photo.id === id && photo.ratio !== ratio))
      setList((old) => withChanges(old, id, { ratio }));
  }

  function cancel(): void {
    queue.cancelAll();
    setStatus(t`Upload cancelled`);
  }

  function clear(): void {
    queue.cancelAll();
    changeList((old) => ({ ...noPhotos, opening: old.opening }));
    setStatus("");
  }

  return {
    ...list,
    isSharing,
    selected: selectedOf(list),
    keepsOriginals,
    altText: altTextOf(list),
    status,
    ...adding,
    ...changes,
    measure,
    restore,
    clear,
    select: (id: string) => setList((old) => ({ ...old, selectedId: id })),
    describe: (altText: string) => changeList((old) => withAltText(old, altText)),
    upload,
    uploadAll,
    cancel,
    setStatus,
    forgetUploads: queue.forget,
  };
}

/**
 * Returns the member's changes of the chosen photos. None has an effect while the post is being shared.
 * @param cancelUpload cancels the upload of a photo that is replaced or removed
 */
function useChanges(
  { list, isSharing, changeList }: PhotosState,
  cancelUpload: (photo: Blob) => void,
  setStatus: (status: string) => void,
) {
  const { t } = useLingui();
  const { photos } = list;

  /** Replaces a photo by an edited version of its original; null restores the original. */
  function edit({ id, edits, edited }: EditedPhoto): void {
    const photo = photos.find((one) => one.id === id);
    const content = edited ?? photo?.original;
    if (!photo || !content || isSharing) return;
    if (typeof photo.content !== "string") cancelUpload(photo.content);
    const preview = URL.createObjectURL(content);
    changeList((old) =>
      withChanges(old, photo.id, { content, edits, preview, isUploaded: false, failure: null }),
    );
  }

  function remove(photo: ChosenPhoto): void {
    if (isSharing) return;
    if (typeof photo.content !== "string") cancelUpload(photo.content);
    changeList((old) => withoutPhoto(old, photo.id));
    const left = photos.length - 1;
    setStatus(
      left === 0
        ? t`Photo removed`
        : t({
            message: plural(left, {
              one: "Photo removed, # photo left",
              other: "Photo removed, # photos left",
            }),
          }),
    );
  }

  /** Moves a photo to another place, from 1. */
  function move(id: string, place: number): void {
    if (isSharing || place < 1 || place > photos.length || place === placeOf(list, id)) return;
    changeList((old) => withPlace(old, id, place));
    const count = photos.length;
    setStatus(t`Moved to place ${place} of ${count}`);
  }
  return { edit, remove, move };
}

/** Returns a function that puts the photos of a draft before the others. */
function useRestore({ list, setList }: PhotosState) {
  const { i18n } = useLingui();
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  return useCallback(
    (drafts: (Opened & Pick<ChosenPhoto, "id" | "edits" | "altText">)[], altText: string) => {
      const added = drafts.map((draft) => ({ ...untouched, ...draft }));
      const { photos: chosen, opening } = latest.current;
      const left = added.length + chosen.length + opening - PHOTOS_MAX;
      const toast = addedToast(i18n, [], { problems: [], warnings: [] }, left);
      if (toast) showToast(toast);
      setList((old) => withDraft(old, added, altText));
    },
    [setList, i18n],
  );
}

export type Photos = ReturnType<typeof usePhotos>;
