import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { canvasIsTrue } from "./canvas-trust";
import { decoded, inspected } from "./decode-photo";
import { canvasUntrue, PhotoError } from "./photo-problems";
import { redraw } from "./redraw-photo";

/** Encodes an image as the browser shows it, if the server cannot read it. @throws PhotoError if neither can */
export async function redrawFile(file: Blob, maxBytes: number = POST_IMAGE_MAX_BYTES): Promise<Blob> {
  if (!canvasIsTrue()) throw new PhotoError(canvasUntrue);
  const facts = await inspected(file);
  const bitmap = await decoded(file, facts);
  try {
    return await redraw(bitmap, facts, 1, maxBytes);
  } finally {
    bitmap.close();
  }
}
