import { createHash } from "node:crypto";
import { type MediaVariant, mediaVariants, type ServedVariant } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { logError } from "../log";
import { webpSize } from "./inspect";
import type { Look } from "./look";
import { type RenderedPhoto, renderAvatar, renderVariants } from "./photo";
import type { PurgeCache } from "./purge-cache";

const CONTENT_TYPE = "image/webp";

/** Lifetime of a cache entry: without a purge, another data centre can serve a removed photo for this long. The cache saves R2 reads. */
const CACHE_SECONDS = 60 * 60;

/** The names of the variants. The keys of a const object are those of its type. */
const variants = Object.keys(mediaVariants) as MediaVariant[];
/** Originals are large and rarely loaded: no data centre caches them. */
const cachedVariants: ServedVariant[] = ["avatar", ...variants];
const servedVariants: ServedVariant[] = [...cachedVariants, "original"];

/** The facts of a stored photo. */
interface StoredPhoto extends PhotoFacts {
  contentType: string;
  /** Bytes of `full`. */
  size: number;
  /** The perceptual hash; null for a photo with little structure, and for other files. */
  look: Look | null;
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
const privateVariants: PrivateVariant[] = ["feed", "full", "file"];

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
  /** Returns one variant of a photo; null when it does not exist. Makes and stores the avatar when it is first asked for. */
  get(id: string, variant: ServedVariant): Promise<StoredVariant | null>;
  /** Like `putPhoto`, for a photo of a conversation. Only `getPrivate` returns it. */
  putPrivatePhoto(id: string, bytes: Uint8Array): Promise<StoredPhoto>;
  /** Stores a file of a conversation unchanged. */
  putFile(id: string, bytes: Uint8Array, contentType: string): Promise<StoredPhoto>;
  /** Copies a photo or file of a conversation to another id. Copies all of its objects or none. @returns false when it does not exist */
  copyPrivate(id: string, to: string): Promise<boolean>;
  /** Returns a photo or file of a conversation, or null. The caller checks who may read it. */
  getPrivate(id: string, variant: PrivateVariant): Promise<StoredVariant | null>;
  /**
   * Copies a photo, its original if it has one, to where only moderators can read it: a report keeps it when the photo is removed. Idempotent.
   * @returns whether there is such a photo or copy
   */
  preserve(id: string): Promise<boolean>;
  /** Returns the SHA-256 of each stored file of an id, in hex: a removed file cannot be uploaded again in any width. */
  hashes(id: string): Promise<string[]>;
  /** Returns the copy of a photo that `preserve` made, or null. The caller checks that a moderator asks. */
  getEvidence(id: string): Promise<StoredVariant | null>;
  /** Stores a removed photo again, in all widths, from its copy. @returns false without a copy */
  restore(id: string, kind: MediaKind): Promise<boolean>;
  /** Removes all objects of up to 125 photos and files, and copies by the names that `evidenceName` returns. Idempotent. */
  remove(ids: string[]): Promise<void>;
  /** Lists stored ids in order, after the id `after`: some hundreds at a time, none at the end. */
  list(kind: MediaKind, after: string): Promise<string[]>;
}

/** A data centre's cache in front of R2, and `defer`, which fills it after the reply. */
export interface VariantCache {
  entries: Pick<Cache, "match" | "put" | "delete">;
  defer: (work: Promise<unknown>) => void;
  /** The site's origin, because only its own addresses can be purged; null in a local run. */
  site: string | null;
  /** Empties the caches of all data centres; null when the operator has not set it up. */
  purge: PurgeCache | null;
}

const folder = (kind: MediaKind, id: string) => `${kind}/${id}/`;

const objectKey = (id: string, variant: ServedVariant) => `${folder("photos", id)}${variant}.webp`;

const privateKey = (id: string, variant: PrivateVariant) => `${folder("attachments", id)}${variant}`;

const EVIDENCE = "evidence/";

/** Returns the name by which `remove` removes the copy of a photo that `preserve` made. Triggers write it too. */
const evidenceName = (id: string) => `${EVIDENCE}${id}`;

/** Returns the keys of everything that is stored under an id, or of the copy that `evidenceName` names. */
function keysOf(id: string): string[] {
  if (id.startsWith(EVIDENCE)) return [id];
  return [
    ...servedVariants.map((variant) => objectKey(id, variant)),
    ...privateVariants.map((variant) => privateKey(id, variant)),
  ];
}

/** Objects in one list call. R2 lists at most 1,000. */
const LISTED = 1000;

/** Returns an address at which the site has no page, so that only `get`, after the caller's check, reaches the entry. */
const cacheKey = (site: string | null, id: string, variant: ServedVariant) =>
  `${site ?? "https://afterglow.internal"}/.cached-media/${id}/${variant}`;

/** Returns a media store on R2 and Cloudflare Images. Without a cache every `get` reads R2. */
export function r2MediaStore(bucket: R2Bucket, images: ImagesBinding, cache?: VariantCache): MediaStore {
  const put = (key: string, bytes: Uint8Array, contentType: string) =>
    bucket.put(key, bytes, { httpMetadata: { contentType } });
  /** Writes all objects, or removes them again when one fails. */
  const putAll = async (id: string, puts: Promise<unknown>[]) => {
    const failed = (await Promise.allSettled(puts)).find((one) => one.status === "rejected");
    if (!failed) return;
    await store.remove([id]);
    throw failed.reason;
  };
  const putRendered = (id: string, { variants: files, original }: RenderedPhoto) =>
    putAll(id, [
      ...variants.map((variant) => put(objectKey(id, variant), files[variant], CONTENT_TYPE)),
      ...(original ? [put(objectKey(id, "original"), original, CONTENT_TYPE)] : []),
    ]);
  /** Makes and stores the avatar of a photo; null without the photo, and when it is removed meanwhile. */
  const makeAvatar = async (id: string): Promise<StoredVariant | null> => {
    const thumb = await bucket.get(objectKey(id, "thumb"));
    if (!thumb) return null;
    const bytes = await renderAvatar(images, new Uint8Array(await thumb.arrayBuffer()));
    const { size, httpEtag: etag } = await put(objectKey(id, "avatar"), bytes, CONTENT_TYPE);
    // A removal that ran meanwhile has not seen the avatar; a later one deletes it.
    if (!(await bucket.head(objectKey(id, "thumb")))) {
      await bucket.delete(objectKey(id, "avatar"));
      return null;
    }
    return { body: new Blob([bytes]).stream(), contentType: CONTENT_TYPE, size, etag };
  };
  const store: MediaStore = {
    async putPhoto(id, bytes, keepsOriginal) {
      const rendered = await renderVariants(images, bytes, keepsOriginal);
      await putRendered(id, rendered);
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
      const size = bytes.byteLength;
      return { width: 0, height: 0, placeholder: "", color: "", look: null, contentType, size };
    },

    async copyPrivate(id, to) {
      const found = await Promise.all(
        privateVariants.map(async (variant) => ({
          variant,
          object: await bucket.get(privateKey(id, variant)),
        })),
      );
      const copies = found.flatMap(({ variant, object }) => (object ? [{ variant, object }] : []));
      await putAll(
        to,
        copies.map(async ({ variant, object }) => {
          const bytes = new Uint8Array(await object.arrayBuffer());
          return put(privateKey(to, variant), bytes, object.httpMetadata?.contentType ?? CONTENT_TYPE);
        }),
      );
      return copies.length > 0;
    },

    async getPrivate(id, variant) {
      const object = await bucket.get(privateKey(id, variant));
      if (!object) return null;
      const contentType = object.httpMetadata?.contentType ?? "application/octet-stream";
      return { body: object.body, contentType, size: object.size, etag: object.httpEtag };
    },

    async preserve(id) {
      // A photo never changes, so all reports of it share one copy.
      if (await bucket.head(evidenceName(id))) return true;
      const object =
        (await bucket.get(objectKey(id, "original"))) ??
        (await bucket.get(objectKey(id, "full"))) ??
        (await bucket.get(privateKey(id, "full")));
      if (!object) return false;
      await put(evidenceName(id), new Uint8Array(await object.arrayBuffer()), CONTENT_TYPE);
      return true;
    },

    async hashes(id) {
      const objects = await Promise.all(keysOf(id).map((key) => bucket.get(key)));
      const files = objects.filter((object) => object !== null);
      return Promise.all(
        files.map(async (file) =>
          createHash("sha256")
            .update(new Uint8Array(await file.arrayBuffer()))
            .digest("hex"),
        ),
      );
    },

    async getEvidence(id) {
      const object = await bucket.get(evidenceName(id));
      return (
        object && { body: object.body, contentType: CONTENT_TYPE, size: object.size, etag: object.httpEtag }
      );
    },

    async restore(id, kind) {
      const copy = await bucket.get(evidenceName(id));
      if (!copy) return false;
      const bytes = new Uint8Array(await copy.arrayBuffer());
      if (kind === "attachments") await store.putPrivatePhoto(id, bytes);
      else {
        const rendered = await renderVariants(images, bytes);
        // A copy that is larger than `full` is the original: stored as it is, it has the size that the photo's row says.
        const original = webpSize(bytes).width > rendered.width ? bytes : null;
        await putRendered(id, { ...rendered, original });
      }
      return true;
    },

    async get(id, variant) {
      const isCached = cache !== undefined && cachedVariants.includes(variant);
      const hit = isCached && (await cache.entries.match(cacheKey(cache.site, id, variant)));
      if (hit) return fromCache(hit);
      const object = await bucket.get(objectKey(id, variant));
      if (!object && variant !== "avatar") return null;
      const found = object
        ? { contentType: CONTENT_TYPE, size: object.size, etag: object.httpEtag, body: object.body }
        : await makeAvatar(id);
      if (!isCached || !found) return found;
      const [body, copy] = found.body.tee();
      cache.defer(cache.entries.put(cacheKey(cache.site, id, variant), cacheEntry({ ...found, body: copy })));
      return { ...found, body };
    },

    async remove(ids) {
      await bucket.delete(ids.flatMap(keysOf));
      if (!cache) return;
      const { entries, site, purge } = cache;
      const photos = ids.filter((id) => !id.startsWith(EVIDENCE));
      const keys = photos.flatMap((id) => cachedVariants.map((variant) => cacheKey(site, id, variant)));
      await Promise.all(keys.map((key) => entries.delete(key)));
      // The entries end by themselves soon. A wrong token must not keep the files of others in the bucket.
      await purge?.(keys).catch((error: unknown) => logError(error, { event: "cache purge failed" }));
    },

    async list(kind, after) {
      const prefix = `${kind}/`;
      const { objects } = await bucket.list({
        prefix,
        limit: LISTED,
        // After all objects of that id: "~" sorts after every character of their names.
        ...(after ? { startAfter: `${folder(kind, after)}~` } : {}),
      });
      return [...new Set(objects.map(({ key }) => key.slice(prefix.length, key.lastIndexOf("/"))))];
    },
  };
  return store;
}

function factsOf({ variants: { full }, original, ...facts }: RenderedPhoto): StoredPhoto {
  const stored = { ...facts, contentType: CONTENT_TYPE, size: full.byteLength };
  return original ? { ...stored, originalSize: original.byteLength } : stored;
}

function cacheEntry({ body, contentType, size, etag }: StoredVariant): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Length": String(size),
      ETag: etag,
      // `public` is for this cache, which stores no private replies; replies to members have headers of their own.
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
