import { msg } from "@lingui/core/runtime-macro";
import { Hono } from "hono";
import { AppError, unauthenticated } from "~/contract/errors";
import type { ServedVariant } from "~/contract/media-address";
import { tokenId } from "~/domain/accounts/session-token";
import { readSessionCookie } from "~/platform/cookies";
import type { StoredVariant } from "~/platform/media/store";
import type { AppContext, AppEnv } from "./context";
import { issuePass, passCookie, readPass, verifyPass } from "./middleware/media-pass";
import { lookUpSession } from "./middleware/session";
import { storedReply } from "./stored-reply";

/** Serves photos to signed-in members, without a database query while the browser's media pass is valid. */
export const media = new Hono<AppEnv>();

const FULL = "/:id{[0-9a-f-]{36}}";
const VARIANT = `${FULL}/:variant{(?:avatar|thumb|feed|original)}`;

media.get(FULL, (c) => servePhoto(c, c.req.param("id"), "full"));
// The path has one of these variants.
media.get(VARIANT, (c) => servePhoto(c, c.req.param("id"), c.req.param("variant") as ServedVariant));

for (const path of [FULL, VARIANT]) {
  media.all(path, (c) => {
    c.header("Allow", "GET, HEAD");
    throw new AppError("method_not_allowed", msg`Photos can only be read here.`);
  });
}

media.all("*", () => {
  throw noSuchPhoto();
});

function noSuchPhoto(): AppError {
  return new AppError("not_found", msg`There is no such photo.`);
}

async function servePhoto(c: AppContext, id: string, variant: ServedVariant): Promise<Response> {
  const freshPass = await requireMember(c);
  const photo = await c.get("edge").ctx.media.get(id, variant);
  if (!photo) throw noSuchPhoto();
  const headers = photoHeaders(id, variant, photo);
  if (freshPass) headers.append("Set-Cookie", freshPass);
  return storedReply(c, photo, headers);
}

/**
 * Checks the session. A valid media pass of the session takes one hash and one HMAC; otherwise the session is looked up
 * and the reply carries a new pass.
 * @returns the `Set-Cookie` value of the new pass, or null when the old one is valid
 * @throws AppError `unauthenticated`
 */
async function requireMember(c: AppContext): Promise<string | null> {
  const edge = c.get("edge");
  const now = edge.ctx.now();
  const session = readSessionCookie(edge.cookies, edge.secure);
  const pass = readPass(edge.cookies, edge.secure);
  if (session && pass && verifyPass(c.env.MEDIA_PASS_KEY, pass, tokenId(session.token), now)) return null;
  const { viewer } = await lookUpSession(edge);
  if (!viewer) throw unauthenticated();
  return passCookie(issuePass(c.env.MEDIA_PASS_KEY, viewer.sessionId, now), edge.secure);
}

/**
 * Returns the headers of a photo. The photo at a URL never changes, so browsers cache it for a year. There is no
 * `Vary: Cookie`: `private` excludes shared caches, and media passes change too often for a cache key.
 */
function photoHeaders(id: string, variant: ServedVariant, { contentType }: StoredVariant): Headers {
  return new Headers({
    "Content-Type": contentType,
    "Content-Disposition": `inline; filename="afterglow-${id}-${variant}.webp"`,
    "Cache-Control": "private, max-age=31536000, immutable",
    // Opened as a document, a photo has an origin of its own and can load and run nothing.
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  });
}
