const MB = 1024 * 1024;

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

export const unreadable: ImageProblem = {
  title: "Image error",
  text: "This image could not be loaded. Please try another one.",
};

/** The problem of a file of more than `maxBytes`. */
export const tooManyBytes = (maxBytes: number): ImageProblem => ({
  title: "File too large",
  text: `Please upload an image smaller than ${Math.ceil(maxBytes / MB)}MB`,
});

export const decoderMissing: ImageProblem = {
  title: "Image error",
  text: "This HEIC photo could not be opened. Please check your connection and try again.",
};

export const canvasUntrue: ImageProblem = {
  title: "Image error",
  text: "Your browser blocks the conversion of this image. Please choose a JPEG, PNG or WebP.",
};

/** A notice about a photo that is taken. */
export const FIRST_FRAME = "Only the first frame of this animation is kept.";
export const NO_EDITS = "Your browser protects you from fingerprinting, so this photo can't be edited here.";
