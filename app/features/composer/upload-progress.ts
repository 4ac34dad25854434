import type { ChosenPhoto } from "./photo-list";

type Uploading = Pick<ChosenPhoto, "progress" | "isUploaded" | "content">;

/** Returns the uploaded fraction of the photos whose upload has begun, 0 to 1. */
export function uploadedFraction(photos: readonly Uploading[]): number {
  const begun = photos.filter(({ progress, isUploaded }) => progress !== null || isUploaded);
  return begun.reduce((sum, { progress }) => sum + (progress ?? 1), 0) / begun.length;
}

/** Returns how far the upload of a post is: the photo after those that are on the server. */
export function uploadText(photos: readonly Uploading[]): string {
  if (photos.length === 1) return "Uploading…";
  const done = photos.filter(({ isUploaded, content }) => isUploaded || typeof content === "string").length;
  return `Uploading ${Math.min(done + 1, photos.length)} of ${photos.length}…`;
}

/** Returns what screen readers announce while a post is shared. */
export function sharingText(photos: readonly Uploading[]): string {
  return photos.some(({ progress }) => progress !== null) ? uploadText(photos) : "Sharing...";
}
