import type { StoredVariant } from "~/platform/media/store";
import type { AppContext } from "./context";

/** Returns the stored body, 304 when the client has it (`If-None-Match`), or only the headers for HEAD. */
export async function storedReply(
  c: AppContext,
  { body, size, etag }: StoredVariant,
  headers: Headers,
): Promise<Response> {
  headers.set("ETag", etag);
  const isKnown = isNamedIn(c.req.header("If-None-Match"), etag);
  if (!isKnown) headers.set("Content-Length", String(size));
  if (!isKnown && c.req.raw.method !== "HEAD") return new Response(body, { headers });
  await body.cancel();
  return new Response(null, { status: isKnown ? 304 : 200, headers });
}

/** Returns whether `If-None-Match` names the etag, by weak comparison (RFC 9110, 13.1.2). */
function isNamedIn(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
}
