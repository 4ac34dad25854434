import { parse } from "hono/utils/cookie";
import { readSessionToken } from "~/platform/cookies";

/**
 * A D1 bookmark names a state of the database. A read replica returns that state or a later one, so a member who sends
 * the bookmark of their last write sees it (docs/decisions/0051-read-replicas.md).
 */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Returns the name of the bookmark cookie; over HTTPS with the prefix that binds it to this host (RFC 6265bis, 4.1.3.2). */
export const bookmarkCookie = (secure: boolean) => (secure ? "__Host-afterglow-at" : "afterglow-at");

/** Returns the bookmark of a request; null when it is missing or malformed (D1 rejects those). */
export function readBookmark(request: Request, secure: boolean): string | null {
  const name = bookmarkCookie(secure);
  const value = parse(request.headers.get("Cookie") ?? "", name)[name] ?? "";
  return BOOKMARK.test(value) ? value : null;
}

/** Returns whether the method of a request is safe (RFC 9110, 9.2.1). */
export const isRead = (request: Request) => request.method === "GET" || request.method === "HEAD";

/**
 * Returns where the D1 session of a request starts: writes at the primary; visitors at any replica; members at their
 * bookmark, or at the primary without one, because a replica may not have their session yet.
 */
export function startOf(request: Request, secure: boolean): D1SessionConstraint | D1SessionBookmark {
  if (!isRead(request)) return "first-primary";
  if (readSessionToken(request, secure) === null) return "first-unconstrained";
  return readBookmark(request, secure) ?? "first-primary";
}
