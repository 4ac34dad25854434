import { ORIGINAL_SIDE } from "~/contract/media-address";
import { loadImage, preparePhoto } from "~/features/photo/load-photo";
import { retryImport } from "~/ui/retry-import";
import type { ChosenPhoto } from "./photo-list";

const loadCameraOf = retryImport(() => import("./camera-of.client"));

/** Returns the camera data of a chosen file: a prepared photo has lost its metadata. Null for a file that is no JPEG, and without the code. */
function readCamera(file: File): Promise<ChosenPhoto["camera"]> {
  return loadCameraOf()
    .then(({ cameraOf }) => cameraOf(file))
    .catch(() => null);
}

/** The fields of a photo that opening it sets. */
export type Opened = Pick<ChosenPhoto, "preview" | "content" | "original" | "camera">;

/** Opens a chosen file. @throws PhotoError */
export async function openFile(file: File, keepsOriginal: boolean): Promise<Opened> {
  const prepared = preparePhoto(file, keepsOriginal ? ORIGINAL_SIDE : undefined);
  const [blob, camera] = await Promise.all([prepared, readCamera(file)]);
  return { preview: URL.createObjectURL(blob), content: blob, original: blob, camera };
}

/** Opens an existing image: a URL of this site's media, or a data URL. @throws PhotoError */
export async function openUrl(url: string): Promise<Opened> {
  await loadImage(url);
  return { preview: url, content: blobOf(url) ?? url, original: null, camera: null };
}

/** Returns the file in a data URL; null for other URLs. The content security policy forbids `fetch` of it. */
function blobOf(url: string): Blob | null {
  const [, type, body] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(url) ?? [];
  if (!body) return null;
  return new Blob([Uint8Array.from(atob(body), (char) => char.charCodeAt(0))], { type });
}
