import { z } from "~/contract/zod";
import { collect, type ExportedPosts } from "./exported-post";

const PHOTO_FILE = /\.(jpe?g|png|webp|gif|heic|avif)$/i;

const text = z.string().catch("");
const timestamp = z.number().optional();

const postEntry = z.object({
  media: z.array(z.object({ uri: z.string(), creation_timestamp: timestamp, title: text })).min(1),
  title: text,
  creation_timestamp: timestamp,
});

/**
 * Returns the posts of a `posts_1.json` of Instagram's export in the format JSON: a list of posts, or a single one. Their only id is the second
 * of the post.
 */
export function parseInstagram(list: unknown): ExportedPosts {
  return collect(Array.isArray(list) ? list : [list], (entry) => {
    const { media, ...post } = postEntry.parse(entry);
    const seconds = post.creation_timestamp ?? media[0]?.creation_timestamp ?? Number.NaN;
    const photos = media.filter(({ uri }) => PHOTO_FILE.test(uri));
    return {
      id: `instagram-${seconds}`,
      at: seconds * 1000,
      // The caption of a post with one photo is that of the photo.
      caption: decodeBytes(post.title || media[0]?.title || ""),
      location: "",
      photos: photos.map(({ uri }) => ({ path: uri, altText: "" })),
      videos: media.length - photos.length,
    };
  });
}

/**
 * Decodes a text of Instagram's export, which has a character for each byte of the text's UTF-8 form. A text that is no such form is
 * returned unchanged.
 */
export function decodeBytes(encoded: string): string {
  const codes = Array.from(encoded, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return encoded;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes));
  } catch {
    return encoded;
  }
}
