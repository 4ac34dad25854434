import sharp, { type Sharp } from "sharp";
import { heic } from "../factories/heic";
import {
  animatedGif,
  cameraJpeg,
  deepAvif,
  displayP3Red,
  exposedExif,
  exposedJpeg,
  flat,
  gifBomb,
  gifWithScript,
  heicOf,
  html,
  jpegWithHtml,
  orientations,
  pngBomb,
  quadrants,
  scene,
  svg,
  truncated,
} from "../factories/photos";
import {
  animatedPng,
  applePng,
  bmp,
  codePoints,
  gamma,
  heads,
  ico,
  withComment,
  withOddScan,
  withPngChunk,
  withStrayBytes,
} from "./containers";

/** A file that a member could choose. */
export interface MediaFile {
  name: string;
  /** The type that the system reports: Windows knows none for HEIC. */
  type: string;
  content: Buffer;
}

type Contents = Record<string, () => Buffer | Promise<Buffer>>;

const size = { width: 300, height: 200 };
const soft = (seed: number) => scene(seed, size);
/** An image with transparent parts. */
const seeThrough = async () =>
  sharp(await soft(7).png().toBuffer())
    .ensureAlpha(0.5)
    .withMetadata();
/** Pixels of noise, which no format makes small. */
const noise = (width: number, height: number): Sharp => {
  let state = 1;
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

async function jpegs(): Promise<Contents> {
  const jpeg = await soft(1).toBuffer();
  return {
    "baseline.jpg": () => jpeg,
    "progressive.jpg": () => soft(2).jpeg({ progressive: true }).toBuffer(),
    "best-quality.jpg": () => soft(3).jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer(),
    "worst-quality.jpg": () => soft(3).jpeg({ quality: 1 }).toBuffer(),
    "mozjpeg.jpg": () => soft(4).jpeg({ mozjpeg: true }).toBuffer(),
    "grey.jpg": () => soft(5).greyscale().toBuffer(),
    "cmyk.jpg": () => soft(6).toColourspace("cmyk").toBuffer(),
    "cmyk-profile.jpg": () => soft(6).withIccProfile("cmyk").toBuffer(),
    "display-p3.jpg": () => soft(7).withIccProfile("p3").toBuffer(),
    "camera-data.jpg": () => exposedJpeg(size),
    "camera-12-megapixels.jpg": () => cameraJpeg(),
    ...Object.fromEntries(
      orientations.map((one) => [`orientation-${one}.jpg`, () => quadrants("jpeg", one)]),
    ),
    "odd-scan.jpg": () => withOddScan(jpeg),
    "stray-bytes.jpg": () => withStrayBytes(jpeg),
    "long-comment.jpg": () => withComment(jpeg),
    "video-behind-the-photo.jpg": () => Buffer.concat([jpeg, heads.mp4, Buffer.alloc(5000, 7)]),
    "html-inside.jpg": () => jpegWithHtml(),
    "cut-short.jpg": () => truncated(jpeg),
    "head-only.jpg": () => jpeg.subarray(0, 40),
    "one-pixel.jpg": () => flat("jpeg", [1, 2, 3], 1, 1),
    "one-row.jpg": () => flat("jpeg", [1, 2, 3], 2000, 1),
    "tall-screenshot.jpg": () => flat("jpeg", [250, 250, 250], 1080, 11_900),
    "panorama.jpg": () => flat("jpeg", [90, 120, 150], 9000, 600),
    "side-too-long.jpg": () => flat("jpeg", [1, 2, 3], 12_001, 10),
    "41-megapixels.jpg": () => flat("jpeg", [1, 2, 3], 8000, 5001),
    "3-megabytes.jpg": () => noise(2000, 1500).jpeg({ quality: 95 }).toBuffer(),
    "11-megabytes.jpg": () => noise(3400, 2700).jpeg({ quality: 98 }).toBuffer(),
    "named.png": () => jpeg,
    "named.heic": () => jpeg,
    "named.txt": () => jpeg,
    "jpeg-without-a-name": () => jpeg,
  };
}

async function pngs(): Promise<Contents> {
  const png = await soft(10).png().toBuffer();
  const clear = await seeThrough();
  return {
    "rgb.png": () => png,
    "interlaced.png": () => soft(10).png({ progressive: true }).toBuffer(),
    "palette.png": () => soft(11).png({ palette: true }).toBuffer(),
    "grey.png": () => soft(12).greyscale().png().toBuffer(),
    "transparent.png": () => clear.clone().png().toBuffer(),
    "16-bits.png": () => sharp(png).toColourspace("rgb16").png().toBuffer(),
    "display-p3.png": () => displayP3Red(),
    "linear-gamma.png": () => withPngChunk(png, "gAMA", gamma(100_000)),
    "usual-gamma.png": () => withPngChunk(png, "gAMA", gamma(45_455)),
    "pq.png": () => withPngChunk(png, "cICP", codePoints.pq),
    "p3-code-points.png": () => withPngChunk(png, "cICP", codePoints.displayP3),
    "srgb-code-points.png": () => withPngChunk(png, "cICP", codePoints.srgb),
    "animated.png": () => animatedPng(png),
    "apple.png": () => applePng(png),
    ...Object.fromEntries([2, 3, 6, 8].map((one) => [`orientation-${one}.png`, () => quadrants("png", one)])),
    "cut-short.png": () => truncated(png),
    "damaged-pixels.png": () => Buffer.from(png).fill(0xaa, png.indexOf("IDAT") + 8, png.indexOf("IEND") - 8),
    "bomb.png": () => pngBomb(),
    "one-pixel.png": () => flat("png", [1, 2, 3], 1, 1),
    "wide-screenshot.png": () => flat("png", [250, 250, 250], 3440, 1440),
    "named-png.jpg": () => png,
  };
}

async function webpsAndGifs(): Promise<Contents> {
  const webp = await soft(20).webp().toBuffer();
  const clear = await seeThrough();
  const gif = await animatedGif();
  return {
    "lossy.webp": () => webp,
    "lossless.webp": () => soft(20).webp({ lossless: true }).toBuffer(),
    "transparent.webp": () => clear.clone().webp().toBuffer(),
    "display-p3.webp": () => soft(21).withIccProfile("p3").webp().toBuffer(),
    "animated.webp": () => sharp(gif, { animated: true }).webp().toBuffer(),
    ...Object.fromEntries(
      orientations.map((one) => [`orientation-${one}.webp`, () => quadrants("webp", one)]),
    ),
    "cut-short.webp": () => truncated(webp),
    "large.webp": () => flat("webp", [90, 120, 150], 6000, 4000),
    "still.gif": () => flat("gif", [1, 200, 3]),
    "photo.gif": () => soft(22).gif().toBuffer(),
    "transparent.gif": () => clear.clone().gif().toBuffer(),
    "animated.gif": () => gif,
    "script-inside.gif": () => gifWithScript(),
    "bomb.gif": () => gifBomb(),
    "bomb-in-a-frame.gif": () => gifBomb({ inFrame: true }),
    "cut-short.gif": () => truncated(gif, 0.3),
    "named-gif.webp": () => gif,
  };
}

async function heics(): Promise<Contents> {
  const icc = (await sharp(await displayP3Red()).metadata()).icc;
  return {
    "tiles.heic": () => heic(),
    "one-tile.heic": () => heic({ rows: [["grey"]] }),
    "ten-bits.heic": () => heic({ rows: [["tenBits"]] }),
    "turned-1.heic": () => heic({ turns: 1, size: { width: 128, height: 100 } }),
    "turned-2.heic": () => heic({ turns: 2 }),
    "turned-3.heic": () => heic({ turns: 3 }),
    "mirrored.heic": () => heic({ isMirrored: true }),
    "portrait-with-depth.heic": () => heic({ hasExtras: true }),
    "camera-data.heic": async () => heic({ exif: await exposedExif() }),
    "display-p3.heic": () => heic({ icc }),
    "capitals.HEIC": () => heic(),
    "other-ending.heif": () => heic(),
    "named-heic.jpg": () => heic(),
    "heic-without-a-name": () => heic(),
    "damaged-pixels.heic": () => heic({ frame: Buffer.alloc(30, 7) }),
    "cut-short.heic": () => heic().subarray(0, 900),
    "avif-inside.heic": async () => heicOf(await flat("avif", [1, 2, 3])),
  };
}

async function others(): Promise<Contents> {
  const avif = await flat("avif", [200, 10, 200]);
  return {
    "photo.avif": () => soft(30).avif().toBuffer(),
    "lossless.avif": () => flat("avif", [200, 10, 200]),
    "ten-bits.avif": () => deepAvif([47, 156, 64], 10),
    "twelve-bits.avif": () => deepAvif([47, 156, 64], 12),
    "large.avif": () => flat("avif", [90, 120, 150], 2600, 1900),
    "side-too-long.avif": () => flat("avif", [90, 120, 150], 12_001, 16),
    "cut-short.avif": () => truncated(avif, 0.5),
    "avif-without-a-name": () => avif,
    "bitmap.bmp": () => bmp([200, 120, 40]),
    "bitmap-without-a-name": () => bmp([200, 120, 40]),
    "icon.ico": async () => ico(await flat("png", [200, 120, 40])),
    "scan.tiff": () => soft(31).tiff().toBuffer(),
    "drawing.svg": () => svg(),
    "photo.jxl": () => heads.jxl,
    "photo.jp2": () => heads.jp2,
    "layers.psd": () => heads.psd,
    "raw.cr3": () => heads.cr3,
    "raw.raf": () => heads.raf,
    "photo.qoi": () => heads.qoi,
    "print.eps": () => heads.eps,
    "video.mp4": () => heads.mp4,
    "video.jpg": () => heads.mp4,
    "paper.pdf": () => heads.pdf,
    "paper.jpg": () => heads.pdf,
    "page.html": () => html(),
    "page.png": () => html(),
    "archive.zip": () => heads.zip,
    "notes.txt": () => Buffer.from("Golden hour at 18:30."),
    "empty.jpg": () => Buffer.alloc(0),
    "zeros.jpg": () => Buffer.alloc(5000),
  };
}

/** The types that systems know by the ending of a name; for others they report none. */
const types: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
  bmp: "image/bmp",
  ico: "image/x-icon",
  tiff: "image/tiff",
  svg: "image/svg+xml",
  mp4: "video/mp4",
  pdf: "application/pdf",
  html: "text/html",
  zip: "application/zip",
  txt: "text/plain",
};

/** Returns the files of the table in docs/media.md, or some by name. All are made by code; the largest has 11 MB. */
export async function mediaFiles(names?: readonly string[]): Promise<MediaFile[]> {
  const kinds = await Promise.all([jpegs(), pngs(), webpsAndGifs(), heics(), others()]);
  const all = Object.entries<() => Buffer | Promise<Buffer>>(Object.assign({}, ...kinds));
  return Promise.all(
    (names?.map((name) => all.find(([one]) => one === name) ?? missing(name)) ?? all).map(
      async ([name, make]) => ({
        name,
        type: types[name.split(".")[1] ?? ""] ?? "",
        content: await make(),
      }),
    ),
  );
}

function missing(name: string): never {
  throw new Error(`There is no file "${name}".`);
}
