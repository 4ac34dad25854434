import type { DocumentType } from "~/contract/attachment-name";
import { AppError } from "~/contract/errors";
import { inspectPhoto } from "~/contract/inspect-photo";

const hex = (digits: string) => Buffer.from(digits, "hex");
const startsWith = (file: Buffer, signature: Buffer) => file.subarray(0, signature.length).equals(signature);

/**
 * The signatures of documents by media type. Text comes last, because it has no signature. PDF readers accept other
 * bytes before the header (ISO 32000-1, annex H, note 13); here a file that begins like a program is no PDF.
 */
const signatures: Record<DocumentType, (file: Buffer) => boolean> = {
  "application/pdf": (file) => startsWith(file, Buffer.from("%PDF-")),
  // A compound file (MS-CFB 2.2) with the stream of Word.
  "application/msword": (file) =>
    startsWith(file, hex("d0cf11e0a1b11ae1")) && file.includes(Buffer.from("WordDocument", "utf16le")),
  // A ZIP file (APPNOTE 4.3.7) with the parts of Word (ECMA-376, part 2), without macros, which only .docm may have.
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": (file) =>
    startsWith(file, hex("504b0304")) &&
    file.includes("[Content_Types].xml") &&
    file.includes("word/document") &&
    !file.includes("vbaProject.bin"),
  "text/plain": isText,
};

/** Returns whether bytes start like an image of an accepted type. `inspectPhoto` checks the rest. */
export function isImageFile(bytes: Uint8Array): boolean {
  try {
    inspectPhoto(bytes);
    return true;
  } catch (error) {
    return error instanceof AppError && error.code === "too_large";
  }
}

/**
 * Returns a document's media type by its content: PDF, Word (.doc and .docx) or plain text in UTF-8; null for others.
 * Documents are only served as downloads.
 */
export function documentType(bytes: Uint8Array): DocumentType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The keys of a record are those of its type.
  const types = Object.keys(signatures) as DocumentType[];
  return types.find((type) => signatures[type](file)) ?? null;
}

function isText(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mark a binary file.
  return text.length > 0 && !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
}
