import { msg } from "@lingui/core/runtime-macro";
import { type DecodedPng, decode, encode } from "fast-png";
import { fieldError } from "~/contract/errors";
import { inspectPhoto, withUprightTag } from "~/contract/inspect-photo";
import { ICON_SIDE, iconSizes } from "~/contract/site-icon";
import { renderPng } from "./photo";

const TYPES = ["image/png", "image/jpeg", "image/webp"];

/** Phones may cut off a maskable icon beyond 40 % of its side from the middle (W3C, Web Application Manifest). */
const SAFE_SIDE = 410;
const HOME_SIDE = 180;

interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and alpha, 0 to 255. */
  data: Uint8Array;
}

/**
 * Renders the files of a site's icon by name (`iconNames`): PNG, the middle square of an image, without metadata.
 * @throws AppError `unsupported_media` unless it is a PNG, JPEG or WebP with sides of 512 pixels or more; `too_large`
 */
export async function renderIcon(
  images: ImagesBinding,
  bytes: Uint8Array,
): Promise<Record<string, Uint8Array>> {
  const source = inspectPhoto(bytes);
  if (!TYPES.includes(source.type))
    throw fieldError("unsupported_media", "icon", msg`Please choose a PNG, JPEG or WebP image.`);
  if (Math.min(source.width, source.height) < ICON_SIDE)
    throw fieldError(
      "unsupported_media",
      "icon",
      msg`This image is too small: an icon needs ${{ side: ICON_SIDE }} pixels on each side.`,
    );
  const whole = await renderPng(images, withUprightTag(bytes), source, ICON_SIDE);
  const square = pngOf(middleOf(pixelsOf(decode(whole))));
  const sized = async (side: number) =>
    side === ICON_SIDE ? square : renderPng(images, square, inspectPhoto(square), side);
  const [files, small] = await Promise.all([
    Promise.all(iconSizes.map(async (side) => [String(side), await sized(side)] as const)),
    sized(SAFE_SIDE),
  ]);
  const byName = Object.fromEntries(files);
  const home = byName["180"] ?? square;
  return {
    ...byName,
    // iOS shows what is transparent in black.
    180: pngOf(onGround(pixelsOf(decode(home)), HOME_SIDE)),
    maskable: pngOf(onGround(pixelsOf(decode(small)), ICON_SIDE)),
  };
}

/** Returns the square in the middle. */
function middleOf({ width, height, data }: Pixels): Pixels {
  const side = Math.min(width, height);
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  const square = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    const from = ((top + y) * width + left) * 4;
    square.set(data.subarray(from, from + side * 4), y * side * 4);
  }
  return { width: side, height: side, data: square };
}

/** Returns an icon in the middle of an opaque square in the colour of its first pixel, or white if transparent. */
function onGround({ width, height, data }: Pixels, side: number): Pixels {
  const ground = data[3] === 255 ? data.slice(0, 3) : Uint8Array.of(255, 255, 255);
  const margin = Math.floor((side - width) / 2);
  const square = new Uint8Array(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at++) square.set(ground, at * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      const to = ((y + margin) * side + x + margin) * 4;
      const alpha = (data[from + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel++)
        square[to + channel] = (data[from + channel] ?? 0) * alpha + (ground[channel] ?? 0) * (1 - alpha);
    }
  return { width: side, height: side, data: square };
}

/** Returns the pixels of a decoded PNG of 8 or 16 bits, grey, in colour, or with a palette. */
function pixelsOf({ width, height, channels, depth, data, palette }: DecodedPng): Pixels {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const parts = palette?.[data[at] ?? 0] ?? data.subarray(at * channels, (at + 1) * channels);
    const [first = 0, second = 255, third = 0, fourth = 255] =
      depth === 16 ? [...parts].map((part) => part >> 8) : parts;
    pixels.set(parts.length < 3 ? [first, first, first, second] : [first, second, third, fourth], at * 4);
  }
  return { width, height, data: pixels };
}

const pngOf = ({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> =>
  new Uint8Array(encode({ width, height, data, channels: 4, depth: 8 }));
