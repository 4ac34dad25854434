import type { AppContext } from "./context";

/**
 * Answers the system's share sheet when the service worker, which keeps what it sends (public/sw.js), is not there. A
 * log-in may come before the composer, so nothing is stored; the composer asks for the photo.
 */
export function askForSharedPhoto(c: AppContext): Response {
  return c.redirect("/post?shared=lost", 303);
}
