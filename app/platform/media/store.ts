import { type MediaVariant, mediaVariants } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { type RenderedPhoto, renderVariants } from "./photo";

const CONTENT_TYPE = "image/webp";

/** How long a removed photo may still come out of another data centre's cache: the price of sparing R2 reads. */
const CACHE_SECONDS = 60 * 60;

/** Names as an array; the keys of a const object are exactly its type's. */
const variants = Object.keys(mediaVariants) as MediaVariant[];

/** What is known of a photo once it is stored. */
interface StoredPhoto extends PhotoFacts {
  contentType: string;
  /** Bytes of the largest variant. */
  size: number;
}

export interface StoredVariant {
  /** To be read or cancelled. */
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Strong, in quotes. */
  etag: string;
}

/** What is kept of a conversation's photo, or the bytes of another file. */
export type PrivateVariant = "feed" | "full" | "file";
const privateVariants: PrivateVariant[] = ["feed", "full", "file"];

/** Photos that every member may see, and what belongs to one conversation. */
export const mediaKinds = ["photos", "attachments"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Where photos live. */
export interface MediaStore {
  /**
   * Checks, renders and stores a photo under an id of the caller's making. All variants or none are kept.
   * @throws AppError `unsupported_media`, `too_large`
   */
  putPhoto(id: string, bytes: Uint8Array): Promise<StoredPhoto>;
  /** One variant, or null when there is none. */
  get(id: string, variant: MediaVariant): Promise<StoredVariant | null>;
  /** The same for a photo of a conversation: `get` does not find it, `getPrivate` does. */
  putPrivatePhoto(id: string, bytes: Uint8Array): Promise<StoredPhoto>;
  /** Stores a file of a conversation as it is. */
  putFile(id: string, bytes: Uint8Array, contentType: string): Promise<StoredPhoto>;
  /** A photo or file of a conversation, or null. The caller has checked who may read it. */
  getPrivate(id: string, variant: PrivateVariant): Promise<StoredVariant | null>;
  /** Removes all that is stored of up to 160 photos and files; those that are gone already do no harm. */
  remove(ids: string[]): Promise<void>;
  /** Ids of what is stored, in order, beginning behind `after`: some hundreds at a time, none when there are no more. */
  list(kind: MediaKind, after: string): Promise<string[]>;
}

/** A data centre's cache in front of R2, and what keeps the Worker alive while it is filled behind the reply. */
export interface VariantCache {
  entries: Pick<Cache, "match" | "put" | "delete">;
  defer: (work: Promise<unknown>) => void;
}

const folder = (kind: MediaKind, id: string) => `${kind}/${id}/`;

const objectKey = (id: string, variant: MediaVariant) => `${folder("photos", id)}${variant}.webp`;

const privateKey = (id: string, variant: PrivateVariant) => `${folder("attachments", id)}${variant}`;

/** Of objects, of which a medium has three at most. R2 lists 1,000 at once. */
const LISTED = 999;

/** An address of no host, so that the entry is reached through `get`, after the caller's check, and in no other way. */
const cacheKey = (id: string, variant: MediaVariant) => `https://media.afterglow.internal/${id}/${variant}`;

/** The store on R2 and Cloudflare's Images. Without a cache every `get` is an R2 read. */
export function r2MediaStore(bucket: R2Bucket, images: ImagesBinding, cache?: VariantCache): MediaStore {
  const put = (key: string, bytes: Uint8Array, contentType: string) =>
    bucket.put(key, bytes, { httpMetadata: { contentType } });
  /** All or none. */
  const putAll = async (id: string, puts: Promise<unknown>[]) => {
    const failed = (await Promise.allSettled(puts)).find((one) => one.status === "rejected");
    if (!failed) return;
    await store.remove([id]);
    throw failed.reason;
  };
  const store: MediaStore = {
    async putPhoto(id, bytes) {
      const rendered = await renderVariants(images, bytes);
      await putAll(
        id,
        variants.map((variant) => put(objectKey(id, variant), rendered.variants[variant], CONTENT_TYPE)),
      );
      return factsOf(rendered);
    },

    async putPrivatePhoto(id, bytes) {
      const rendered = await renderVariants(images, bytes);
      await putAll(
        id,
        (["feed", "full"] as const).map((variant) =>
          put(privateKey(id, variant), rendered.variants[variant], CONTENT_TYPE),
        ),
      );
      return factsOf(rendered);
    },

    async putFile(id, bytes, contentType) {
      await put(privateKey(id, "file"), bytes, contentType);
      return { width: 0, height: 0, placeholder: "", color: "", contentType, size: bytes.byteLength };
    },

    async getPrivate(id, variant) {
      const object = await bucket.get(privateKey(id, variant));
      if (!object) return null;
      const contentType = object.httpMetadata?.contentType ?? "application/octet-stream";
      return { body: object.body, contentType, size: object.size, etag: object.httpEtag };
    },

    async get(id, variant) {
      const hit = await cache?.entries.match(cacheKey(id, variant));
      if (hit) return fromCache(hit);
      const object = await bucket.get(objectKey(id, variant));
      if (!object) return null;
      const found = { contentType: CONTENT_TYPE, size: object.size, etag: object.httpEtag };
      if (!cache) return { ...found, body: object.body };
      const [body, copy] = object.body.tee();
      cache.defer(cache.entries.put(cacheKey(id, variant), cacheEntry({ ...found, body: copy })));
      return { ...found, body };
    },

    async remove(ids) {
      await bucket.delete(
        ids.flatMap((id) => [
          ...variants.map((variant) => objectKey(id, variant)),
          ...privateVariants.map((variant) => privateKey(id, variant)),
        ]),
      );
      await Promise.all(
        ids.flatMap((id) => variants.map((variant) => cache?.entries.delete(cacheKey(id, variant)))),
      );
    },

    async list(kind, after) {
      const prefix = `${kind}/`;
      const { objects } = await bucket.list({
        prefix,
        limit: LISTED,
        // Behind all objects of that medium: "~" comes after every character of their names.
        ...(after ? { startAfter: `${folder(kind, after)}~` } : {}),
      });
      return [...new Set(objects.map(({ key }) => key.slice(prefix.length, key.lastIndexOf("/"))))];
    },
  };
  return store;
}

function factsOf({ variants: { full }, width, height, placeholder, color }: RenderedPhoto): StoredPhoto {
  return { width, height, placeholder, color, contentType: CONTENT_TYPE, size: full.byteLength };
}

function cacheEntry({ body, contentType, size, etag }: StoredVariant): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(size),
      ETag: etag,
      // `public` is for this cache alone, which keeps nothing private; members get headers of their own.
      "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
    },
  });
}

function fromCache(entry: Response): StoredVariant | null {
  const etag = entry.headers.get("ETag");
  const size = Number(entry.headers.get("Content-Length"));
  if (!entry.body || !etag) return null;
  return { body: entry.body, contentType: CONTENT_TYPE, size, etag };
}
