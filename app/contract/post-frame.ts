import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
/**
 * The frames of a post with several photos: the proportions within which its strip shows each photo whole
 * (docs/product.md#several-photos). `original` has those of the first photo.
 */
export const postFrames = ["original", "4:5", "1:1", "3:2", "16:9"] as const;
export type PostFrame = (typeof postFrames)[number];

/** The names of the frames, in the composer and in "Edit post". */
export const frameNames: Record<PostFrame, MessageDescriptor | string> = {
  original: msg({ message: "Original", context: "proportions", comment: "As the photo is, not cropped" }),
  "4:5": "4 : 5",
  "1:1": "1 : 1",
  "3:2": "3 : 2",
  "16:9": "16 : 9",
};

interface Framed {
  frame?: PostFrame;
  width: number;
  height: number;
}

/** Returns the width and height of a post's frame, of which only the proportion counts. */
export function frameOf({ frame = "original", width, height }: Framed): { width: number; height: number } {
  const [across, down] = frame.split(":").map(Number);
  return across && down ? { width: across, height: down } : { width, height };
}
