import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";

/**
 * Picture files for tests, all made by code. Needs Node (sharp): tests in the workers pool get theirs through
 * tests/workers/photo-fixtures.ts.
 */

export type Rgb = [red: number, green: number, blue: number];

/** The colours of `quadrants()`, clockwise from the top left of the upright picture. */
export const quadrantColors: [Rgb, Rgb, Rgb, Rgb] = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 70, 210],
  [230, 200, 40],
];

/** What `cameraJpeg()` hides in its metadata; none of it may be found in anything we store. */
export const secrets = {
  make: "Aurora Optics",
  model: "Lumen X100",
  serial: "SN-8812-4471",
  software: "DarkroomPro 9.1",
  xmp: "afterglow-xmp-marker",
};

const latitude = "48/1 51/1 2999/100";

const camera = { width: 4032, height: 3024 };

/** Pixels of a dusk gradient with sensor noise, which is what makes a photo as heavy as a photo. */
function noisyGradient({ width, height }: { width: number; height: number }): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const noise = (seed >>> 24) % 40;
      pixels[at] = (x * 200) / width + noise;
      pixels[at + 1] = (y * 200) / height + noise;
      pixels[at + 2] = ((x + y) * 100) / (width + height) + noise;
    }
  }
  return pixels;
}

/**
 * A photo as a phone takes it: 12 megapixels, some 3.5 MB, Display P3, held upright (orientation 6), with the place,
 * the camera and its serial number in EXIF and an XMP packet.
 */
export function cameraJpeg(size: { width: number; height: number } = camera): Promise<Buffer> {
  return sharp(noisyGradient(size), { raw: { ...size, channels: 3 } })
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: secrets.make, Model: secrets.model, Software: secrets.software },
      IFD2: { BodySerialNumber: secrets.serial },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: latitude },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secrets.xmp}</a></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer();
}

export type SmallFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

/** One flat colour. */
export function flat(format: SmallFormat, color: Rgb, width = 64, height = 48): Promise<Buffer> {
  const [r, g, b] = color;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .toFormat(format)
    .toBuffer();
}

/**
 * Four colours, one in each quarter, stored the way a camera with this EXIF orientation stores them: upright, it is
 * `width`×`height` with `quadrantColors` clockwise from the top left. A size not square and not round shows mistakes.
 */
export async function quadrants(
  format: "jpeg" | "png" | "webp",
  orientation: number,
  { width, height } = { width: 300, height: 200 },
): Promise<Buffer> {
  const [topLeft, topRight, bottomRight, bottomLeft] = quadrantColors;
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isRight = x >= width / 2;
      const color = y < height / 2 ? (isRight ? topRight : topLeft) : isRight ? bottomRight : bottomLeft;
      pixels.set(color, (y * width + x) * 3);
    }
  }
  const upright = sharp(pixels, { raw: { width, height, channels: 3 } });
  const { data, info } = await unturned(upright, orientation).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .withMetadata({ orientation })
    .toFormat(format, { quality: 95 })
    .toBuffer();
}

/** The opposite of what a viewer does for an orientation. sharp flips before it turns. */
function unturned(image: sharp.Sharp, orientation: number): sharp.Sharp {
  switch (orientation) {
    case 2:
      return image.flop();
    case 3:
      return image.rotate(180);
    case 4:
      return image.flip();
    case 5:
      return image.flop().rotate(270);
    case 6:
      return image.rotate(270);
    case 7:
      return image.flop().rotate(90);
    case 8:
      return image.rotate(90);
    default:
      return image;
  }
}

/** sRGB red written in Display P3: 234, 51, 35 to whoever ignores the profile. */
export function displayP3Red(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: "#ff0000" } })
    .withIccProfile("p3")
    .png()
    .toBuffer();
}

/** Two frames, blue then red. */
export async function animatedGif(): Promise<Buffer> {
  const frames = await Promise.all([flat("png", [0, 0, 255]), flat("png", [255, 0, 0])]);
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** An AVIF that calls itself HEIC: its headers are in order, and its pixels are none a HEVC decoder could read. */
export function heicOf(avif: Buffer): Buffer {
  const names = { avif: "heic", av01: "hvc1", av1C: "hvcC" };
  const text = Object.entries(names).reduce(
    (file, [from, to]) => file.replaceAll(from, to),
    avif.toString("latin1"),
  );
  return Buffer.from(text, "latin1");
}

/** What the polyglots below would run if a browser took them for something else than a picture. */
export const polyglotScript = "<script>alert(document.domain)</script>";

/** A photo that is a web page too: markup in a comment and behind its end. */
export async function jpegWithHtml(): Promise<Buffer> {
  const photo = await flat("jpeg", [120, 80, 40]);
  const text = Buffer.from(`<html>${polyglotScript}</html>`);
  const comment = Buffer.from([0xff, 0xfe, 0, text.byteLength + 2]);
  return Buffer.concat([photo.subarray(0, 2), comment, text, photo.subarray(2), text]);
}

/** A GIF that is a script too: its size reads as the begin of a comment. */
export function gifWithScript(): Buffer {
  return Buffer.concat([
    Buffer.from("GIF89a/*", "latin1"),
    Buffer.from([0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]),
    Buffer.from(`*/=1;alert(1)//${polyglotScript};`, "latin1"),
  ]);
}

/** A journey: small photos of three kinds, each with the place, the camera and its owner's marks in its metadata. */
export function journey(count: number): Promise<Buffer[]> {
  const kinds = ["jpeg", "png", "webp"] as const;
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r: at * 8, g: 90, b: 60 } } })
        .withExif({
          IFD0: { Make: secrets.make, Model: secrets.model, Software: secrets.software },
          IFD2: { BodySerialNumber: secrets.serial },
          IFD3: { GPSLatitudeRef: "N", GPSLatitude: latitude },
        })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secrets.xmp}</a></x:xmpmeta>`)
        .toFormat(kinds[at % kinds.length] ?? "jpeg")
        .toBuffer(),
    ),
  );
}

export function svg(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
  );
}

export function html(): Buffer {
  return Buffer.from("<!doctype html><script>alert(document.cookie)</script>");
}

/** The first part of a file, as an interrupted upload leaves it. */
export function truncated(file: Buffer, share = 0.6): Buffer {
  return file.subarray(0, Math.floor(file.byteLength * share));
}

function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.byteLength);
  chunk.writeUInt32BE(content.byteLength, 0);
  chunk.write(name, 4, "latin1");
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.byteLength)), 8 + content.byteLength);
  return chunk;
}

/** A decompression bomb: 12,000×12,000 pixels of one bit, all alike, 18 MB raw in about 20 KB. */
export async function pngBomb(side = 12_000): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const deflate = createDeflate({ level: 9 });
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  const packed: Buffer[] = [];
  deflate.on("data", (chunk: Buffer) => packed.push(chunk));
  const done = new Promise((resolve, reject) => deflate.on("end", resolve).on("error", reject));
  for (let y = 0; y < side; y++) deflate.write(row);
  deflate.end();
  await done;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", Buffer.concat(packed)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of 65,535×65,535 pixels in 29 bytes; `inFrame` hides the size in the frame behind a screen of 1×1. */
export function gifBomb({ inFrame = false } = {}): Buffer {
  const screen = inFrame ? "01000100" : "ffffffff";
  return Buffer.from(`474946383961${screen}0000002c00000000ffffffff0002024401003b`, "hex");
}
