/** Only resolves relative addresses; no request goes to it. */
const BASE = "https://afterglow.invalid";

/** The members' pages (docs/product.md#routes), without the profile setup, downloads and the proof of identity. */
const MEMBER_PAGE =
  /^\/(?:feed|chat|ai|search|explore|requests|notifications|settings(?:\/(?!(?:confirm|export)$)[^/]+)?|(?:tag|collections)\/[^/]+|post(?:\/[^/]+(?:\/likes)?)?|profile(?:\/[^/]+(?:\/connect(?:ed|ing))?)?|moderation(?:\/sign-ups|\/log|\/dashboard|\/members(?:\/[^/]+)?|\/site(?:\/[^/]+)?|\/(?:reports|decisions)\/[^/]+)?)$/;

const DEFAULT = "/feed";

/**
 * Returns the page that a log-in returns to, from an untrusted `next` (docs/product.md#accounts): the normalised path
 * and query of a members' page of this site. Returns null for every other value, such as another site's address or the
 * log-in page itself.
 */
export function nextPath(value: string | null): string | null {
  const url = localUrl(value);
  return url && MEMBER_PAGE.test(url.pathname) ? url.pathname + url.search + url.hash : null;
}

/** Returns the normalised path and query of any page of this site, from an untrusted value; null for other values. */
export function localPath(value: string | null | undefined): string | null {
  const url = localUrl(value);
  // Browsers take a path with two slashes, such as that of "/..//host", for another host.
  return url && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : null;
}

function localUrl(value: string | null | undefined): URL | null {
  if (!value?.startsWith("/") || value.includes("\\")) return null;
  const url = parsed(value);
  return url?.origin === BASE ? url : null;
}

/** Parses as a browser does: dot segments are resolved, tabs and line breaks are removed. */
function parsed(address: string): URL | null {
  try {
    return new URL(address, BASE);
  } catch {
    return null;
  }
}

/** Returns the page that follows a log-in: `next` if it is allowed, the feed otherwise. */
export function nextOrFeed(next: string | null): string {
  return nextPath(next) ?? DEFAULT;
}

/** Adds `next` to the address of a visitors' page, if it is allowed and not the default. */
export function withNext(page: string, next: string | null): string {
  const allowed = nextPath(next);
  return allowed === null || allowed === DEFAULT ? page : `${page}?next=${encodeURIComponent(allowed)}`;
}
