import { useCallback, useEffect, useRef, useState } from "react";
import { counted } from "~/contract/counted";
import { newId } from "~/contract/ids";
import { PHOTOS_MAX } from "~/contract/limits";
import { ORIGINAL_SIDE } from "~/contract/media-address";
import { PHOTOS_TOO_MANY } from "~/contract/texts";
import { type Edits, noEdits } from "~/features/darkroom/edits";
import { type ImageProblem, loadImage, PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { retryImport } from "~/ui/retry-import";
import { showToast } from "~/ui/toast";
import {
  altTextOf,
  type ChosenPhoto,
  type PhotoList,
  placeOf,
  selectedOf,
  withAltText,
  withChanges,
  withDraft,
  withoutPhoto,
  withPhoto,
  withPlace,
} from "./photo-list";
import { UploadError } from "./upload-photo";
import { createUploadQueue } from "./upload-queue";

/** An uploaded photo of the new post. */
export interface UploadedPhoto {
  mediaUrl: string;
  altText: string;
}

/**
 * Holds the composer's photos and uploads them.
 * @param initialAltText the alt text of the first photo
 * @param keepsOriginals whether to upload photos in the size of an original
 */
export function usePhotos(initialAltText: string, keepsOriginals: boolean) {
  const [list, setList] = useState<PhotoList>({
    photos: [],
    selectedId: null,
    spareAltText: initialAltText,
    opening: 0,
  });
  /** The latest change of the list, for screen readers. */
  const [status, setStatus] = useState("");
  const [queue] = useState(() =>
    createUploadQueue((content, progress) =>
      setList((old) => {
        const photo = old.photos.find((one) => one.content === content);
        return photo ? withChanges(old, photo.id, { progress }) : old;
      }),
    ),
  );
  const opened = useRef<Promise<unknown>>(Promise.resolve());
  const { photos, opening } = list;
  usePreviewUrls(photos);
  const cancel = queue.cancelAll;
  // Loads the code before the first photo needs it.
  useEffect(() => void loadCameraOf().catch(() => undefined), []);
  // Cancels the uploads on unmount.
  useEffect(() => cancel, [cancel]);

  /** Opens files or URLs one after the other, because ten decoded photos would take half a gigabyte. @returns the problems */
  const open = useCallback(<Source>(sources: Source[], openOne: (source: Source) => Promise<Opened>) => {
    setList((old) => ({ ...old, opening: old.opening + sources.length }));
    const done = opened.current.then(async () => {
      const problems: { source: Source; problem: ImageProblem }[] = [];
      for (const source of sources) {
        try {
          const photo = await openOne(source);
          setList((old) => withPhoto(old, { ...blank, ...photo, id: newId() }));
        } catch (error) {
          if (!(error instanceof PhotoError)) throw error;
          problems.push({ source, problem: error.problem });
        } finally {
          setList((old) => ({ ...old, opening: old.opening - 1 }));
        }
      }
      return problems;
    });
    opened.current = done.catch(() => undefined);
    return done;
  }, []);

  /** Adds files to the end. Shows what is wrong with some of them in a toast. @returns the message when others were chosen too */
  async function addFiles(files: File[]): Promise<string | null> {
    const taken = files.slice(0, Math.max(0, PHOTOS_MAX - photos.length - opening));
    const left = files.length - taken.length;
    const problems = await open(taken, (file) => openFile(file, keepsOriginals));
    const before = photos.length + opening;
    if (taken.length > problems.length)
      setStatus(`${counted(before + taken.length - problems.length, "photo")} chosen`);
    if (problems.length === 0 && left === 0) return null;
    const [first] = problems;
    const tooMany = `${PHOTOS_TOO_MANY} ${left === 1 ? "One was" : `${left} were`} left out.`;
    const texts = [
      ...problems.map(({ source, problem }) =>
        files.length === 1 ? problem.text : `${source.name}: ${problem.text}`,
      ),
      ...(left === 0 ? [] : [tooMany]),
    ];
    const text = texts.join(" ");
    showToast({ kind: "danger", title: first?.problem.title ?? "Too many photos", text });
    return files.length === 1 && first ? null : text;
  }

  /** Adds an existing image: a URL of this site's media, or a data URL. */
  const addUrl = useCallback(
    async (url: string) => {
      const [failed] = await open([url], openUrl);
      if (failed) showToast({ kind: "danger", ...failed.problem });
    },
    [open],
  );

  /** Replaces a photo by an edited version of its original; null restores the original. */
  function edit(photo: ChosenPhoto, edits: Edits, edited: Blob | null): void {
    const content = edited ?? photo.original;
    if (!content) return;
    if (typeof photo.content !== "string") queue.cancel(photo.content);
    const changes = {
      content,
      edits,
      preview: URL.createObjectURL(content),
      isUploaded: false,
      failure: null,
    };
    setList((old) => withChanges(old, photo.id, changes));
  }

  function remove(photo: ChosenPhoto): void {
    if (typeof photo.content !== "string") queue.cancel(photo.content);
    setList((old) => withoutPhoto(old, photo.id));
    setStatus(
      photos.length === 1 ? "Photo removed" : `Photo removed, ${counted(photos.length - 1, "photo")} left`,
    );
  }

  /** Moves a photo to another place, from 1. */
  function move(id: string, place: number): void {
    if (place < 1 || place > photos.length || place === placeOf(list, id)) return;
    setList((old) => withPlace(old, id, place));
    setStatus(`Moved to place ${place} of ${photos.length}`);
  }

  /** Puts the photos of a draft before the others. */
  const restore = useCallback((drafts: (Opened & Pick<ChosenPhoto, "id" | "edits" | "altText">)[]) => {
    setList((old) =>
      withDraft(
        old,
        drafts.map((draft) => ({ ...blank, ...draft })),
      ),
    );
  }, []);

  function clear(): void {
    queue.cancelAll();
    setList((old) => ({ ...old, photos: [], selectedId: null, spareAltText: "" }));
    setStatus("");
  }

  const select = (id: string) => setList((old) => ({ ...old, selectedId: id }));

  /** Returns the URL of a photo, and uploads it if needed. @throws UploadError or AbortError; the photo stays */
  async function upload({ id, content }: ChosenPhoto): Promise<string> {
    if (typeof content === "string") return content;
    setList((old) => withChanges(old, id, { failure: null }));
    try {
      const url = await queue.upload(content);
      setList((old) => withChanges(old, id, { isUploaded: true }));
      return url;
    } catch (error) {
      if (error instanceof UploadError)
        setList((old) => ({ ...withChanges(old, id, { failure: error.message }), selectedId: id }));
      throw error;
    }
  }

  /**
   * Uploads all photos that are not uploaded yet, and returns them in order. A failed upload stops no other one.
   * @throws UploadError with the message for the form; AbortError when one was cancelled
   */
  async function uploadAll(): Promise<UploadedPhoto[]> {
    const results = await Promise.allSettled(photos.map(upload));
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    const failed = errors.filter((error) => error instanceof UploadError);
    const [first] = failed;
    if (first && photos.length > 1) {
      const [were, them] = failed.length === 1 ? ["was", "it"] : ["were", "them"];
      throw new UploadError(
        `${failed.length} of ${photos.length} photos ${were} not uploaded. Please retry or remove ${them}.`,
      );
    }
    if (errors.length > 0) throw first ?? errors[0];
    return results.map((result, at) => ({
      mediaUrl: result.status === "fulfilled" ? result.value : "",
      altText: photos[at]?.altText ?? "",
    }));
  }

  return {
    ...list,
    selected: selectedOf(list),
    altText: altTextOf(list),
    status,
    addFiles,
    addUrl,
    edit,
    remove,
    move,
    restore,
    clear,
    select,
    describe: (altText: string) => setList((old) => withAltText(old, altText)),
    upload,
    uploadAll,
    cancel,
    forgetUploads: queue.forget,
  };
}

export type Photos = ReturnType<typeof usePhotos>;

const loadCameraOf = retryImport(() => import("./camera-of.client"));

/** Returns the camera data of a chosen file: a prepared photo has lost its metadata. Null for a file that is no JPEG, and without the code. */
function readCamera(file: File): Promise<ChosenPhoto["camera"]> {
  return loadCameraOf()
    .then(({ cameraOf }) => cameraOf(file))
    .catch(() => null);
}

type Opened = Pick<ChosenPhoto, "preview" | "content" | "original" | "camera">;

const blank = { edits: noEdits, progress: null, isUploaded: false, failure: null };

async function openFile(file: File, keepsOriginal: boolean): Promise<Opened> {
  const prepared = preparePhoto(file, keepsOriginal ? ORIGINAL_SIDE : undefined);
  const [blob, camera] = await Promise.all([prepared, readCamera(file)]);
  return { preview: URL.createObjectURL(blob), content: blob, original: blob, camera };
}

async function openUrl(url: string): Promise<Opened> {
  await loadImage(url);
  return { preview: url, content: blobOf(url) ?? url, original: null, camera: null };
}

/** Returns the file in a data URL; null for other URLs. The content security policy forbids `fetch` of it. */
function blobOf(url: string): Blob | null {
  const [, type, body] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  if (!body) return null;
  return new Blob([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], { type });
}

/** Revokes the object URL of a photo that is no longer shown. */
function usePreviewUrls(photos: readonly ChosenPhoto[]): void {
  const shown = useRef<readonly string[]>([]);
  useEffect(() => {
    const current = photos.map(({ preview }) => preview);
    for (const url of shown.current) if (!current.includes(url)) URL.revokeObjectURL(url);
    shown.current = current;
  }, [photos]);
  useEffect(() => () => shown.current.forEach((url) => void URL.revokeObjectURL(url)), []);
}
