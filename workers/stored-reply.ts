import type { StoredVariant } from "~/platform/media/store";
import type { AppContext } from "./context";

/** Answers with what is stored, or with 304 to who has it, or, to HEAD, with its headers alone. */
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

/** `If-None-Match` compares weakly (RFC 9110 13.1.2). */
function isNamedIn(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
}
