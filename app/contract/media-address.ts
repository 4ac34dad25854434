/** The widths in pixels that every photo is kept in, at most: a narrower photo is never enlarged, a very tall one is narrower. */
export const mediaVariants = { thumb: 320, feed: 1080, full: 2048 } as const;
export type MediaVariant = keyof typeof mediaVariants;

const MEDIA_URL = /^\/media\/([0-9a-f-]{36})$/;

/** The address members see: the full-size variant, without a host. */
export function mediaUrl(id: string): string {
  return `/media/${id}`;
}

/** The address of one variant of a medium; `full` is the bare address. */
export function variantUrl(url: string, variant: MediaVariant): string {
  return variant === "full" ? url : `${url}/${variant}`;
}

/** The id in an address of this site's media, or null for any other address. */
export function mediaIdOf(url: string): string | null {
  return MEDIA_URL.exec(url)?.[1] ?? null;
}
