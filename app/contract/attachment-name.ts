import { ATTACHMENT_NAME_MAX } from "./limits";
import { firstOf, lengthOf } from "./text-length";
import { cleanLine } from "./visible-text";

/**
 * The file extensions by media type, the one for other names first. A device opens a file by its extension, so a file
 * never has that of another type, whatever its sender called it (docs/product.md#attachments).
 */
export const attachmentExtensions = {
  "image/webp": ["webp", "jpg", "jpeg", "png", "gif", "avif", "heic", "heif"],
  "application/pdf": ["pdf"],
  "application/msword": ["doc"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "text/plain": ["txt"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/** The media type of a document as it is stored. */
export type DocumentType = Exclude<keyof typeof attachmentExtensions, "image/webp">;

/** A type that no version has stored. */
const UNKNOWN = ["bin"] as const;

/** Characters without a glyph that change the direction or hide between others; `cleanLine` removes explicit ones. */
const HIDDEN = /[\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

/** Characters that have a meaning of their own in the names of files, such as the colon of a stream in Windows. */
const SPECIAL = /[<>:"|?*]/g;

const EXTENSION = /\.([^.\s]{1,10})$/;

/**
 * Returns the name of an attachment: the last segment of a path, without control, direction and trailing characters,
 * with an extension of its type. Idempotent, because stored names of earlier versions pass through it too.
 * @param type the media type that the server has recognised
 */
export function attachmentName(name: string | null | undefined, type: string): string {
  const extensions: readonly [string, ...string[]] = Object.hasOwn(attachmentExtensions, type)
    ? // `hasOwn` has found it.
      attachmentExtensions[type as keyof typeof attachmentExtensions]
    : UNKNOWN;
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const line = trimmed(cleanLine(last).replace(HIDDEN, "").replace(SPECIAL, "_"));
  const extension = EXTENSION.exec(line)?.[1] ?? "";
  const stem = extension === "" ? line : trimmed(line.slice(0, -extension.length - 1));
  const kept = extensions.includes(extension.toLowerCase()) ? extension : extensions[0];
  const room = ATTACHMENT_NAME_MAX - lengthOf(kept) - 1;
  return `${trimmed(firstOf(stem, room)) || "Attachment"}.${kept}`;
}

/** Windows ignores dots and spaces at the end of a name, and hides what comes after them. */
const trimmed = (text: string): string => text.trim().replace(/[.\s]+$/, "");
