import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { type ChangeList, type ChosenPhoto, withChanges } from "./photo-list";
import { UploadError } from "./upload-photo";
import { createUploadQueue } from "./upload-queue";

/** An uploaded photo of the new post. */
export interface UploadedPhoto {
  mediaUrl: string;
  altText: string;
}

/** Uploads photos, and stores their progress and failures in the composer's list. Cancels the uploads on unmount. */
export function useUploads(photos: readonly ChosenPhoto[], setList: ChangeList) {
  const { t } = useLingui();
  const [queue] = useState(() =>
    createUploadQueue((content, progress) =>
      setList((old) => {
        const photo = old.photos.find((one) => one.content === content);
        return photo ? withChanges(old, photo.id, { progress }) : old;
      }),
    ),
  );
  const { cancelAll } = queue;
  useEffect(() => cancelAll, [cancelAll]);

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
      const [count, total] = [failed.length, photos.length];
      throw new UploadError(
        t({
          message: plural(count, {
            one: `# of ${total} photos was not uploaded. Please retry or remove it.`,
            other: `# of ${total} photos were not uploaded. Please retry or remove them.`,
          }),
        }),
      );
    }
    if (errors.length > 0) throw first ?? errors[0];
    return results.map((result, at) => ({
      mediaUrl: result.status === "fulfilled" ? result.value : "",
      altText: photos[at]?.altText ?? "",
    }));
  }
  return { queue, upload, uploadAll };
}
