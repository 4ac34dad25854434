import type { SavedAiImage } from "~/contract/ai";
import { sendJson } from "~/features/api/json";
import { showToast } from "~/ui/toast";
import { changeImage } from "./studio-store";

/** Keeps an image in the collection. @returns whether it is kept */
export async function saveImage({ id, imageUrl }: SavedAiImage): Promise<boolean> {
  try {
    const kept = await sendJson<SavedAiImage>("POST", `/api/ai/images/${id}/save`, {});
    if (kept.imageUrl !== imageUrl) throw new Error("Another image was saved.");
    changeImage(id, "saved");
    showToast({ title: "Image saved", text: "It is in your collection." });
    return true;
  } catch {
    showToast({ kind: "danger", title: "Error", text: "Failed to save image to collection" });
    return false;
  }
}

export async function deleteImage(id: string): Promise<boolean> {
  try {
    await sendJson("DELETE", `/api/ai/images/${id}`);
    changeImage(id, "deleted");
    showToast({ title: "Image deleted" });
    return true;
  } catch {
    showToast({ kind: "danger", title: "Error", text: "Failed to delete the image" });
    return false;
  }
}

/** Hands the image to the device as `afterglow-ai-<timestamp>.png` (spec point 2). */
export async function downloadImage(imageUrl: string): Promise<void> {
  try {
    const file = await pngOf(imageUrl);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    // The browser has its own hold on the file by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    showToast({ title: "Image downloaded" });
  } catch {
    showToast({ kind: "danger", title: "Image error", text: "The image could not be downloaded." });
  }
}

/** The device's share sheet with the picture itself; where there is none, its address is copied. */
export async function shareImage(imageUrl: string): Promise<void> {
  try {
    const file = await pngOf(imageUrl);
    if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
    await navigator.clipboard.writeText(new URL(imageUrl, location.href).href);
    showToast({ title: "Link copied" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    showToast({ kind: "danger", title: "Error", text: "Failed to share the image" });
  }
}

async function pngOf(imageUrl: string): Promise<File> {
  const bitmap = await createImageBitmap(await (await fetch(imageUrl)).blob());
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser made no PNG.");
  return new File([blob], `afterglow-ai-${Date.now()}.png`, { type: "image/png" });
}
