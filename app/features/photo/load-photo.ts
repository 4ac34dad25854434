import { IMAGE_LOAD_TIMEOUT_MS, POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaVariants } from "~/contract/media-address";
import { IMAGE_TOO_LARGE } from "~/contract/texts";

/** Why a picture cannot be used, in the spec's words (points 5 and 8). */
export interface PhotoRefusal {
  title: string;
  text: string;
}

export class PhotoError extends Error {
  override readonly name = "PhotoError";
  constructor(readonly refusal: PhotoRefusal) {
    super(refusal.text);
  }
}

const unreadable: PhotoRefusal = {
  title: "Image error",
  text: "This image could not be loaded. Please try another one.",
};

const LONG_SIDE = mediaVariants.full;
/** Below this a photo is sent as it is: scaling it would save less than it costs. */
const SMALL_BYTES = 1.5 * 1024 * 1024;

/**
 * Checks a chosen file by spec point 5 (an image, under 10 MB, loads within 5 seconds) and makes what is uploaded of it:
 * at most 2048 px on the long side, upright, in sRGB. What is already small stays untouched.
 * @throws PhotoError
 */
export async function preparePhoto(file: File): Promise<Blob> {
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new PhotoError({ title: "File too large", text: IMAGE_TOO_LARGE });
  }
  if (file.type && !file.type.startsWith("image/")) throw new PhotoError(unreadable);
  const bitmap = await withinLoadTime(createImageBitmap(file));
  try {
    const scale = LONG_SIDE / Math.max(bitmap.width, bitmap.height);
    if (scale >= 1 && file.size <= SMALL_BYTES) return file;
    return await redraw(bitmap, Math.min(scale, 1));
  } finally {
    bitmap.close();
  }
}

/** @throws PhotoError when an address of a picture does not load within 5 seconds */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await withinLoadTime(image.decode());
  return image;
}

async function redraw(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new PhotoError(unreadable);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // Browsers that cannot write WebP answer with PNG here, which is large but right.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.92));
  if (!blob) throw new PhotoError(unreadable);
  return blob;
}

function withinLoadTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new PhotoError(unreadable));
    const timer = setTimeout(refuse, IMAGE_LOAD_TIMEOUT_MS);
    loading.then(resolve, refuse).finally(() => clearTimeout(timer));
  });
}
