import { CLIENT_ID_MAX, PHOTOS_MAX } from "~/contract/limits";
import type { ExportedPhoto, ExportedPost, ExportedPosts } from "./exported-post";
import { fileNameOf } from "./file-names";
import { parseInstagram, parseOldInstagram } from "./parse-instagram";
import { parsePixelfed } from "./parse-pixelfed";

/** The parser of a list of posts. */
type Parser = (list: unknown) => ExportedPosts;

const lists: [RegExp, Parser][] = [
  [/^posts(_\d+)?\.json$/, parseInstagram],
  [/^media\.json$/, parseOldInstagram],
  [/^(pixelfed-statuses|outbox)\.json$/, parsePixelfed],
];

/** Returns the parser of a file by its name, null for any other file. Archives have the lists in different folders. */
export function parserOf(path: string): Parser | null {
  return lists.find(([name]) => name.test(fileNameOf(path)))?.[1] ?? null;
}

/** Returns whether a path is that of the posts in Instagram's HTML export, which has no dates to rely on. */
export const isHtmlList = (path: string) => /^posts(_\d+)?\.html$/.test(fileNameOf(path));

/** A post to import: at most 10 photos of an exported post. */
export interface ImportPost extends ExportedPost {
  /** The idempotency key. */
  clientId: string;
  /** Photos that no chosen file has. The others are in `photos`. */
  missing: ExportedPhoto[];
}

/**
 * Returns the posts to import, newest first. A post of more than ten photos becomes several, each a millisecond
 * before the previous one, so that lists show them in order. Posts with the same id, of the same second of Instagram,
 * are numbered in the order of their files' paths. Parts and numbers count missing photos too, so the keys stay the
 * same when another file of the export has these.
 * @param isThere whether a chosen file has a photo
 */
export function postsToImport(
  exported: readonly ExportedPost[],
  isThere: (photo: ExportedPhoto) => boolean,
): ImportPost[] {
  const seen = new Map<string, number>();
  return merged(exported)
    .toSorted((a, b) => b.at - a.at || compare(firstPath(a), firstPath(b)))
    .flatMap((post) => {
      const number = (seen.get(post.id) ?? 0) + 1;
      seen.set(post.id, number);
      return partsOf({ ...post, id: number === 1 ? post.id : `${post.id}~${number}` }, isThere);
    });
}

const firstPath = ({ photos: [first] }: ExportedPost) => first?.path ?? "";
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns each post once. Exports have one in several lists, `posts.json` and `posts_1.json`, or in those of several
 * zip files: with the same id and a photo in common. Keeps the longest caption and all photos.
 */
function merged(posts: readonly ExportedPost[]): ExportedPost[] {
  const results: Merged[] = [];
  const byPhoto = new Map<string, Merged>();
  for (const post of posts) {
    const keys = post.photos.map(({ path }) => JSON.stringify([post.id, fileNameOf(path)]));
    const earlier = keys.map((key) => byPhoto.get(key)).find((one) => one !== undefined);
    const result = earlier ?? { post, photos: new Map() };
    if (earlier) merge(earlier, post);
    else results.push(result);
    addPhotos(result, post);
    for (const key of keys) byPhoto.set(key, result);
  }
  return results.map(({ post, photos }) => ({ ...post, photos: [...photos.values()] }));
}

interface Merged {
  post: ExportedPost;
  /** By name of file, so that each is there once. */
  photos: Map<string, ExportedPhoto>;
}

function merge(result: Merged, other: ExportedPost): void {
  const { post } = result;
  result.post = {
    ...post,
    caption: other.caption.length > post.caption.length ? other.caption : post.caption,
    location: post.location || other.location,
    isSensitive: post.isSensitive || other.isSensitive,
    visibility: post.visibility === "connections" ? post.visibility : other.visibility,
  };
}

/** Adds the photos of a copy. Those of the copy with the most photos come first, in their order. */
function addPhotos(result: Merged, { photos }: ExportedPost): void {
  const earlier = result.photos;
  const added = new Map(photos.map((photo) => [fileNameOf(photo.path), photo]));
  const [first, second] = added.size > earlier.size ? [added, earlier] : [earlier, added];
  for (const [name, photo] of second) if (!first.has(name)) first.set(name, photo);
  result.photos = first;
}

function partsOf(post: ExportedPost, isThere: (photo: ExportedPhoto) => boolean): ImportPost[] {
  const parts = Math.ceil(post.photos.length / PHOTOS_MAX);
  return Array.from({ length: parts }, (_, part) => {
    const photos = post.photos.slice(part * PHOTOS_MAX, (part + 1) * PHOTOS_MAX);
    return {
      ...post,
      at: post.at - part,
      photos: photos.filter(isThere),
      missing: photos.filter((photo) => !isThere(photo)),
      clientId: importClientId(part === 0 ? post.id : `${post.id}/${part + 1}`),
    };
  });
}

const PREFIX = "import-";

/** Returns the key of an id. Of one that is too long it has the end, which tells the posts of a server apart. */
const importClientId = (id: string) => PREFIX + id.slice(PREFIX.length - CLIENT_ID_MAX);
