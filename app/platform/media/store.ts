import type { ServedVariant } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import type { PerceptualHash } from "./perceptual-hash";

/** The type of all variants of a photo. */
export const PHOTO_TYPE = "image/webp";

/** The facts of a stored photo. */
export interface StoredPhoto extends PhotoFacts {
  contentType: string;
  /** Bytes of `full`. */
  size: number;
  /** The perceptual hash; null for a photo with little structure, and for other files. */
  perceptualHash: PerceptualHash | null;
}

export interface StoredVariant {
  /** The caller must read or cancel it. */
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** Bytes. */
  size: number;
  /** A strong validator, in quotes (RFC 9110, 8.8.3). */
  etag: string;
}

/** The variants of a conversation's photo, or the bytes of another file. */
export type PrivateVariant = "feed" | "full" | "file";

/** Photos, which every member may see, and attachments, which belong to one conversation. */
export const mediaKinds = ["photos", "attachments"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The port of the media store. */
export interface MediaStore {
  /**
   * Checks, renders and stores a photo under the caller's id. Stores all variants or none.
   * @param keepsOriginal whether to store the original too, if it is larger than `full`
   * @throws AppError `unsupported_media`, `too_large`
   */
  putPhoto(id: string, bytes: Uint8Array, keepsOriginal?: boolean): Promise<StoredPhoto>;
  /** Returns one variant of a photo; null when it does not exist. Makes and stores the avatar at its first request. */
  get(id: string, variant: ServedVariant): Promise<StoredVariant | null>;
  /** Like `putPhoto`, for a photo of a conversation. Only `getPrivate` returns it. */
  putPrivatePhoto(id: string, bytes: Uint8Array): Promise<StoredPhoto>;
  /** Stores a file of a conversation unchanged. */
  putFile(id: string, bytes: Uint8Array, contentType: string): Promise<StoredPhoto>;
  /** Copies a conversation's photo or file to another id: all objects or none. @returns false when it does not exist */
  copyPrivate(id: string, to: string): Promise<boolean>;
  /** Returns a photo or file of a conversation, or null. The caller checks who may read it. */
  getPrivate(id: string, variant: PrivateVariant): Promise<StoredVariant | null>;
  /**
   * Copies a photo and any original to where only moderators read it: a report keeps it when it is removed. Idempotent.
   * @returns whether there is such a photo or copy
   */
  preserve(id: string): Promise<boolean>;
  /** Returns the SHA-256 of each stored file of an id, in hex: a removed file cannot be uploaded again in any width. */
  hashes(id: string): Promise<string[]>;
  /** Returns the copy of a photo that `preserve` made, or null. The caller checks that a moderator asks. */
  getEvidence(id: string): Promise<StoredVariant | null>;
  /** Stores a removed photo again, in all widths, from its copy. @returns false without a copy */
  restore(id: string, kind: MediaKind): Promise<boolean>;
  /**
   * Renders and stores the files of the site's icon under an id that is later than those before.
   * @throws AppError `unsupported_media`, `too_large`
   */
  putIcon(id: string, bytes: Uint8Array): Promise<void>;
  /** Returns a file of an icon by its name (`iconNames` of app/contract/site-branding.ts), or null. */
  getIcon(id: string, name: string): Promise<StoredVariant | null>;
  /** Removes the icons that were stored before one; with an empty id all of them. */
  removeIcons(before: string): Promise<void>;
  /** Removes all objects of up to 125 photos and files, and copies by the names of `evidenceName`. Idempotent. */
  remove(ids: string[]): Promise<void>;
  /** Lists stored ids in order, after the id `after`: some hundreds at a time, none at the end. */
  list(kind: MediaKind, after: string): Promise<string[]>;
}
