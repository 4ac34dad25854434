import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { FORM_FIELDS_MAX } from "~/contract/request-limits";
import { BODY_TOO_LARGE, NOT_A_FORM } from "~/contract/texts";

interface BodyLimit {
  maxBytes: number;
  /** The message of a larger body. */
  tooLarge?: MessageDescriptor;
}

/**
 * Returns the bytes of a request's body. A larger one is refused before it is read, or, when the request does not state
 * its length, as soon as it is.
 * @throws AppError `too_large`
 */
export async function readBody(
  { headers, body }: Request,
  { maxBytes, tooLarge = BODY_TOO_LARGE }: BodyLimit,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) throw new AppError("too_large", tooLarge);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new AppError("too_large", tooLarge);
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

/**
 * Returns the fields of a request whose body is a form, at most 64. They are counted before the body is parsed.
 * @throws AppError `too_large`; `malformed` for another body, or for more fields
 */
export async function readFormBody(request: Request, limit: BodyLimit): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const separator = separatorOf(type);
  if (separator === null) throw new AppError("malformed", NOT_A_FORM);
  const bytes = await readBody(request, limit);
  if (countUpTo(FORM_FIELDS_MAX + 2, bytes, separator) > FORM_FIELDS_MAX + 1) {
    throw new AppError("malformed", msg`This form has too many fields.`);
  }
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch (error) {
    // The body does not match its type.
    if (error instanceof TypeError) throw new AppError("malformed", NOT_A_FORM);
    throw error;
  }
}

/** Returns the text between two fields of a form; null for a body that is no form. */
function separatorOf(type: string): string | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return "&";
  const boundary = /^multipart\/form-data\b.{0,200};\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    type,
  );
  return boundary && `--${boundary[1] ?? boundary[2]}`;
}

function countUpTo(max: number, bytes: Uint8Array<ArrayBuffer>, text: string): number {
  const haystack = Buffer.from(bytes.buffer);
  let count = 0;
  for (let at = haystack.indexOf(text); at !== -1 && count < max; count++) {
    at = haystack.indexOf(text, at + text.length);
  }
  return count;
}
