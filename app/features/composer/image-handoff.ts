/** Key in `localStorage` of the image URL that the AI tools pass to the composer (docs/product.md#names). */
const HANDOFF_KEY = "afterglow_post_image";

/** Returns the URL of the image that the AI tools passed on, and removes it from storage; null when there is none. */
export function takeHandedOffImage(): string | null {
  try {
    const url = localStorage.getItem(HANDOFF_KEY);
    localStorage.removeItem(HANDOFF_KEY);
    return url;
  } catch {
    // Storage is disabled in this browser, so nothing was stored.
    return null;
  }
}

/** The URL that this tab stored last. */
let own: string | null = null;

/**
 * Passes an image to the composer: in `localStorage`, or in the URL if storage is disabled or holds another tab's
 * image. @returns the composer's URL
 */
export function handOffToComposer(url: string): string {
  try {
    const waiting = localStorage.getItem(HANDOFF_KEY);
    if (waiting === null || waiting === own) {
      localStorage.setItem(HANDOFF_KEY, url);
      own = url;
      return "/post";
    }
  } catch {
    // The URL takes the image.
  }
  return `/post?imageUrl=${encodeURIComponent(url)}`;
}
