import { decode } from "fast-png";
import { type MediaVariant, mediaVariants } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { dominantColor } from "./dominant-color";
import type { Orientation } from "./formats/outline";
import { inspectPhoto, type PhotoInspection, webpSize, withUprightTag } from "./inspect";
import { unreadable, unreadableHeic } from "./refusals";

/**
 * The most pixels of each variant. Wide pictures are bounded by their width alone; without this a tall one would weigh
 * several times as much (a 12-megapixel portrait at 2048 wide: 5.6 megapixels, over a second to encode).
 */
const MAX_PIXELS = {
  thumb: 320 * 640,
  feed: 1080 * 1620,
  full: 2048 * 1536,
} satisfies Record<MediaVariant, number>;

/** WebP ends at 16,383 pixels a side, Cloudflare's Images at 12,000. */
const MAX_SIDE = 12_000;

/** WebP quality in production; the local binding always takes its own (80). */
const QUALITY = { thumb: 75, feed: 80, full: 82 } satisfies Record<MediaVariant, number>;

/** Longest side of the placeholder and of the pixels the colour is taken from. */
const TINY = 16;
const TINY_QUALITY = 50;

/** What Cloudflare's Images answers when the fault is ours or theirs: out of quota, or an internal error of the binding. */
const OUR_FAULTS = new Set([9422, 9523]);

interface Turn {
  flip?: "h" | "v";
  rotate?: 90 | 180 | 270;
}

/**
 * What makes each EXIF orientation upright: the flip first, then the turn, clockwise. The local binding ignores flips,
 * so a mirrored photo (2, 4, 5, 7: some front cameras) is upright but stays mirrored on a laptop.
 */
const turns: Record<Orientation, Turn> = {
  1: {},
  2: { flip: "h" },
  3: { rotate: 180 },
  4: { flip: "v" },
  5: { flip: "h", rotate: 270 },
  6: { rotate: 90 },
  7: { flip: "h", rotate: 90 },
  8: { rotate: 270 },
};

export interface RenderedPhoto extends PhotoFacts {
  /** WebP, upright, sRGB, without metadata. */
  variants: Record<MediaVariant, Uint8Array<ArrayBuffer>>;
}

/**
 * A photo as it is kept: three WebP variants, a placeholder and the dominant colour. The first frame of an animation.
 * The source is decoded twice at most (`full` and `feed`, side by side); all smaller pictures come from `feed`.
 * @throws AppError `unsupported_media`, `too_large`; any other error when the Images binding itself is at fault
 */
export async function renderVariants(images: ImagesBinding, bytes: Uint8Array): Promise<RenderedPhoto> {
  const photo = inspectPhoto(bytes);
  const source = withUprightTag(bytes);
  const [fullWidth, feedWidth] = [variantWidth(photo, "full"), variantWidth(photo, "feed")];
  const rendering = renderSource(images, source, photo, fullWidth, QUALITY.full);
  const feedRendering =
    fullWidth === feedWidth ? rendering : renderSource(images, source, photo, feedWidth, QUALITY.feed);
  const [full, { feed, thumb, placeholder, color }] = await Promise.all([
    rendering,
    feedRendering.then((picture) => renderSmaller(images, picture)),
  ]);
  return { variants: { thumb, feed, full }, ...webpSize(full), placeholder, color };
}

/** A photo made ready for a model: upright, small, without metadata. */
export interface PreparedPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/**
 * The photo upright and at most `side` pixels on its long side: PNG where it may be see-through, JPEG otherwise.
 * @throws AppError `unsupported_media`, `too_large`; any other error when the Images binding itself is at fault
 */
export async function preparePhoto(
  images: ImagesBinding,
  bytes: Uint8Array,
  side: number,
): Promise<PreparedPhoto> {
  const photo = inspectPhoto(bytes);
  const { type, width, height, orientation } = photo;
  const contentType = type === "image/jpeg" || type === "image/heic" ? "image/jpeg" : "image/png";
  const upright = orientation >= 5 ? height : width;
  const scale = Math.min(1, side / Math.max(width, height));
  const uprightWidth = Math.max(1, Math.floor(upright * scale));
  const prepared = await renderSource(images, withUprightTag(bytes), photo, uprightWidth, 92, contentType);
  const size = inspectPhoto(prepared);
  return { bytes: prepared, contentType, width: size.width, height: size.height };
}

/** The width in pixels of an upright variant: never more than the photo has. */
function variantWidth({ width, height, orientation }: PhotoInspection, variant: MediaVariant): number {
  const [upright, side] = orientation >= 5 ? [height, width] : [width, height];
  const scale = Math.min(
    1,
    mediaVariants[variant] / upright,
    Math.sqrt(MAX_PIXELS[variant] / (width * height)),
    MAX_SIDE / Math.max(upright, side),
  );
  return Math.max(1, Math.round(upright * scale));
}

async function renderSource(
  images: ImagesBinding,
  source: Uint8Array,
  { type, width, height, orientation }: PhotoInspection,
  uprightWidth: number,
  quality: number,
  format: "image/webp" | "image/png" | "image/jpeg" = "image/webp",
): Promise<Uint8Array<ArrayBuffer>> {
  const { flip, rotate } = turns[orientation];
  // One transform a step, and the turn before the size: production applies them in this order, and so does the local
  // binding, which would pad the picture with black the other way round. Only one side is given, because the local
  // binding letterboxes when it gets both.
  const rendering = () => {
    let image = images.input(streamOf(source));
    if (flip) image = image.transform({ flip });
    if (rotate) image = image.transform({ rotate });
    if (uprightWidth < (orientation >= 5 ? height : width)) image = image.transform({ width: uprightWidth });
    return image;
  };
  try {
    return await encode(rendering, { format, quality });
  } catch (error) {
    throw refusal(error, type);
  }
}

/** All that can be made from the feed's variant while the largest one is still being encoded. */
async function renderSmaller(images: ImagesBinding, feed: Uint8Array<ArrayBuffer>) {
  const thumb = await renderThumb(images, feed);
  return { feed, thumb, ...(await renderTiny(images, thumb)) };
}

/** The feed's variant itself when it is no wider. */
async function renderThumb(
  images: ImagesBinding,
  feed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const photo = inspectPhoto(feed);
  const width = variantWidth(photo, "thumb");
  if (width === photo.width) return feed;
  return encode(() => images.input(streamOf(feed)).transform({ width }), {
    format: "image/webp",
    quality: QUALITY.thumb,
  });
}

/** The placeholder as WebP, and the same few pixels as PNG, which is the one format we can read ourselves. */
async function renderTiny(
  images: ImagesBinding,
  thumb: Uint8Array,
): Promise<Pick<PhotoFacts, "placeholder" | "color">> {
  const { width, height } = webpSize(thumb);
  const size = width >= height ? { width: Math.min(TINY, width) } : { height: Math.min(TINY, height) };
  const tiny = () => images.input(streamOf(thumb)).transform(size);
  const [webp, png] = await Promise.all([
    encode(tiny, { format: "image/webp", quality: TINY_QUALITY }),
    encode(tiny, { format: "image/png" }),
  ]);
  return {
    placeholder: `data:image/webp;base64,${Buffer.from(webp).toString("base64")}`,
    color: dominantColor(decode(png)),
  };
}

interface Encoding {
  format: "image/webp" | "image/png" | "image/jpeg";
  quality?: number;
}

/**
 * A call to the binding can get lost: on a laptop it finds a connection that was closed while nothing went through it, as
 * many times as there were calls side by side before.
 */
const TRIES = 5;

/** The picture in bytes. */
async function encode(
  rendering: () => ImageTransformer,
  options: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await encodeOnce(rendering(), options);
    } catch (error) {
      if (left === 0 || !isLost(error)) throw error;
    }
  }
}

async function encodeOnce(image: ImageTransformer, options: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const result = await image.output({ ...options, anim: false });
  const bytes = new Uint8Array(await result.response().arrayBuffer());
  // The local binding answers before it has decoded: a photo that breaks half-way is a reply that stops.
  if (bytes.byteLength === 0) throw unreadable();
  return bytes;
}

/** The runtime's own mark for a call whose connection broke. */
function isLost(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
}

/** A photo the binding could not decode is the member's to replace; a fault of the service is not theirs. */
function refusal(error: unknown, type: PhotoInspection["type"]): unknown {
  const code: unknown = error instanceof Error && "code" in error ? error.code : null;
  if (typeof code === "number" && OUR_FAULTS.has(code)) return error;
  if (isLost(error)) return error;
  // For whoever runs the site: a code that turns up often and is no broken file belongs in OUR_FAULTS.
  console.warn(`Images could not read a photo (${type}):`, error);
  return type === "image/heic" ? unreadableHeic() : unreadable();
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
