import { CLIENT_ID_MAX, PHOTOS_MAX } from "~/contract/limits";
import type { ExportedPost, ExportedPosts } from "./exported-post";
import { parseInstagram } from "./parse-instagram";
import { parsePixelfed } from "./parse-pixelfed";

/** The parser of a list of posts. */
type Parser = (list: unknown) => ExportedPosts;

const lists: [RegExp, Parser][] = [
  [/^posts_\d+\.json$/, parseInstagram],
  [/^(pixelfed-statuses|outbox)\.json$/, parsePixelfed],
];

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Returns the parser of a file by its name, null for any other file. Archives have the lists in different folders. */
export function parserOf(path: string): Parser | null {
  return lists.find(([name]) => name.test(nameOf(path)))?.[1] ?? null;
}

/** Returns whether a path is that of the posts in Instagram's HTML export, which has no dates to rely on. */
export const isHtmlList = (path: string) => /^posts_\d+\.html$/.test(nameOf(path));

/** A post to import: 1 to 10 photos of an exported post. */
export interface ImportPost extends ExportedPost {
  /** The idempotency key. */
  clientId: string;
}

/**
 * Returns the posts to import, newest first. An exported post of more than ten photos becomes several, each a millisecond before the one
 * before it, so that lists show them one after another. Posts with the same id, of the same second of Instagram, get numbers in the order of
 * the export.
 */
export function postsToImport(exported: ExportedPost[]): ImportPost[] {
  const seen = new Map<string, number>();
  return exported
    .toSorted((a, b) => b.at - a.at)
    .flatMap((post) => {
      const number = (seen.get(post.id) ?? 0) + 1;
      seen.set(post.id, number);
      return partsOf({ ...post, id: number === 1 ? post.id : `${post.id}~${number}` });
    });
}

function partsOf(post: ExportedPost): ImportPost[] {
  const parts = Math.ceil(post.photos.length / PHOTOS_MAX);
  return Array.from({ length: parts }, (_, part) => ({
    ...post,
    at: post.at - part,
    photos: post.photos.slice(part * PHOTOS_MAX, (part + 1) * PHOTOS_MAX),
    clientId: importClientId(part === 0 ? post.id : `${post.id}/${part + 1}`),
  }));
}

const PREFIX = "import-";

/** Returns the key of an id. Of one that is too long it has the end, which tells the posts of a server apart. */
const importClientId = (id: string) => PREFIX + id.slice(PREFIX.length - CLIENT_ID_MAX);
