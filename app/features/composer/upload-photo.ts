import { t } from "@lingui/core/macro";
import type { ErrorBody } from "~/contract/errors";
import type { ApiReply } from "~/features/api/client";
import { inPageLanguage } from "~/features/api/page-language";

type MediaUpload = ApiReply<"POST /api/media">;

/** An upload in flight. */
export interface Upload {
  done: Promise<MediaUpload>;
  cancel: () => void;
}

/** A failed upload; `message` is the server's when it replied. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** @param status of the reply; absent without one */
  constructor(
    message: string,
    readonly status?: number,
    /** The id of the server's message. */
    readonly messageCode?: string,
  ) {
    super(message);
  }
}

/**
 * Uploads a photo as multipart to `POST /api/media`, by XMLHttpRequest, because fetch does not report upload progress.
 * @param onProgress called with the uploaded fraction, 0 to 1
 */
export function uploadPhoto(photo: Blob, onProgress: (fraction: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<MediaUpload>((resolve, reject) => {
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new UploadError(t`Failed to upload image`));
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    request.onload = () => {
      // Tests check every reply against the schema of this type. `response` is null when the reply is not JSON.
      if (request.status === 201) resolve(request.response as MediaUpload);
      else {
        void refusal(request).then(reject);
      }
    };
  });
  request.open("POST", "/api/media");
  request.responseType = "json";
  const form = new FormData();
  form.set("file", photo, "photo");
  request.send(form);
  return { done, cancel: () => request.abort() };
}

/** Returns the error of a reply that is none of a stored photo, in the page's language. */
async function refusal({ response, status }: XMLHttpRequest): Promise<UploadError> {
  const body = response as ErrorBody | null;
  const error = body?.message ? await inPageLanguage(body) : null;
  return new UploadError(error?.message ?? t`Failed to upload image`, status, error?.code);
}
