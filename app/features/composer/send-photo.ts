import type { MediaUpload } from "~/contract/media";

/** An upload under way: fetch cannot tell how far it is, so this is XMLHttpRequest. */
export interface Sending {
  done: Promise<MediaUpload>;
  cancel: () => void;
}

/** Why an upload failed; `message` is the server's own words when it answered. */
export class SendError extends Error {
  override readonly name = "SendError";
}

/**
 * Uploads a photo as multipart to `POST /api/media`.
 * @param onProgress the part that is sent, 0 to 1
 */
export function sendPhoto(photo: Blob, onProgress: (part: number) => void): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<MediaUpload>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new SendError("Failed to upload image"));
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    request.onload = () => {
      // Our own call: its reply is MediaUpload or {message}, checked by the contract's tests.
      if (request.status === 201) resolve(request.response as MediaUpload);
      else
        reject(
          new SendError(
            (request.response as { message?: string } | null)?.message ?? "Failed to upload image",
          ),
        );
    };
  });
  request.open("POST", "/api/media");
  request.responseType = "json";
  const form = new FormData();
  form.set("file", photo, "photo");
  request.send(form);
  return { done, cancel: () => request.abort() };
}
