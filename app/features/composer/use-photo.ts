import { useCallback, useEffect, useRef, useState } from "react";
import { type Edits, noEdits } from "~/features/darkroom/edits";
import { loadImage, PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { showToast } from "~/ui/toast";
import { type Upload, uploadPhoto } from "./upload-photo";

export type PhotoState =
  | { step: "none" }
  | { step: "checking" }
  /** The photo is checked and has a preview. */
  | {
      step: "ready";
      preview: string;
      /** The file to upload, or the URL of an image that is already on the server. */
      content: Blob | string;
      /** The unedited file; null for an AI image, which cannot be edited, because a new file would lose the AI badge. */
      original: Blob | null;
      edits: Edits;
    };

/**
 * Holds the composer's photo and uploads it. All callers of `upload` share one upload of the same photo, in flight or
 * complete, so a retry of a failed post does not upload the photo again.
 */
export function usePhoto() {
  const [photo, setPhoto] = useState<PhotoState>({ step: "none" });
  const [progress, setProgress] = useState<number | null>(null);
  const latestUpload = useRef<(Upload & { photo: Blob }) | null>(null);
  const selection = useRef(0);

  const preview = photo.step === "ready" ? photo.preview : null;
  useEffect(() => () => void (preview?.startsWith("blob:") && URL.revokeObjectURL(preview)), [preview]);

  const cancel = useCallback(() => {
    latestUpload.current?.cancel();
    latestUpload.current = null;
    setProgress(null);
  }, []);
  // Cancels the upload on unmount.
  useEffect(() => cancel, [cancel]);

  const select = useCallback(
    async (prepare: () => Promise<PhotoState>) => {
      const own = ++selection.current;
      cancel();
      setPhoto({ step: "checking" });
      try {
        const ready = await prepare();
        if (own === selection.current) setPhoto(ready);
      } catch (error) {
        if (own !== selection.current) return;
        setPhoto({ step: "none" });
        if (!(error instanceof PhotoError)) throw error;
        showToast({ kind: "danger", ...error.problem });
      }
    },
    [cancel],
  );

  const selectFile = useCallback(
    (file: File) =>
      select(async () => {
        const blob = await preparePhoto(file);
        return {
          step: "ready",
          preview: URL.createObjectURL(blob),
          content: blob,
          original: blob,
          edits: noEdits,
        };
      }),
    [select],
  );

  /** Replaces the photo by an edited version of the original; null restores the original. */
  const edit = useCallback(
    (edits: Edits, edited: Blob | null) => {
      if (photo.step !== "ready" || !photo.original) return;
      const content = edited ?? photo.original;
      cancel();
      setPhoto({ ...photo, preview: URL.createObjectURL(content), content, edits });
    },
    [photo, cancel],
  );

  /** Selects an existing image: a URL of this site's media, or a data URL. */
  const selectUrl = useCallback(
    (url: string) =>
      select(async () => {
        await loadImage(url);
        return { step: "ready", preview: url, content: url, original: null, edits: noEdits };
      }),
    [select],
  );

  const remove = useCallback(() => {
    selection.current++;
    cancel();
    setPhoto({ step: "none" });
  }, [cancel]);

  /** Returns the URL of the uploaded photo, and uploads it if needed. @throws UploadError or AbortError; the photo stays selected */
  const upload = useCallback(async (): Promise<string | null> => {
    if (photo.step !== "ready") return null;
    const { content } = photo;
    if (typeof content === "string") return content;
    if (latestUpload.current?.photo !== content) {
      setProgress(0);
      latestUpload.current = { photo: content, ...uploadPhoto(content, setProgress) };
    }
    const own = latestUpload.current;
    try {
      const { url } = await own.done;
      if (latestUpload.current === own) setProgress(null);
      return url;
    } catch (error) {
      if (latestUpload.current === own) cancel();
      throw error;
    }
  }, [photo, cancel]);

  return { photo, progress, selectFile, selectUrl, edit, remove, upload, cancel };
}
