import { AppError, invalid } from "~/domain/errors";

/** Anything with a body that streams in: a request, or a part of one. */
export interface LimitedSource {
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
}

/**
 * Reads a body to its end, or to its limit: past `maxBytes` nothing more is read or kept. A `Content-Length` over the
 * limit is refused before the first byte; one that lies is found out on the way.
 * @param tooLarge the words for the member
 * @throws AppError `too_large`
 */
export async function readLimited(
  { headers, body }: LimitedSource,
  maxBytes: number,
  tooLarge: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const refusal = new AppError("too_large", tooLarge);
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) {
    await body?.cancel();
    throw refusal;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw refusal;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

const DATA_URL_HEAD = /^data:[^,]{0,200};base64,/i;

/**
 * The bytes of a base64 data URL (RFC 2397), whatever type and parameters it claims.
 * @param field the form field it came in, for the refusal
 * @throws AppError `invalid`
 */
export function decodeDataUrl(text: string, field = "mediaUrl"): Uint8Array<ArrayBuffer> {
  const head = DATA_URL_HEAD.exec(text)?.[0];
  if (!head) throw malformed(field);
  const payload = text.slice(head.length);
  const padding = payload.endsWith("==") ? 2 : payload.endsWith("=") ? 1 : 0;
  const digits = payload.length - padding;
  const bytes = Buffer.from(payload, "base64");
  // Node's decoder passes over what is no base64; the size then gives it away.
  if (digits === 0 || digits % 4 === 1 || bytes.byteLength !== Math.floor((digits * 3) / 4))
    throw malformed(field);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function malformed(field: string): AppError {
  return invalid(field, "This image could not be read. Please try another one.");
}
