import { blobOf } from "~/features/api/data-url";
import { loadImage, preparePhoto } from "~/features/photo/load-photo";
import { retryImport } from "~/ui/retry-import";
import type { ChosenPhoto } from "./photo-list";

const loadCameraOf = retryImport(() => import("./camera-of.client"));

/** Returns a chosen file's camera data, which preparing strips; null if it is no JPEG or HEIC, or without the code. */
function readCamera(file: File): Promise<ChosenPhoto["camera"]> {
  return loadCameraOf()
    .then(({ cameraOf }) => cameraOf(file))
    .catch(() => null);
}

/** The fields of a photo that opening it sets. */
export type Opened = Pick<ChosenPhoto, "preview" | "content" | "original" | "camera">;

/** An opened file, and what the member should know about it. */
export interface OpenedFile {
  photo: Opened;
  warning: string | null;
}

/** Opens a chosen file. @throws PhotoError */
export async function openFile(file: File, keepsOriginal: boolean): Promise<OpenedFile> {
  const prepared = preparePhoto(file, keepsOriginal ? "original" : "full");
  const [{ blob, isEditable, warning }, camera] = await Promise.all([prepared, readCamera(file)]);
  const preview = URL.createObjectURL(blob);
  return { photo: { preview, content: blob, original: isEditable ? blob : null, camera }, warning };
}

/** Opens an existing image: a URL of this site's media, or a data URL. @throws PhotoError */
export async function openUrl(url: string): Promise<OpenedFile> {
  await loadImage(url);
  const photo = { preview: url, content: blobOf(url) ?? url, original: null, camera: null };
  return { photo, warning: null };
}
