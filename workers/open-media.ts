import { zonePurge } from "~/platform/media/purge-cache";
import { type MediaStore, r2MediaStore } from "~/platform/media/store";
import { imagesOf } from "./images";
import type { readSettings } from "./settings";

/** Returns the media store with the cache of the data centre in front of it. */
export function openMedia(
  env: Env,
  { site, zone }: Pick<ReturnType<typeof readSettings>, "site" | "zone">,
  defer: (work: Promise<unknown>) => void,
): MediaStore {
  return r2MediaStore(env.MEDIA, imagesOf(env), {
    entries: caches.default,
    defer,
    site,
    purge: zone && zonePurge(zone),
  });
}
