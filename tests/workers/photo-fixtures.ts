import sharp from "sharp";
import type { TestProject } from "vitest/node";
import * as photos from "../factories/photos";

/** Creates the image files for tests in the workers pool once, as base64: sharp needs Node. */
export default async function makePhotos(project: TestProject): Promise<void> {
  const camera = await photos.cameraJpeg();
  const small = await photos.flat("jpeg", [200, 10, 10]);
  const files = {
    camera,
    small,
    exposed: await photos.exposedJpeg({ width: 2600, height: 1950 }),
    scene: await photos.scene(1).toBuffer(),
    otherScene: await photos.scene(2).toBuffer(),
    // The first scene again, smaller, compressed and cropped.
    likeScene: await sharp(await photos.scene(1, { width: 500, height: 333 }).toBuffer())
      .extract({ left: 4, top: 3, width: 492, height: 327 })
      .webp({ quality: 60 })
      .toBuffer(),
    cutShort: photos.truncated(camera),
    corrupt: corrupt(await photos.quadrants("png", 1)),
    png: await photos.flat("png", [10, 200, 10]),
    webp: await photos.flat("webp", [10, 10, 200]),
    avif: await photos.flat("avif", [200, 10, 200]),
    tiff: await photos.scene(3).tiff().toBuffer(),
    gif: await photos.animatedGif(),
    p3Red: await photos.displayP3Red(),
    tall: await photos.flat("png", [90, 60, 30], 400, 9000),
    wide: await photos.flat("png", [90, 60, 30], 9000, 300),
    panorama: await photos.flat("png", [90, 60, 30], 12_001, 10),
    svg: photos.svg(),
    html: photos.html(),
    jpegWithHtml: await photos.jpegWithHtml(),
    gifWithScript: photos.gifWithScript(),
    bomb: await photos.pngBomb(),
    ...Object.fromEntries((await photos.journey(30)).map((file, at) => [`journey${at}`, file])),
    gifBomb: photos.gifBomb(),
    heic: photos.heicOf(await photos.flat("avif", [1, 2, 3])),
    ...Object.fromEntries(
      await Promise.all(
        photos.orientations.flatMap((one) =>
          (["jpeg", "png", "webp"] as const).map(
            async (format) => [`${format}${one}`, await photos.quadrants(format, one)] as const,
          ),
        ),
      ),
    ),
    large5: await photos.quadrants("jpeg", 5, { width: 1500, height: 2400 }),
    large6: await photos.quadrants("jpeg", 6, { width: 1500, height: 2400 }),
  };
  const encoded = Object.entries(files).map(([name, file]) => [name, file.toString("base64")]);
  project.provide("photos", Object.fromEntries(encoded));
  const isEverywhere = process.env.AFTERGLOW_EVERYWHERE === "1";
  project.provide("isEverywhere", isEverywhere);
  project.provide("fuzzRuns", Number(process.env.AFTERGLOW_FUZZ_RUNS ?? (isEverywhere ? 10 : 4)));
  project.provide("photoContents", {
    quadrants: photos.quadrantColors,
    secrets: Object.values(photos.secrets),
    script: photos.polyglotScript,
  });
}

/** Returns a file with valid headers and damaged pixels. */
function corrupt(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const pixels = copy.indexOf("IDAT") + 8;
  copy.fill(0xaa, pixels, copy.indexOf("IEND") - 8);
  return copy;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Files in base64 by name. */
    photos: Record<string, string>;
    /** Whether rules are proven in every place: `npm test -- --all`. */
    isEverywhere: boolean;
    /** Requests for each call in tests/workers/fuzz.test.ts. */
    fuzzRuns: number;
    /** The colours of the quarters, clockwise from the top left; the metadata in `camera`; the script in polyglots. */
    photoContents: { quadrants: photos.Rgb[]; secrets: string[]; script: string };
  }
}
