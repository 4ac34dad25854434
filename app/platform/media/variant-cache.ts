import type { ServedVariant } from "~/contract/media-address";
import { logError } from "../log";
import { isEvidenceName, variants } from "./object-keys";
import type { PurgeCache } from "./purge-cache";
import { PHOTO_TYPE, type StoredVariant } from "./store";

/** Lifetime of a cache entry, which saves R2 reads. Unless purged, other data centres serve a removed photo so long. */
const CACHE_SECONDS = 60 * 60;

/** Originals are large and rarely loaded: no data centre caches them. */
const cachedVariants: ServedVariant[] = ["avatar", ...variants];

/** A data centre's cache in front of R2, and `defer`, which fills it after the reply. */
export interface VariantCache {
  entries: Pick<Cache, "match" | "put" | "delete">;
  defer: (work: Promise<unknown>) => void;
  /** The site's origin, because only its own addresses can be purged; null in a local run. */
  site: string | null;
  /** Empties the caches of all data centres; null when the operator has not set it up. */
  purge: PurgeCache | null;
}

/** Returns an address where the site has no page, so that only `get`, after the caller's check, reaches the entry. */
const cacheKey = (site: string | null, id: string, variant: ServedVariant) =>
  `${site ?? "https://afterglow.internal"}/.cached-media/${id}/${variant}`;

/** Returns a variant from the cache, or loads it and caches it after the reply. Null when it does not exist. */
export async function throughCache(
  cache: VariantCache | undefined,
  id: string,
  variant: ServedVariant,
  load: () => Promise<StoredVariant | null>,
): Promise<StoredVariant | null> {
  if (!cache || !cachedVariants.includes(variant)) return load();
  const key = cacheKey(cache.site, id, variant);
  const hit = await cache.entries.match(key);
  if (hit) return fromCache(hit);
  const found = await load();
  if (!found) return null;
  const [body, copy] = found.body.tee();
  cache.defer(cache.entries.put(key, cacheEntry({ ...found, body: copy })));
  return { ...found, body };
}

/** Deletes the entries of photos from this data centre's cache, and purges those of all others. */
export async function evict({ entries, site, purge }: VariantCache, ids: string[]): Promise<void> {
  const photos = ids.filter((id) => !isEvidenceName(id));
  const keys = photos.flatMap((id) => cachedVariants.map((variant) => cacheKey(site, id, variant)));
  await Promise.all(keys.map((key) => entries.delete(key)));
  // The entries end by themselves soon. A wrong token must not keep the files of others in the bucket.
  await purge?.(keys).catch((error: unknown) => logError(error, { event: "cache purge failed" }));
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
  return { body: entry.body, contentType: PHOTO_TYPE, size, etag };
}
