import { parse } from "hono/utils/cookie";
import { readSessionToken } from "~/platform/cookies";

/**
 * Reads may be answered by a copy of the database near the member (docs/decisions/0051-read-replicas.md). A bookmark is
 * D1's name for a state of the database; whoever brings one is shown that state or a later one, so a member who brings the
 * bookmark of their last write sees it everywhere.
 */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** The cookie that a member's bookmark is kept in; over https with the prefix that binds it to this host (RFC 6265bis, 4.1.3). */
export const bookmarkCookie = (secure: boolean) => (secure ? "__Host-afterglow-at" : "afterglow-at");

/** The bookmark that came with a request; null for none and for what D1 would refuse. */
export function readBookmark(request: Request, secure: boolean): string | null {
  const name = bookmarkCookie(secure);
  const value = parse(request.headers.get("Cookie") ?? "", name)[name] ?? "";
  return BOOKMARK.test(value) ? value : null;
}

/** Whether a request asks to see, and not to change (RFC 9110, 9.2.1). */
export const isRead = (request: Request) => request.method === "GET" || request.method === "HEAD";

/**
 * Where a request begins to read: writes at the primary, where they have to go anyway; visitors anywhere; members at the
 * state they know, and at the primary when they bring no bookmark, because a copy might not know their session yet.
 */
export function startOf(request: Request, secure: boolean): D1SessionConstraint | D1SessionBookmark {
  if (!isRead(request)) return "first-primary";
  if (readSessionToken(request, secure) === null) return "first-unconstrained";
  return readBookmark(request, secure) ?? "first-primary";
}
