import { decode, encode } from "fast-png";

type Flip = "h" | "v" | "hv";

/** The fastest level: the file is read once, by the binding on the same machine. */
const COMPRESSION = 1;

/** A call can meet as many idle connections closed by Node as there were parallel calls before. A try costs nothing. */
const TRIES = 5;

/**
 * Wraps the Images binding of local runs, which ignores `flip`: the pixels are mirrored here, last. A flip counts in
 * the order of the transforms, as at Cloudflare (https://developers.cloudflare.com/images/transform-images/bindings/).
 * Its connections to Node break: a call is repeated.
 */
export function localImages(images: ImagesBinding): ImagesBinding {
  return {
    info: (stream, options) => images.info(stream, options),
    input: (stream, options) => {
      let bytes: Promise<Blob> | undefined;
      // A call consumes its stream, so each has its own.
      const start = async () => {
        bytes ??= new Response(stream).blob();
        return images.input((await bytes).stream(), options);
      };
      return recorded(images, start, { h: false, v: false });
    },
    hosted: images.hosted,
  };
}

interface Flips {
  /** Whether columns are in reverse order. */
  h: boolean;
  /** Whether rows are in reverse order. */
  v: boolean;
}

/** Returns a transformer that applies its transforms at each try of an output. @param start applies earlier ones */
function recorded(
  images: ImagesBinding,
  start: () => Promise<ImageTransformer>,
  flips: Flips,
): ImageTransformer {
  return {
    transform({ flip, ...others }) {
      const next = async () => (await start()).transform(others);
      return recorded(images, next, turned(flipped(flips, flip), others.rotate));
    },
    draw: (overlay, options) => recorded(images, async () => (await start()).draw(overlay, options), flips),
    async output(options) {
      if (!flips.h && !flips.v) return output(start, options);
      const rendered = await output(start, { format: "image/png" });
      const mirrored = new Blob([mirror(new Uint8Array(await rendered.response().arrayBuffer()), flips)]);
      return output(async () => images.input(mirrored.stream()), options);
    },
  };
}

async function output(
  start: () => Promise<ImageTransformer>,
  options: ImageOutputOptions,
): Promise<ImageTransformationResult> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await (await start()).output(options);
    } catch (error) {
      if (left === 0 || !isConnectionError(error)) throw error;
    }
  }
}

/** Returns whether the runtime marks an error as a broken connection. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && "retryable" in error && error.retryable === true;
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
