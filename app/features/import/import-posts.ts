import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { IMPORT_KEYS_MAX } from "~/contract/limits";
import { inEnglish, ruleMessage } from "~/contract/messages";
import type { Visibility } from "~/contract/visibility";
import { ApiError, api } from "~/features/api/client";
import { preparePhoto } from "~/features/photo/load-photo";
import { PhotoError } from "~/features/photo/photo-problems";
import { sendReadable } from "~/features/photo/send-readable";
import { ArchiveError, FILE_GONE, TOO_LARGE } from "./archive-entries.client";
import type { LeftOut } from "./exported-post";
import type { Archive } from "./open-archive.client";
import type { ImportPost } from "./parse-export";

/** Interrupts the import; the text is for the member, who can continue later. */
export class ImportPause extends Error {
  override readonly name = "ImportPause";
  constructor(readonly text: MessageDescriptor) {
    super(inEnglish(text));
  }
}

/** The result for one post. */
export interface Imported {
  isShared: boolean;
  /** The photos, or the post, that could not be imported. */
  leftOut: LeftOut[];
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

/** A photo or a post that cannot be imported; the text is for the member. */
class Refused extends Error {
  constructor(readonly text: MessageDescriptor) {
    super(inEnglish(text));
  }
}

/**
 * Uploads the photos of a post and shares it with its date. Photos that the composer would not take are left out.
 * @param options the audience, unless the original's was smaller, and whether to upload photos in original size
 * @throws ImportPause when the server refuses for now or cannot be reached; `AbortError`
 */
export async function importPost(
  archive: Archive,
  post: ImportPost,
  { visibility, keepsOriginals }: { visibility: Visibility; keepsOriginals: boolean },
  signal: AbortSignal,
): Promise<Imported> {
  const variant = keepsOriginals ? "original" : "full";
  const photos: { mediaUrl: string; altText: string }[] = [];
  const leftOut = missingPhotos(post);
  for (const photo of post.photos) {
    try {
      const mediaUrl = await upload(await readPhoto(archive, photo, variant, signal), signal);
      photos.push({ mediaUrl, altText: photo.altText });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      leftOut.push(leftOutOf(post, "photo", error.text, photo.path));
    }
  }
  const failed = (reason: MessageDescriptor) => ({
    isShared: false,
    leftOut: [...leftOut, leftOutOf(post, "failed", reason)],
  });
  if (photos.length === 0)
    return failed(msg({ message: "None of its photos could be imported.", comment: "A post" }));
  const { caption, location, isSensitive, clientId } = post;
  const createdAt = new Date(post.at).toISOString();
  try {
    const seenBy = post.visibility === "connections" ? post.visibility : visibility;
    const body = { photos, caption, location, isSensitive, createdAt, visibility: seenBy, clientId };
    await api("POST /api/posts", { body, signal });
    return { isShared: true, leftOut };
  } catch (error) {
    if (isRefused(error, 409)) return failed(msg`You have deleted this post since an earlier import.`);
    if (isRefused(error, 422)) return failed(ruleMessage(error.reason));
    throw pauseFor(error, signal);
  }
}

/** Returns the photos of a post that are in none of the chosen files. */
export const missingPhotos = (post: ImportPost): LeftOut[] =>
  post.missing.map(({ path }) => leftOutOf(post, "photo", msg`The file is not in the export.`, path));

const leftOutOf = (
  { caption, at }: ImportPost,
  kind: LeftOut["kind"],
  reason: MessageDescriptor,
  file = "",
): LeftOut => ({ kind, caption, at, file, reason });

/** Returns a photo of the archive, scaled as the composer does. @throws Refused when the composer would not take it */
async function readPhoto(
  archive: Archive,
  photo: ImportPost["photos"][number],
  variant: "full" | "original",
  signal: AbortSignal,
): Promise<Blob> {
  try {
    return (await preparePhoto(await archive.read(photo, signal), variant)).blob;
  } catch (error) {
    if (error instanceof ArchiveError && error.text === FILE_GONE) throw new ImportPause(FILE_GONE);
    // Its words are about an export.
    if (error instanceof ArchiveError && error.text === TOO_LARGE)
      throw new Refused(msg`Please upload an image smaller than 10MB`);
    if (error instanceof ArchiveError) throw new Refused(error.text);
    if (error instanceof PhotoError) throw new Refused(ruleMessage(error.problem.text));
    throw error;
  }
}

/** Returns the address of an uploaded photo. @throws Refused when the server refuses it */
async function upload(photo: Blob, signal: AbortSignal): Promise<string> {
  const send = (file: Blob) => {
    const body = new FormData();
    body.set("file", file, "photo");
    return api("POST /api/media", { body, signal });
  };
  try {
    return (await sendReadable(photo, send)).url;
  } catch (error) {
    if (isRefused(error, 413, 415, 422)) throw new Refused(ruleMessage(error.reason));
    throw pauseFor(error, signal);
  }
}

const isRefused = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** Returns the error that interrupts the import: with the server's reason, such as a quota, if it has one. */
function pauseFor(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (isRefused(error, 401))
    return new ImportPause(msg`You are logged out. Please log in, then choose the same file again.`);
  const reason = error instanceof ApiError && error.status < 500 ? error.body?.message : null;
  return new ImportPause(
    reason ? ruleMessage(reason) : msg`The server could not be reached. Please try again.`,
  );
}
