import { useCallback, useEffect, useRef, useState } from "react";
import { loadPicture, PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { showToast } from "~/ui/toast";
import { type Upload, uploadPhoto } from "./upload-photo";

export type PhotoState =
  | { step: "none" }
  | { step: "checking" }
  /** A picture to look at. */
  | {
      step: "ready";
      preview: string;
      /** What is uploaded; of a picture made here, its address. */
      content: Blob | string;
      /** The photo as it was chosen, if it can be cropped: what is made by AI keeps the mark of its origin, and stays as it is. */
      chosen: Blob | null;
    };

/**
 * The composer's picture: chosen, checked, shown, uploaded. Whoever asks for the same photo gets the one upload of it,
 * under way or done: it is not made again when only the post itself failed.
 */
export function usePhoto() {
  const [photo, setPhoto] = useState<PhotoState>({ step: "none" });
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<(Upload & { photo: Blob }) | null>(null);
  const turn = useRef(0);

  const preview = photo.step === "ready" ? photo.preview : null;
  useEffect(() => () => void (preview?.startsWith("blob:") && URL.revokeObjectURL(preview)), [preview]);

  const cancel = useCallback(() => {
    sending.current?.cancel();
    sending.current = null;
    setProgress(null);
  }, []);
  // Who has left does not share.
  useEffect(() => cancel, [cancel]);

  const take = useCallback(
    async (prepare: () => Promise<PhotoState>) => {
      const mine = ++turn.current;
      cancel();
      setPhoto({ step: "checking" });
      try {
        const ready = await prepare();
        if (mine === turn.current) setPhoto(ready);
      } catch (error) {
        if (mine !== turn.current) return;
        setPhoto({ step: "none" });
        if (!(error instanceof PhotoError)) throw error;
        showToast({ kind: "danger", ...error.refusal });
      }
    },
    [cancel],
  );

  const takeFile = useCallback(
    (file: File) =>
      take(async () => {
        const blob = await preparePhoto(file);
        return { step: "ready", preview: URL.createObjectURL(blob), content: blob, chosen: blob };
      }),
    [take],
  );

  /** Goes on with a part of the chosen photo; with the whole of it for null. */
  const crop = useCallback(
    (cropped: Blob | null) => {
      if (photo.step !== "ready" || !photo.chosen) return;
      const content = cropped ?? photo.chosen;
      cancel();
      setPhoto({ ...photo, preview: URL.createObjectURL(content), content });
    },
    [photo, cancel],
  );

  /** A picture made here: an address of this site's media, or a data URL. */
  const takeAddress = useCallback(
    (url: string) =>
      take(async () => {
        await loadPicture(url);
        return { step: "ready", preview: url, content: url, chosen: null };
      }),
    [take],
  );

  const remove = useCallback(() => {
    turn.current++;
    cancel();
    setPhoto({ step: "none" });
  }, [cancel]);

  /** Makes sure the picture is on the server. Rejects with UploadError or AbortError, and keeps the picture. */
  const upload = useCallback(async (): Promise<string | null> => {
    if (photo.step !== "ready") return null;
    const { content } = photo;
    if (typeof content === "string") return content;
    if (sending.current?.photo !== content) {
      setProgress(0);
      sending.current = { photo: content, ...uploadPhoto(content, setProgress) };
    }
    const mine = sending.current;
    try {
      const { url } = await mine.done;
      if (sending.current === mine) setProgress(null);
      return url;
    } catch (error) {
      if (sending.current === mine) cancel();
      throw error;
    }
  }, [photo, cancel]);

  return { photo, progress, takeFile, takeAddress, crop, remove, upload, cancel };
}
