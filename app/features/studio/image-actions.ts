import { t } from "@lingui/core/macro";
import type { SavedAiImage } from "~/contract/ai";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { canvasIsTrue } from "~/features/photo/canvas-trust";
import { saveFile } from "~/ui/save-file";
import { showBrief, showError, showToast } from "~/ui/toast-store";
import { publishImageChange } from "./studio-store";

/** Saves an image to the collection. Returns whether it succeeded, and shows an error if not. */
export async function saveImage({ id, imageUrl }: SavedAiImage): Promise<boolean> {
  try {
    const saved = await api("POST /api/ai/images/{id}/save", { params: { id }, body: {} });
    if (saved.imageUrl !== imageUrl) throw new Error("The reply has another image URL.");
    publishImageChange({ id, kind: "saved" });
    showToast({ title: t`Image saved`, text: t`It is in your collection.` });
    return true;
  } catch (error) {
    showFailure(error, t`Failed to save image to collection`);
    return false;
  }
}

/** Deletes an image. Returns whether it succeeded, and shows an error if not. */
export async function deleteImage(id: string): Promise<boolean> {
  try {
    await api("DELETE /api/ai/images/{id}", { params: { id } });
    publishImageChange({ id, kind: "deleted" });
    showBrief(t`Image deleted`);
    return true;
  } catch (error) {
    showFailure(error, t`Failed to delete the image`);
    return false;
  }
}

/**
 * Downloads an image as `afterglow-ai-<timestamp>.png` (docs/product.md#ai-images), or as stored, WebP, where a canvas
 * returns other pixels.
 */
export async function downloadImage(imageUrl: string): Promise<void> {
  try {
    const file = await fileOf(imageUrl);
    saveFile(file, file.name);
    showToast({ title: t`Image downloaded` });
  } catch {
    showToast({ kind: "danger", title: t`Image error`, text: t`The image could not be downloaded.` });
  }
}

/** The image files that `prepareShare` has made, by URL. */
const prepared = new Map<string, File>();

/**
 * Makes the file that `shareImage` shares, where the device can share files. Returns a function that discards it.
 */
export function prepareShare(imageUrl: string): () => void {
  let isWanted = true;
  const sample = new File([], "image.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [sample] })) {
    fileOf(imageUrl).then(
      (file) => isWanted && prepared.set(imageUrl, file),
      () => undefined,
    );
  }
  return () => {
    isWanted = false;
    prepared.delete(imageUrl);
  };
}

/**
 * Shares an image through the device's share sheet, or copies the image's URL where there is none: the file if it is
 * prepared, else the URL. Safari allows both only while it handles the press, so nothing is awaited before.
 */
export async function shareImage(imageUrl: string): Promise<void> {
  const url = new URL(imageUrl, location.href).href;
  const file = prepared.get(imageUrl);
  try {
    if (file) return await navigator.share({ files: [file] });
    if (navigator.canShare?.({ url })) return await navigator.share({ url });
    await navigator.clipboard.writeText(url);
    showToast({ title: t`Link copied` });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    showError(t`Failed to share the image`);
  }
}

async function fileOf(imageUrl: string): Promise<File> {
  const stored = await (await fetch(imageUrl)).blob();
  const [image, ending] = canvasIsTrue() ? [await pngOf(stored), "png"] : [stored, "webp"];
  return new File([image], `afterglow-ai-${Date.now()}.${ending}`, { type: image.type });
}

async function pngOf(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The canvas could not be encoded as PNG.");
  return blob;
}
