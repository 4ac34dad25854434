import { IMAGE_LOAD_TIMEOUT_MS, POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaVariants } from "~/contract/media-address";
import { IMAGE_TOO_LARGE } from "~/contract/texts";
import { encodePhoto } from "./encode-photo";

/** Title and text of the toast for a file that cannot be used (docs/product.md#toasts). */
export interface ImageProblem {
  title: string;
  text: string;
}

/** A file or URL that is no usable image. */
export class PhotoError extends Error {
  override readonly name = "PhotoError";
  constructor(readonly problem: ImageProblem) {
    super(problem.text);
  }
}

const unreadable: ImageProblem = {
  title: "Image error",
  text: "This image could not be loaded. Please try another one.",
};

/** A smaller file within the size limit is uploaded unchanged, because re-encoding it would save little. In bytes. */
const SMALL_BYTES = 1.5 * 1024 * 1024;

/** Types that every site takes. The browser can read others, such as AVIF, which are re-encoded. */
const UPLOADED_TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/**
 * Validates a chosen file (an image, under 10 MB, decoded within 5 seconds; docs/product.md#media) and returns the file
 * to upload: upright, in sRGB. A small file of a type that every site takes is returned unchanged, and so is one that
 * would only get larger.
 * @param longSide the largest long side in pixels: 2048, or ORIGINAL_SIDE where the server keeps the original
 * @param maxBytes the largest size of the file to upload
 * @throws PhotoError when the file is too large or is no readable image
 */
export async function preparePhoto(
  file: File,
  longSide: number = mediaVariants.full,
  maxBytes: number = POST_IMAGE_MAX_BYTES,
): Promise<Blob> {
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new PhotoError({ title: "File too large", text: IMAGE_TOO_LARGE });
  }
  if (file.type && !file.type.startsWith("image/")) throw new PhotoError(unreadable);
  const bitmap = await withinLoadTime(createImageBitmap(file));
  try {
    const scale = longSide / Math.max(bitmap.width, bitmap.height);
    const canStay = scale >= 1 && UPLOADED_TYPES.includes(file.type);
    if (canStay && file.size <= SMALL_BYTES) return file;
    const redrawn = await redraw(bitmap, Math.min(scale, 1), maxBytes);
    return canStay && redrawn.size >= file.size ? file : redrawn;
  } finally {
    bitmap.close();
  }
}

/** Loads and decodes the image at a URL. @throws PhotoError when that fails or takes more than 5 seconds */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await withinLoadTime(image.decode());
  return image;
}

/** Re-encodes a bitmap at a scale. */
async function redraw(bitmap: ImageBitmap, scale: number, maxBytes: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new PhotoError(unreadable);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await encodePhoto(canvas, maxBytes);
  if (!blob) throw new PhotoError(unreadable);
  return blob;
}

/** Rejects with `PhotoError` when the promise rejects or does not settle within the load timeout. */
function withinLoadTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new PhotoError(unreadable));
    const timer = setTimeout(fail, IMAGE_LOAD_TIMEOUT_MS);
    loading.then(resolve, fail).finally(() => clearTimeout(timer));
  });
}
