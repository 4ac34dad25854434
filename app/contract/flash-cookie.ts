import type { Flash } from "./flash";

/** Scripts can read it: it holds only the name of a toast and a path. */
export const FLASH_COOKIE = "afterglow-flash";

/** Returns the value of the cookie: the toast and the page that shows it, so that the page being left does not. */
export function flashValue(flash: Flash, path: string): string {
  return `${flash}@${path}`;
}

/** Returns the toast's name in a cookie for the page at `path`; null if for another page. The name may be unknown. */
export function flashFor(path: string, cookie: string): string | null {
  const end = encodeURIComponent(`@${path}`);
  return cookie.endsWith(end) ? cookie.slice(0, -end.length) : null;
}
