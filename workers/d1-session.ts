import { FRESH_COOKIE } from "~/contract/limits";
import { type Cookies, readSessionCookie } from "~/platform/cookies";

/**
 * A D1 bookmark names a state of the database. A read replica returns that state or a later one, so a member who sends
 * the bookmarks of their last write and read sees no older state (docs/decisions/0051-read-replicas.md). Later
 * bookmarks sort after earlier ones (Cloudflare docs, D1 "Time Travel").
 */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/**
 * Returns the name of the cookie with the bookmark of the last write or of the last read; over HTTPS with the prefix
 * that binds it to this host (RFC 6265bis, 4.1.3.2). Two cookies: a read's late reply must not replace a write's.
 */
export function bookmarkCookie(last: "write" | "read", secure: boolean): string {
  return `${secure ? "__Host-" : ""}afterglow-${last === "write" ? "at" : "seen"}`;
}

/** Returns the later bookmark of a request; null when there is none. Ignores malformed ones, which D1 rejects. */
export function readBookmark(
  cookies: Cookies,
  secure: boolean,
  kinds: readonly ("write" | "read")[] = ["write", "read"],
): string | null {
  const values = kinds.map((last) => cookies[bookmarkCookie(last, secure)] ?? "");
  return (
    values
      .filter((value) => BOOKMARK.test(value))
      .sort()
      .at(-1) ?? null
  );
}

/** Returns the later of two bookmarks. */
export function laterOf(a: string | null, b: string | null): string | null {
  return (a ?? "") > (b ?? "") ? a : b;
}

/** Returns whether a page has received a frame in the last seconds: its state may be in no replica yet. */
function wantsFresh(cookies: Cookies): boolean {
  return cookies[FRESH_COOKIE] !== undefined;
}

/** Returns whether the method of a request is safe (RFC 9110, 9.2.1). */
export const isRead = (request: Request) => request.method === "GET" || request.method === "HEAD";

/**
 * Returns where the D1 session of a request starts: writes at the primary; visitors at their bookmark, or at any
 * replica without one; members at their bookmark, or at the primary without one, because a replica may not have their
 * session yet, and after a live frame.
 */
export function startOf(
  request: Request,
  cookies: Cookies,
  secure: boolean,
): D1SessionConstraint | D1SessionBookmark {
  if (!isRead(request)) return "first-primary";
  const bookmark = readBookmark(cookies, secure);
  // A visitor's bookmark is that of a write too: undoing an email change leads to the page of a new reset link.
  if (readSessionCookie(cookies, secure) === null) return bookmark ?? "first-unconstrained";
  if (wantsFresh(cookies)) return "first-primary";
  return bookmark ?? "first-primary";
}
