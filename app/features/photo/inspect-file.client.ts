import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { AppError } from "~/contract/errors";
import { inspectPhoto, type PhotoInspection, requireSize, withUprightTag } from "~/contract/inspect-photo";
import { messageIn } from "~/contract/messages";
import { PhotoError } from "./photo-problems";

/** The facts in a file's headers, and the file without an EXIF orientation. */
export interface InspectedFile extends PhotoInspection {
  untagged: Blob;
}

/**
 * Inspects a file as the server does. Null for one that the server would not take, which the browser may still read.
 * @throws PhotoError for too many pixels
 */
export async function inspectFile(file: Blob): Promise<InspectedFile | null> {
  const content = await file.arrayBuffer().catch(() => null);
  // The file was moved or changed since it was chosen.
  if (!content) return null;
  const bytes = new Uint8Array(content);
  try {
    const facts = inspectPhoto(bytes);
    const untagged = facts.orientation === 1 ? file : new Blob([withUprightTag(bytes)], { type: facts.type });
    return { ...facts, untagged };
  } catch (error) {
    if (error instanceof AppError && error.code === "unsupported_media") return null;
    throw photoError(error);
  }
}

/** Throws for a decoded image that the server would refuse by its header. @throws PhotoError */
export function checkSize(size: { width: number; height: number }): void {
  try {
    requireSize(size);
  } catch (error) {
    throw photoError(error);
  }
}

/** Returns the server's words about the size of an image; another error unchanged. */
function photoError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  return new PhotoError({ title: t`Image too large`, text: messageIn(i18n, error.text) });
}
