import { PRODUCT_NAME } from "~/contract/limits";

/** Where the AI tools leave a picture for the composer (spec point 2, contract.md "Names"). */
const HANDOFF_KEY = "afterglow_post_image";

/** What a post of an AI picture starts with. */
export const AI_CAPTION = `Created with ${PRODUCT_NAME} AI ✨`;

/** The picture the AI tools left, which is then gone from there; null when there is none. */
export function takeHandedOffImage(): string | null {
  try {
    const left = localStorage.getItem(HANDOFF_KEY);
    localStorage.removeItem(HANDOFF_KEY);
    return left;
  } catch {
    // Storage can be switched off; then nothing was left either.
    return null;
  }
}

/** Leaves a picture for the composer, which is at /post. Without storage it takes the address (spec point 2). @returns where to go */
export function handOffToComposer(url: string): string {
  try {
    localStorage.setItem(HANDOFF_KEY, url);
    return "/post";
  } catch {
    return `/post?imageUrl=${encodeURIComponent(url)}`;
  }
}
