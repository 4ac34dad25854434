import { useCallback, useEffect, useRef, useState } from "react";
import type { MediaUpload } from "~/contract/media";
import { showToast } from "~/ui/toast";
import { loadPicture, PhotoError, preparePhoto } from "./load-photo";
import { type Sending, sendPhoto } from "./send-photo";

export type PhotoState =
  | { step: "none" }
  | { step: "checking" }
  /** A picture to look at. It has an `address` on this site once it is uploaded, or from the start if it was made here. */
  | {
      step: "ready";
      preview: string;
      blob: Blob | null;
      address: string | null;
      /** The photo as it was chosen, if it can be cropped: what is made by AI keeps the mark of its origin, and stays as it is. */
      chosen: Blob | null;
    };

/**
 * The composer's picture: chosen, checked, shown, uploaded. What was uploaded once is not uploaded again when
 * only the post itself failed.
 */
export function usePhoto() {
  const [photo, setPhoto] = useState<PhotoState>({ step: "none" });
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<Sending | null>(null);
  const turn = useRef(0);

  const preview = photo.step === "ready" ? photo.preview : null;
  useEffect(() => () => void (preview?.startsWith("blob:") && URL.revokeObjectURL(preview)), [preview]);

  const take = useCallback(async (prepare: () => Promise<PhotoState>) => {
    const mine = ++turn.current;
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
  }, []);

  const takeFile = useCallback(
    (file: File) =>
      take(async () => {
        const blob = await preparePhoto(file);
        return { step: "ready", preview: URL.createObjectURL(blob), blob, address: null, chosen: blob };
      }),
    [take],
  );

  /** Goes on with a part of the chosen photo; with the whole of it for null. */
  const crop = useCallback(
    (cropped: Blob | null) => {
      if (photo.step !== "ready" || !photo.chosen) return;
      const blob = cropped ?? photo.chosen;
      setPhoto({ ...photo, preview: URL.createObjectURL(blob), blob, address: null });
    },
    [photo],
  );

  /** A picture made here: an address of this site's media, or a data URL. */
  const takeAddress = useCallback(
    (url: string) =>
      take(async () => {
        await loadPicture(url);
        return { step: "ready", preview: url, blob: null, address: url, chosen: null };
      }),
    [take],
  );

  const remove = useCallback(() => {
    turn.current++;
    sending.current?.cancel();
    setPhoto({ step: "none" });
  }, []);

  /** Makes sure the picture is on the server. Rejects with SendError or AbortError, and keeps the picture. */
  const upload = useCallback(async (): Promise<string | null> => {
    if (photo.step !== "ready") return null;
    if (photo.address || !photo.blob) return photo.address;
    setProgress(0);
    sending.current = sendPhoto(photo.blob, setProgress);
    try {
      const { url }: MediaUpload = await sending.current.done;
      setPhoto({ ...photo, address: url });
      return url;
    } finally {
      sending.current = null;
      setProgress(null);
    }
  }, [photo]);

  const cancel = useCallback(() => sending.current?.cancel(), []);

  return { photo, progress, takeFile, takeAddress, crop, remove, upload, cancel };
}
