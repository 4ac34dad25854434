import { IMPORT_KEYS_MAX } from "~/contract/limits";
import { ORIGINAL_SIDE } from "~/contract/media-address";
import type { Visibility } from "~/contract/visibility";
import { ApiError, api } from "~/features/api/client";
import { PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { type Archive, ArchiveError, FILE_GONE } from "./open-archive.client";
import type { ImportPost } from "./parse-export";

/** Interrupts the import; the message is for the member, who can continue later. */
export class ImportPause extends Error {
  override readonly name = "ImportPause";
}

/** The result for one post. */
export interface Imported {
  /** False when none of its photos could be imported, or when the member has deleted the post since an earlier import. */
  isShared: boolean;
  /** Photos that could not be imported. */
  leftOut: number;
}

/**
 * Returns the posts that are not imported yet.
 * @throws ImportPause when the server cannot be reached
 */
export async function postsLeft(posts: ImportPost[], signal: AbortSignal): Promise<ImportPost[]> {
  const left: ImportPost[] = [];
  for (let start = 0; start < posts.length; start += IMPORT_KEYS_MAX) {
    const part = posts.slice(start, start + IMPORT_KEYS_MAX);
    const body = { clientIds: part.map(({ clientId }) => clientId) };
    const { clientIds } = await api("POST /api/posts/imported", { body, signal }).catch((error: unknown) => {
      throw pauseFor(error, signal);
    });
    const imported = new Set(clientIds);
    left.push(...part.filter(({ clientId }) => !imported.has(clientId)));
  }
  return left;
}

/**
 * Uploads the photos of a post and shares it with its date. Photos that the composer would not take are left out.
 * @param options who may see the post, unless the original was for fewer, and whether to upload photos in the size of an original
 * @throws ImportPause when the server refuses for now or cannot be reached; `AbortError`
 */
export async function importPost(
  archive: Archive,
  post: ImportPost,
  { visibility, keepsOriginals }: { visibility: Visibility; keepsOriginals: boolean },
  signal: AbortSignal,
): Promise<Imported> {
  const longSide = keepsOriginals ? ORIGINAL_SIDE : undefined;
  const photos: { mediaUrl: string; altText: string }[] = [];
  for (const photo of post.photos) {
    const file = await readPhoto(archive, photo, longSide, signal);
    const mediaUrl = file && (await upload(file, signal));
    if (mediaUrl) photos.push({ mediaUrl, altText: photo.altText });
  }
  const leftOut = post.photos.length - photos.length;
  if (photos.length === 0) return { isShared: false, leftOut };
  const { caption, location, isSensitive, clientId } = post;
  const createdAt = new Date(post.at).toISOString();
  try {
    const seenBy = post.visibility === "connections" ? post.visibility : visibility;
    const body = { photos, caption, location, isSensitive, createdAt, visibility: seenBy, clientId };
    await api("POST /api/posts", { body, signal });
    return { isShared: true, leftOut };
  } catch (error) {
    if (isRefused(error, 409, 422)) return { isShared: false, leftOut };
    throw pauseFor(error, signal);
  }
}

/** Returns a photo of the archive, scaled as the composer does; null for one that it would not take. */
async function readPhoto(
  archive: Archive,
  photo: ImportPost["photos"][number],
  longSide: number | undefined,
  signal: AbortSignal,
): Promise<Blob | null> {
  try {
    return await preparePhoto(await archive.read(photo, signal), longSide);
  } catch (error) {
    if (error instanceof ArchiveError && error.message === FILE_GONE) throw new ImportPause(FILE_GONE);
    if (error instanceof ArchiveError || error instanceof PhotoError) return null;
    throw error;
  }
}

/** Returns the address of an uploaded photo; null for one that the server refuses. */
async function upload(photo: Blob, signal: AbortSignal): Promise<string | null> {
  const body = new FormData();
  body.set("file", photo, "photo");
  try {
    return (await api("POST /api/media", { body, signal })).url;
  } catch (error) {
    if (isRefused(error, 413, 415, 422)) return null;
    throw pauseFor(error, signal);
  }
}

const isRefused = (error: unknown, ...statuses: number[]) =>
  error instanceof ApiError && statuses.includes(error.status);

/** Returns the error that interrupts the import: with the server's reason, such as a quota, if it has one. */
function pauseFor(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const reason = error instanceof ApiError && error.status < 500 ? error.body?.message : null;
  return new ImportPause(reason ?? "The server could not be reached. Please try again.");
}
