import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/external";
import { counted } from "~/contract/counted";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import type { ExportedPhoto, ExportedPosts } from "./exported-post";
import { type ImportPost, isHtmlList, parserOf, postsToImport } from "./parse-export";

// Its workers come from addresses that the content security policy refuses. The browser decompresses outside the page's thread anyway.
configure({ useWebWorkers: false });

/** A file that cannot be imported; the message is for the member. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** The posts of an export, and what of it cannot be imported. */
export interface Archive extends Omit<ExportedPosts, "posts"> {
  /** Newest first. Their photos are in the archive. */
  posts: ImportPost[];
  /** Photos that are not in the archive. */
  missing: number;
  /** Returns the file of a photo of a post. @throws ArchiveError when it is damaged, encrypted or too large */
  read: (photo: ExportedPhoto, signal?: AbortSignal) => Promise<File>;
}

/** Lists are texts: the largest known have some MB. All lists of an export together. */
const LISTS_MAX_BYTES = 50 * 1024 * 1024;
const FILES_MAX = 100_000;
const POSTS_MAX = 20_000;
/** Bytes for each compressed byte. JSON reaches about 30, a zip bomb 1000. */
const RATIO_MAX = 200;

const PHOTO_FILE = /\.(jpe?g|png|webp|gif|heic|avif)$/i;

const NO_ZIP = "This file could not be read. Please choose the zip file of your export.";
const PIXELFED_ALONE = "This list has no photos. Please zip it together with the photo files.";
/** Interrupts an import, unlike a damaged photo. */
export const FILE_GONE = "The file can no longer be read. Please choose it again.";
const TOO_LARGE = "This file is too large to be an export from Instagram or Pixelfed.";
const FROM_HTML = "This export is in HTML. Please ask Instagram for one in JSON.";
const NO_LIST = "This zip file has no posts from Instagram or Pixelfed.";
const LIST_DAMAGED = "The list of posts in this export is damaged.";

/**
 * Opens an export. An export of several zip files, as Instagram makes them of large accounts, is opened as one. Reads their directories and the
 * lists of posts; a photo is read when it is needed, because exports can be larger than the memory.
 * @throws ArchiveError
 */
export async function openArchive(files: readonly File[]): Promise<Archive> {
  const entries = (await Promise.all(files.map(entriesOf))).flat();
  if (entries.length > FILES_MAX) throw new ArchiveError(TOO_LARGE);
  const { posts, ...counts } = await listed(entries);
  const find = photoFinder(entries);
  const found = posts.map((post) => ({ ...post, photos: post.photos.filter(({ path }) => find(path)) }));
  const missing = photosIn(posts) - photosIn(found);
  const due = postsToImport(found.filter(({ photos }) => photos.length > 0));
  if (due.length === 0 && missing > 0) {
    throw new ArchiveError(
      `This export lists ${counted(posts.length, "post")} without the photos. If it has several zip files, choose all of them. Pixelfed exports have no photos: add them to the zip file too.`,
    );
  }
  const read = async ({ path }: ExportedPhoto, signal?: AbortSignal) => {
    const entry = find(path);
    if (!entry) throw new ArchiveError(NO_ZIP);
    return new File([await contentOf(entry, POST_IMAGE_MAX_BYTES, signal)], nameOf(path));
  };
  return { ...counts, posts: due, missing, read };
}

const photosIn = (posts: { photos: unknown[] }[]) =>
  posts.reduce((sum, { photos }) => sum + photos.length, 0);

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Returns the files in a zip file that an import can need: lists and photos. */
async function entriesOf(file: File): Promise<FileEntry[]> {
  const needed: FileEntry[] = [];
  let count = 0;
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      count += 1;
      if (count > FILES_MAX) throw new ArchiveError(TOO_LARGE);
      const { filename } = entry;
      const isNeeded = PHOTO_FILE.test(filename) || parserOf(filename) !== null || isHtmlList(filename);
      if (!entry.directory && isNeeded) needed.push(entry);
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(parserOf(file.name) ? PIXELFED_ALONE : NO_ZIP);
  }
  return needed;
}

/** Returns the posts of all lists. */
async function listed(entries: FileEntry[]): Promise<ExportedPosts> {
  const all: ExportedPosts = { posts: [], videos: 0, hidden: 0, unreadable: 0 };
  const lists = entries.filter(({ filename }) => parserOf(filename));
  if (lists.length === 0) {
    throw new ArchiveError(entries.some(({ filename }) => isHtmlList(filename)) ? FROM_HTML : NO_LIST);
  }
  let left = LISTS_MAX_BYTES;
  for (const entry of lists) {
    const content = await contentOf(entry, left);
    left -= content.size;
    const { posts, videos, hidden, unreadable } = parse(entry.filename, await content.text());
    all.posts = all.posts.concat(posts);
    all.videos += videos;
    all.hidden += hidden;
    all.unreadable += unreadable;
  }
  if (all.posts.length > POSTS_MAX) throw new ArchiveError(TOO_LARGE);
  return all;
}

function parse(path: string, text: string): ExportedPosts {
  try {
    const parser = parserOf(path);
    if (parser) return parser(JSON.parse(text));
  } catch {
    // Any error is about the list: no JSON, or of an unknown form.
  }
  throw new ArchiveError(LIST_DAMAGED);
}

/**
 * Returns the function that finds the file of a photo by its path. The archive can have it in another folder than the list says: then by
 * its name, if only one file has it.
 */
function photoFinder(entries: FileEntry[]): (path: string) => FileEntry | undefined {
  const byName = new Map<string, FileEntry[]>();
  for (const entry of entries) {
    if (!PHOTO_FILE.test(entry.filename)) continue;
    const name = nameOf(entry.filename);
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  return (path) => {
    const named = byName.get(nameOf(path)) ?? [];
    return named.length === 1
      ? named[0]
      : named.find(({ filename }) => filename === path || filename.endsWith(`/${path}`));
  };
}

/** Reads a file of at most `maxBytes`. The size in the directory is a claim, so the bytes are counted. @throws ArchiveError */
async function contentOf(entry: FileEntry, maxBytes: number, signal?: AbortSignal): Promise<Blob> {
  const { uncompressedSize, compressedSize } = entry;
  const most = Math.min(maxBytes, Math.max(compressedSize * RATIO_MAX, 1024 * 1024));
  if (uncompressedSize > most) throw new ArchiveError(TOO_LARGE);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const target = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.byteLength;
      if (size > most) throw new ArchiveError(TOO_LARGE);
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(target, { checkSignature: true, signal });
  } catch (error) {
    signal?.throwIfAborted();
    // The file itself was moved or changed: no photo can be read any more.
    if (error instanceof DOMException) throw new ArchiveError(FILE_GONE, { cause: error });
    throw new ArchiveError(size > most ? TOO_LARGE : "A file in this export is damaged or encrypted.");
  }
  return new Blob(chunks);
}
