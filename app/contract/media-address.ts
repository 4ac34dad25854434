/** The largest width of each stored variant in pixels. Photos are never enlarged; very tall ones are narrower. */
export const mediaVariants = { thumb: 320, feed: 1080, full: 2048 } as const;
export type MediaVariant = keyof typeof mediaVariants;

/** The shorter side of the variant for small avatars, in pixels. Made on first request: few photos are avatars. */
export const AVATAR_SIDE = 96;

export type ServedVariant = MediaVariant | "avatar" | "original";

const MEDIA_URL = /^\/media\/([0-9a-f-]{36})$/;

/** Returns the URL path of a photo: its full-size variant. */
export function mediaUrl(id: string): string {
  return `/media/${id}`;
}

/** Returns the URL of one variant; `full` is the URL itself. */
export function variantUrl(url: string, variant: ServedVariant): string {
  return variant === "full" ? url : `${url}/${variant}`;
}

/** Returns the id in a media URL of this site; null for any other URL. */
export function mediaIdOf(url: string): string | null {
  return MEDIA_URL.exec(url)?.[1] ?? null;
}
