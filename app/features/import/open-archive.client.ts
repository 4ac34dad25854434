import type { MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { ArchiveError, contentOf, entriesOf, type FileEntry, TOO_LARGE } from "./archive-entries.client";
import { ENTRIES_MAX, type ExportedPhoto, type ExportedPosts, type LeftOut } from "./exported-post";
import { fileNameOf, isVideo, normalPath } from "./file-names";
import { groupBy } from "./group-by";
import { type ImportPost, isHtmlList, parserOf, postsToImport } from "./parse-export";

/** The posts of an export, and what of it cannot be imported. */
export interface Archive {
  /** Newest first. */
  posts: ImportPost[];
  leftOut: LeftOut[];
  /** Returns the file of a photo of a post. @throws ArchiveError when it is damaged, encrypted or too large */
  read: (photo: ExportedPhoto, signal?: AbortSignal) => Promise<File>;
}

/** Lists are texts: the largest known have some MB. All lists of an export together. */
const LISTS_MAX_BYTES = 50 * 1024 * 1024;
const POSTS_MAX = 20_000;

const FROM_HTML = msg`This export is in HTML. Please ask Instagram for one in JSON.`;
const NO_LIST = msg`This zip file has no posts from Instagram or Pixelfed.`;
const PART_ALONE = msg`This file has photos, but not the list of your posts. If your export has several zip files, add the others.`;
const LIST_DAMAGED = msg`The list of posts in this export is damaged.`;

/**
 * Opens an export. Several zip files, as Instagram makes of a large account, are opened as one, in any order. Reads
 * the directories and the lists of posts; photos are read when needed, because exports can be larger than memory.
 * @throws ArchiveError
 */
export async function openArchive(files: readonly File[]): Promise<Archive> {
  const entries = (await Promise.all(files.map(entriesOf))).flat();
  if (entries.length > ENTRIES_MAX) throw new ArchiveError(TOO_LARGE);
  const { posts: exported, leftOut } = await listed(entries);
  const find = photoFinder(entries);
  const posts = postsToImport(exported, ({ path }) => find(path) !== undefined);
  if (posts.length > POSTS_MAX) throw new ArchiveError(TOO_LARGE);
  if (posts.length > 0 && posts.every(({ photos }) => photos.length === 0)) {
    throw new ArchiveError(photosMissing(posts.length), { isPart: true });
  }
  const read = async ({ path }: ExportedPhoto, signal?: AbortSignal) => {
    const entry = find(path);
    if (!entry) throw new ArchiveError(msg`This file is not in the export.`);
    return new File([await contentOf(entry, POST_IMAGE_MAX_BYTES, signal)], fileNameOf(path));
  };
  return { posts, leftOut, read };
}

const photosMissing = (count: number): MessageDescriptor =>
  msg({
    message: plural(count, {
      one: "This export lists # post without the photos. If it has several zip files, choose all of them. Pixelfed exports have no photos: add them to the zip file too.",
      other:
        "This export lists # posts without the photos. If it has several zip files, choose all of them. Pixelfed exports have no photos: add them to the zip file too.",
    }),
  });

/** Returns the posts of all lists. */
async function listed(entries: FileEntry[]): Promise<ExportedPosts> {
  const lists = entries.filter(({ filename }) => parserOf(filename));
  if (lists.length === 0) {
    if (entries.some(({ filename }) => isHtmlList(filename))) throw new ArchiveError(FROM_HTML);
    const hasPhotos = entries.some(({ filename }) => /(^|\/)(media|photos)\//.test(normalPath(filename)));
    throw new ArchiveError(hasPhotos ? PART_ALONE : NO_LIST, { isPart: hasPhotos });
  }
  const found: ExportedPosts[] = [];
  let left = LISTS_MAX_BYTES;
  for (const entry of lists) {
    const content = await contentOf(entry, left);
    left -= content.size;
    const { posts, leftOut } = parse(entry.filename, await content.text());
    // A problem without a file of its own is about the list.
    found.push({ posts, leftOut: leftOut.map((one) => ({ ...one, file: one.file || entry.filename })) });
  }
  return {
    posts: found.flatMap(({ posts }) => posts),
    leftOut: once(found.flatMap(({ leftOut }) => leftOut)),
  };
}

/** Leaves out the copies of an export with several lists of the same posts. */
function once(leftOut: LeftOut[]): LeftOut[] {
  const keyOf = ({ kind, at, file, reason }: LeftOut) => JSON.stringify([kind, at, file, reason]);
  return [...new Map(leftOut.map((one) => [keyOf(one), one])).values()];
}

function parse(path: string, text: string): ExportedPosts {
  let list: unknown;
  try {
    list = JSON.parse(text);
    const parser = parserOf(path);
    if (parser) return parser(list);
  } catch (error) {
    if (error instanceof RangeError && list !== undefined) throw new ArchiveError(TOO_LARGE);
    // Any other error is about the list: no JSON, or of an unknown form.
  }
  throw new ArchiveError(LIST_DAMAGED);
}

/**
 * Returns the function that finds a photo's file by its path. The archive may have it in another folder: then finds it
 * by name, if only one file has that name. Copies of a file count as one.
 */
function photoFinder(entries: FileEntry[]): (path: string) => FileEntry | undefined {
  const photos = entries.filter(({ filename }) => !isVideo(filename) && !parserOf(filename));
  const byName = groupBy(photos, ({ filename }) => fileNameOf(filename));
  const isSame = (a: FileEntry, b: FileEntry) =>
    a.signature === b.signature && a.uncompressedSize === b.uncompressedSize;
  return (path) => {
    const named = byName.get(fileNameOf(path)) ?? [];
    const [first] = named;
    if (first && named.every((one) => isSame(one, first))) return first;
    const wanted = normalPath(path);
    return named.find(({ filename }) => `/${normalPath(filename)}`.endsWith(`/${wanted}`));
  };
}
