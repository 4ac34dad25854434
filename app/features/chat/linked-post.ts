import { textParts } from "~/contract/text-links";

const POST_PATH = /^\/post\/([0-9a-f-]{36})\/?$/;

/** Returns whether a text may have the address of a post. Most texts have none, and this costs them little. */
export const mayLinkPost = (text: string): boolean => text.includes("/post/");

/**
 * Returns the id of the first post whose address on this site is in a text, as an absolute URL; null without one.
 * @param origin this site's
 */
export function linkedPostIn(text: string, origin: string): string | null {
  for (const part of textParts(text)) {
    if (part.kind !== "url") continue;
    const { origin: at, pathname } = new URL(part.text);
    const id = at === origin && POST_PATH.exec(pathname)?.[1];
    if (id) return id;
  }
  return null;
}
