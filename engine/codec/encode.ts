import jpegWasm from "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm";
import encodeJpeg, { init as initJpeg } from "@jsquash/jpeg/encode";
// @ts-expect-error: the package types the module's own exports; bundlers give the module itself as default.
import pngWasm from "@jsquash/png/codec/pkg/squoosh_png_bg.wasm";
import encodePng, { init as initPng } from "@jsquash/png/encode";
import { free } from "../pixels/free";
import type { RgbaImage } from "../pixels/raster";

/** mozjpeg's slow searches save some 5 % of the bytes and cost four times the time. */
const jpeg = {
  quality: 90,
  progressive: false,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: false,
  chroma_subsample: 1,
};

/** PNG where every pixel counts, JPEG otherwise, which is what the models answer. The raster is used up. */
export async function encodeBase64(rgba: RgbaImage, isExact: boolean): Promise<string> {
  // What the encoders read of a browser's ImageData; Workers have no such class.
  const image = { ...rgba, colorSpace: "srgb" } as ImageData;
  if (isExact) {
    await initPng(pngWasm);
    return base64Of(await encodePng(image), rgba);
  }
  await initJpeg(jpegWasm);
  return base64Of(await encodeJpeg(image, jpeg), rgba);
}

function base64Of(file: ArrayBuffer, { data }: RgbaImage): string {
  const text = Buffer.from(file).toString("base64");
  free(data);
  return text;
}
