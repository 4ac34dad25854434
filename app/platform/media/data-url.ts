import { type AppError, invalid } from "~/contract/errors";
import { IMAGE_UNREADABLE } from "~/contract/texts";

const DATA_URL_HEAD = /^data:[^,]{0,200};base64,/i;

/**
 * Returns the bytes of a base64 data URL (RFC 2397). Ignores its media type and parameters.
 * @param field the form field that the error names
 * @throws AppError `invalid`
 */
export function decodeDataUrl(text: string, field = "mediaUrl"): Uint8Array<ArrayBuffer> {
  const head = DATA_URL_HEAD.exec(text)?.[0];
  if (!head) throw malformed(field);
  const payload = text.slice(head.length);
  const padding = payload.endsWith("==") ? 2 : payload.endsWith("=") ? 1 : 0;
  const digits = payload.length - padding;
  const bytes = Buffer.from(payload, "base64");
  // Node's decoder skips invalid characters, so invalid base64 shows in the size.
  if (digits === 0 || digits % 4 === 1 || bytes.byteLength !== Math.floor((digits * 3) / 4))
    throw malformed(field);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function malformed(field: string): AppError {
  return invalid(field, IMAGE_UNREADABLE);
}
