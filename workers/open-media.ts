import { zonePurge } from "~/platform/media/purge-cache";
import { r2MediaStore } from "~/platform/media/r2-store";
import type { MediaStore } from "~/platform/media/store";
import type { VariantCache } from "~/platform/media/variant-cache";
import { imagesOf } from "./images";
import type { readSettings } from "./settings";

/**
 * Returns the media store with the cache of the data centre in front of it.
 * @param outside what it calls beside the bindings
 */
export function openMedia(
  env: Env,
  { site, zone }: Pick<ReturnType<typeof readSettings>, "site" | "zone">,
  defer: (work: Promise<unknown>) => void,
  { entries, post }: { entries: VariantCache["entries"]; post: typeof fetch } = {
    entries: caches.default,
    post: fetch,
  },
): MediaStore {
  return r2MediaStore(env.MEDIA, imagesOf(env), {
    entries,
    defer,
    site,
    purge: zone && zonePurge(zone, post),
  });
}
