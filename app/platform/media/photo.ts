import { decode } from "fast-png";
import { unreadable } from "~/contract/image-errors";
import type { Orientation } from "~/contract/image-formats/outline";
import { inspectPhoto, type PhotoInspection, webpSize, withUprightTag } from "~/contract/inspect-photo";
import { AVATAR_SIDE, type MediaVariant } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { variantScale } from "~/contract/variant-scale";
import { dominantColor } from "./dominant-color";
import { imageError } from "./image-errors";
import { type PerceptualHash, perceptualHashOf } from "./perceptual-hash";

const AVATAR_QUALITY = 80;

/** WebP quality in production; the local binding always uses 80. */
const QUALITY = { thumb: 75, feed: 80, full: 82, original: 90 } satisfies Record<
  MediaVariant | "original",
  number
>;

/** Longest side in pixels of the placeholder. */
const TINY = 16;
const TINY_QUALITY = 50;
/** Longest side in pixels of the image that is decoded here, for the dominant colour and the perceptual hash. */
const DECODED = 64;

interface Turn {
  flip?: "h" | "v";
  rotate?: 90 | 180 | 270;
}

/** The flip, then the clockwise rotation, that make each EXIF orientation upright. */
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

export interface RenderedPhoto extends Omit<PhotoFacts, "originalSize"> {
  /** WebP, upright, sRGB, without metadata. */
  variants: Record<MediaVariant, Uint8Array<ArrayBuffer>>;
  /** Like a variant; null unless it is asked for and larger than `full`. */
  original: Uint8Array<ArrayBuffer> | null;
  /** The perceptual hash; null for a photo with little structure. */
  perceptualHash: PerceptualHash | null;
}

/**
 * Renders three WebP variants of a photo or first frame, a placeholder, the dominant colour and the perceptual hash.
 * Decodes the source at most twice (`full` and `feed`, in parallel), and again for an original; the rest uses `feed`.
 * @param keepsOriginal whether to render the original of a photo that is larger than `full`
 * @throws AppError `unsupported_media`, `too_large`; another error when the Images binding fails
 */
export async function renderVariants(
  images: ImagesBinding,
  bytes: Uint8Array,
  keepsOriginal = false,
): Promise<RenderedPhoto> {
  const photo = inspectPhoto(bytes);
  const source = withUprightTag(bytes);
  const [fullWidth, feedWidth] = [variantWidth(photo, "full"), variantWidth(photo, "feed")];
  const rendering = renderSource(images, source, photo, fullWidth, QUALITY.full);
  const feedRendering =
    fullWidth === feedWidth ? rendering : renderSource(images, source, photo, feedWidth, QUALITY.feed);
  const originalWidth = variantWidth(photo, "original");
  const [full, { feed, thumb, ...tiny }, original] = await Promise.all([
    rendering,
    feedRendering.then((feed) => renderSmaller(images, feed)),
    keepsOriginal && originalWidth > fullWidth
      ? renderSource(images, source, photo, originalWidth, QUALITY.original)
      : null,
  ]);
  return { variants: { thumb, feed, full }, original, ...webpSize(full), ...tiny };
}

/** A photo prepared for a model: upright, small, without metadata. */
export interface PreparedPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: "image/png" | "image/jpeg";
  width: number;
  height: number;
}

/**
 * Returns a photo upright, at most `side` pixels on its long side: PNG if it can be transparent, else JPEG.
 * @throws AppError `unsupported_media`, `too_large`; another error when the Images binding fails
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

/**
 * Returns an image upright as PNG, with a shorter side of a number of pixels if it has more.
 * @throws as `preparePhoto`
 */
export function renderPng(images: ImagesBinding, source: Uint8Array, photo: PhotoInspection, side: number) {
  const { width, height, orientation } = photo;
  const upright = orientation >= 5 ? height : width;
  const scale = Math.min(1, side / Math.min(width, height));
  return renderSource(images, source, photo, Math.round(upright * scale), 100, "image/png");
}

/** Returns the width in pixels of an upright variant. Photos are never enlarged. */
function variantWidth(
  { width, height, orientation }: PhotoInspection,
  variant: MediaVariant | "original",
): number {
  const [w, h] = orientation >= 5 ? [height, width] : [width, height];
  return Math.max(1, Math.round(w * variantScale({ width: w, height: h }, variant)));
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
  // One transform for each step, rotation before size: production applies them in this order. In the other order the
  // local binding pads the image with black. It letterboxes when both sides are given, so only one is.
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
    throw imageError(error, type);
  }
}

/** Renders thumbnail, placeholder, colour and perceptual hash from `feed`, while the largest variant is encoded. */
async function renderSmaller(images: ImagesBinding, feed: Uint8Array<ArrayBuffer>) {
  const thumb = await renderThumb(images, feed);
  return { feed, thumb, ...(await renderTiny(images, thumb)) };
}

/** Returns the feed variant itself when it is no wider than a thumbnail. */
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

/** Returns a thumbnail with a shorter side of 96 pixels; the thumbnail itself when it has no more. */
export async function renderAvatar(
  images: ImagesBinding,
  thumb: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = webpSize(thumb);
  if (Math.min(width, height) <= AVATAR_SIDE) return thumb;
  const size = width < height ? { width: AVATAR_SIDE } : { height: AVATAR_SIDE };
  return encode(() => images.input(streamOf(thumb)).transform(size), {
    format: "image/webp",
    quality: AVATAR_QUALITY,
  });
}

/** Returns the placeholder as WebP, and colour and perceptual hash by way of PNG, the one format decoded here. */
async function renderTiny(
  images: ImagesBinding,
  thumb: Uint8Array,
): Promise<Pick<RenderedPhoto, "placeholder" | "color" | "perceptualHash">> {
  const { width, height } = webpSize(thumb);
  const within = (side: number) => () =>
    images
      .input(streamOf(thumb))
      .transform(width >= height ? { width: Math.min(side, width) } : { height: Math.min(side, height) });
  const [webp, png] = await Promise.all([
    encode(within(TINY), { format: "image/webp", quality: TINY_QUALITY }),
    encode(within(DECODED), { format: "image/png" }),
  ]);
  const decoded = decode(png);
  return {
    placeholder: `data:image/webp;base64,${Buffer.from(webp).toString("base64")}`,
    color: dominantColor(decoded),
    perceptualHash: perceptualHashOf(decoded),
  };
}

interface Encoding {
  format: "image/webp" | "image/png" | "image/jpeg";
  quality?: number;
}

/** Encodes an image. A failed call is not repeated: an output is billed, and an error does not show if it was made. */
async function encode(
  rendering: () => ImageTransformer,
  options: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = await rendering().output({ ...options, anim: false });
  const bytes = new Uint8Array(await result.response().arrayBuffer());
  // The local binding replies before it has decoded the photo, so a damaged photo gives an empty reply.
  if (bytes.byteLength === 0) throw unreadable();
  return bytes;
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
