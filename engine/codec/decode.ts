import jpegWasm from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode";
// @ts-expect-error: the package declares the wasm module's exports; bundlers return the module itself as default
// export.
import pngWasm from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import { decode as decodePng, init as initPng } from "@jsquash/png/decode";
import webpWasm from "@jsquash/webp/codec/dec/webp_dec.wasm";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode";
import { inspectPhoto } from "~/contract/inspect-photo";
import { EngineError } from "../errors";
import { free } from "../pixels/free";
import { fromRgba, type Raster } from "../pixels/raster";

/**
 * Pixel limit: above it the three float planes alone would fill most of the engine's memory. The app sends a twelfth
 * of it.
 */
const MAX_PIXELS = 12_000_000;

const decoders = {
  "image/jpeg": async (bytes: ArrayBuffer) => {
    await initJpeg(jpegWasm);
    return decodeJpeg(bytes);
  },
  "image/png": async (bytes: ArrayBuffer) => {
    await initPng(pngWasm);
    return decodePng(bytes);
  },
  "image/webp": async (bytes: ArrayBuffer) => {
    await initWebp(webpWasm);
    return decodeWebp(bytes);
  },
};

const isDecodable = (type: string): type is keyof typeof decoders => Object.hasOwn(decoders, type);

/**
 * Decodes a JPEG, PNG or WebP file.
 * @throws EngineError 3006 for more than `MAX_PIXELS`, 5004 for an unsupported or broken file
 */
export async function decodeImage(bytes: ArrayBuffer): Promise<Raster> {
  const { type, width, height } = inspect(bytes);
  if (!isDecodable(type)) throw new EngineError(5004, `Invalid data passed: ${type} is not supported`);
  if (width * height > MAX_PIXELS) throw new EngineError(3006, "Request is too large");
  try {
    const rgba = await decoders[type](bytes);
    const raster = fromRgba(rgba);
    free(rgba.data);
    return raster;
  } catch {
    throw new EngineError(5004, "Invalid data passed: the image could not be decoded");
  }
}

function inspect(bytes: ArrayBuffer): { type: string; width: number; height: number } {
  try {
    return inspectPhoto(new Uint8Array(bytes));
  } catch {
    throw new EngineError(5004, "Invalid data passed: not an image");
  }
}
