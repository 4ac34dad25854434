import { AppError } from "~/contract/errors";
import { inspectPhoto } from "./inspect";

const PDF = "application/pdf";
const DOC = "application/msword";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const TEXT = "text/plain";

/** The signature of a compound file (MS-CFB 2.2), in hex. */
const COMPOUND_FILE = "d0cf11e0a1b11ae1";

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
 * Returns the media type of a document by its content: PDF, Word (.doc and .docx) or plain text in UTF-8; null for other files.
 * Documents are only served as downloads.
 */
export function documentType(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Readers accept up to 1,024 bytes before the header (ISO 32000-1, annex H, note 13).
  if (file.subarray(0, 1024).includes("%PDF-")) return PDF;
  if (file.subarray(0, 8).toString("hex") === COMPOUND_FILE) {
    return file.includes(Buffer.from("WordDocument", "utf16le")) ? DOC : null;
  }
  if (file.subarray(0, 4).toString("hex") === "504b0304") {
    return file.includes("[Content_Types].xml") && file.includes("word/document") ? DOCX : null;
  }
  return isText(bytes) ? TEXT : null;
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
