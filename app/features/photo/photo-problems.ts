import { t } from "@lingui/core/macro";

const MB = 1024 * 1024;

/**
 * Title and text of the toast for an unusable file (docs/product.md#toasts), in the language of the page. Constants
 * translate them when read, because a module may be loaded before the catalog.
 */
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
  get title() {
    return t`Image error`;
  },
  get text() {
    return t`This image could not be loaded. Please try another one.`;
  },
};

/** The problem of a file of more than `maxBytes`. */
export function tooManyBytes(maxBytes: number): ImageProblem {
  const megabytes = Math.ceil(maxBytes / MB);
  return { title: t`File too large`, text: t`Please upload an image smaller than ${megabytes}MB` };
}

export const decoderMissing: ImageProblem = {
  get title() {
    return t`Image error`;
  },
  get text() {
    return t`This HEIC photo could not be opened. Please check your connection and try again.`;
  },
};

export const canvasUntrue: ImageProblem = {
  get title() {
    return t`Image error`;
  },
  get text() {
    return t`Your browser blocks the conversion of this image. Please choose a JPEG, PNG or WebP.`;
  },
};

/** Returns the warning about a photo that is taken; null without one. */
export function warningOf({
  isAnimated,
  isEditable,
}: {
  isAnimated: boolean;
  isEditable: boolean;
}): string | null {
  if (isEditable) return isAnimated ? t`Only the first frame of this animation is kept.` : null;
  return isAnimated
    ? t`Only the first frame of this animation is kept. Your browser protects you from fingerprinting, so this photo can't be edited here.`
    : t`Your browser protects you from fingerprinting, so this photo can't be edited here.`;
}
