import type { PostFrame } from "~/contract/post-frame";

/** Returns the frame to store: null for that of the first photo, and for a single photo, which has no other. */
export function storedFrame({ frame = "original" }: { frame?: PostFrame }, photos: number): PostFrame | null {
  return photos === 1 || frame === "original" ? null : frame;
}
