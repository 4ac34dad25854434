import { decode, encode } from "fast-png";

type Flip = "h" | "v" | "hv";

/** The fastest level: the file is read once, by the binding on the same machine. */
const COMPRESSION = 1;

/**
 * Wraps the Images binding of local runs, which ignores `flip`: mirrors the pixels here, after the other transforms. Reads a
 * flip as Cloudflare does, in the order of the transforms
 * (https://developers.cloudflare.com/images/transform-images/bindings/).
 */
export function withFlips(images: ImagesBinding): ImagesBinding {
  return {
    info: (stream, options) => images.info(stream, options),
    input: (stream, options) => flippable(images, images.input(stream, options), { h: false, v: false }),
    hosted: images.hosted,
  };
}

interface Flips {
  /** Whether columns are in reverse order. */
  h: boolean;
  /** Whether rows are in reverse order. */
  v: boolean;
}

function flippable(images: ImagesBinding, image: ImageTransformer, flips: Flips): ImageTransformer {
  return {
    transform({ flip, ...others }) {
      const mirrored = flipped(flips, flip);
      return flippable(images, image.transform(others), turned(mirrored, others.rotate));
    },
    draw: (overlay, options) => flippable(images, image.draw(overlay, options), flips),
    async output(options) {
      if (!flips.h && !flips.v) return image.output(options);
      const rendered = await image.output({ format: "image/png" });
      const mirrored = mirror(new Uint8Array(await rendered.response().arrayBuffer()), flips);
      return images.input(new Blob([mirrored]).stream()).output(options);
    },
  };
}

function flipped({ h, v }: Flips, flip: Flip | undefined): Flips {
  return { h: h !== (flip?.includes("h") ?? false), v: v !== (flip?.includes("v") ?? false) };
}

/** Moves flips behind a rotation: a quarter turn swaps the two axes. */
function turned({ h, v }: Flips, rotate = 0): Flips {
  return rotate % 180 === 0 ? { h, v } : { h: v, v: h };
}

/** Returns a PNG with its rows or columns in reverse order. @throws RangeError, TypeError unless it is a whole PNG */
function mirror(png: Uint8Array, { h, v }: Flips): Uint8Array<ArrayBuffer> {
  const image = decode(png);
  const { width, height, channels, data } = image;
  const mirrored = data.slice();
  for (let y = 0; y < height; y++) {
    const from = (v ? height - 1 - y : y) * width;
    for (let x = 0; x < width; x++) {
      const source = (from + (h ? width - 1 - x : x)) * channels;
      const target = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel++) {
        mirrored[target + channel] = data[source + channel] ?? 0;
      }
    }
  }
  return new Uint8Array(encode({ ...image, data: mirrored }, { zlib: { level: COMPRESSION } }));
}
