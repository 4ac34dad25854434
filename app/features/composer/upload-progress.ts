import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ChosenPhoto } from "./photo-list";

type Uploading = Pick<ChosenPhoto, "progress" | "isUploaded" | "content">;

/** Returns the uploaded fraction of the photos whose upload has begun, 0 to 1. */
export function uploadedFraction(photos: readonly Uploading[]): number {
  const begun = photos.filter(({ progress, isUploaded }) => progress !== null || isUploaded);
  return begun.reduce((sum, { progress }) => sum + (progress ?? 1), 0) / begun.length;
}

/** Returns how far the upload of a post is: the photo after those that are on the server. */
export function uploadText(photos: readonly Uploading[]): MessageDescriptor {
  const count = photos.length;
  if (count === 1) return msg`Uploading…`;
  const done = photos.filter(({ isUploaded, content }) => isUploaded || typeof content === "string").length;
  const place = Math.min(done + 1, count);
  return msg({ message: `Uploading ${place} of ${count}…`, comment: "Photos of a post" });
}

/** Returns what screen readers announce while a post is shared. */
export function sharingText(photos: readonly Uploading[]): MessageDescriptor {
  return photos.some(({ progress }) => progress !== null) ? uploadText(photos) : msg`Sharing...`;
}
