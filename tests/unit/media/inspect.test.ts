import { crc32 } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { AppError } from "~/contract/errors";
import { inspectPhoto, withUprightTag } from "~/contract/inspect-photo";
import {
  animatedGif,
  cameraJpeg,
  displayP3Red,
  flat,
  gifBomb,
  heicOf,
  html,
  pngBomb,
  quadrants,
  type SmallFormat,
  svg,
  truncated,
} from "../../factories/photos";

const formats: SmallFormat[] = ["jpeg", "png", "webp", "gif"];
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns the code of the AppError that `work` throws, or null; any other error fails the test. */
function errorCodeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** A TIFF structure with one tag before and one behind the orientation. */
function tiff(orientation: number, littleEndian: boolean, type = 3): Uint8Array {
  const bytes = new Uint8Array(8 + 2 + 3 * 12 + 4);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, littleEndian ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  view.setUint16(8, 3, littleEndian);
  for (const [index, tag] of [0x0100, 0x0112, 0x0131].entries()) {
    const at = 10 + index * 12;
    view.setUint16(at, tag, littleEndian);
    view.setUint16(at + 2, tag === 0x0112 ? type : 3, littleEndian);
    view.setUint32(at + 4, 1, littleEndian);
    if (type === 4 && tag === 0x0112) view.setUint32(at + 8, orientation, littleEndian);
    else view.setUint16(at + 8, tag === 0x0112 ? orientation : 7, littleEndian);
  }
  return bytes;
}

const exifPrefix = new TextEncoder().encode("Exif\0\0");

function concat(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function jpegSegment(marker: number, content: Uint8Array): Uint8Array {
  const head = new Uint8Array([0xff, marker, 0, 0]);
  new DataView(head.buffer).setUint16(2, content.length + 2);
  return concat(head, content);
}

function withJpegSegment(jpeg: Uint8Array, segment: Uint8Array): Uint8Array {
  return concat(jpeg.subarray(0, 2), segment, jpeg.subarray(2));
}

const frame = (width: number, height: number) =>
  new Uint8Array([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);

function chunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = concat(new Uint8Array(4), new TextEncoder().encode(name), content, new Uint8Array(4));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)));
  return bytes;
}

/** Returns a PNG with a chunk behind its header, where those of colours and animations are. */
function withPngChunk(png: Uint8Array, added: Uint8Array): Uint8Array {
  return concat(png.subarray(0, 33), added, png.subarray(33));
}

describe("inspectPhoto", () => {
  test.each(formats)("reads the size of a %s", async (format) => {
    const bytes = await flat(format, [200, 10, 10], 65, 49);
    expect(inspectPhoto(bytes)).toMatchObject({
      type: `image/${format}`,
      width: 65,
      height: 49,
      orientation: 1,
    });
  });

  test("reads every kind of WebP", async () => {
    const pixels = sharp(await flat("png", [1, 2, 3], 65, 49)).ensureAlpha(0.5);
    for (const options of [{ lossless: true }, { lossless: false }, { lossless: false, quality: 10 }]) {
      expect(inspectPhoto(await pixels.clone().webp(options).toBuffer())).toMatchObject({
        width: 65,
        height: 49,
      });
    }
  });

  test("reads an animation", async () => {
    expect(inspectPhoto(await animatedGif())).toMatchObject({ type: "image/gif", width: 64, height: 48 });
  });

  test("returns the size of a HEIC photo after the rotation in its container", async () => {
    const turned = await sharp(await flat("png", [1, 2, 3], 65, 49))
      .withMetadata({ orientation: 6 })
      .avif()
      .toBuffer();
    expect(inspectPhoto(heicOf(turned))).toMatchObject({ width: 49, height: 65, orientation: 1 });
  });

  test("detects HEIC by its brand", async () => {
    const heic = heicOf(await flat("avif", [1, 2, 3], 65, 49));
    expect(inspectPhoto(heic)).toMatchObject({ type: "image/heic", width: 65, height: 49 });
  });

  test("rejects AVIF with the types that are accepted", async () => {
    const avif = await flat("avif", [1, 2, 3]);
    expect(errorCodeOf(() => inspectPhoto(avif))).toBe("unsupported_media");
    expect(() => inspectPhoto(avif)).toThrow("Please upload a JPEG, PNG, WebP, GIF or HEIC image.");
  });

  test.each(orientations)("reads orientation %i of JPEG, PNG and WebP", async (orientation) => {
    for (const format of ["jpeg", "png", "webp"] as const) {
      expect(inspectPhoto(await quadrants(format, orientation)).orientation, format).toBe(orientation);
    }
  });

  test("reads a camera's photo", async () => {
    expect(inspectPhoto(await cameraJpeg())).toEqual({
      type: "image/jpeg",
      width: 4032,
      height: 3024,
      orientation: 6,
      isAnimated: false,
      isOdd: false,
    });
  }, 20_000);

  test("tells an animation from an image of one frame", async () => {
    const gif = await animatedGif();
    const webp = await sharp(gif, { animated: true }).webp().toBuffer();
    const apng = withPngChunk(await flat("png", [1, 2, 3]), chunk("acTL", new Uint8Array(8)));
    expect([gif, webp, apng].map((file) => inspectPhoto(file).isAnimated)).toEqual([true, true, true]);
    for (const format of formats) expect(inspectPhoto(await flat(format, [1, 2, 3])).isAnimated).toBe(false);
  });

  test("marks files that decoders read in different ways", async () => {
    const jpeg = await flat("jpeg", [1, 2, 3]);
    const png = await flat("png", [1, 2, 3]);
    const scan = Buffer.from(jpeg);
    scan[scan.indexOf(Buffer.from([0, 63, 0])) + 1] = 0;
    const odd = {
      "stray bytes": concat(jpeg.subarray(0, 20), new Uint8Array([0, 1]), jpeg.subarray(20)),
      "a scan that ends early": scan,
      CMYK: await sharp(jpeg).toColourspace("cmyk").jpeg().toBuffer(),
      "a gamma": withPngChunk(png, chunk("gAMA", new Uint8Array([0, 0, 0x63, 0x9c]))),
      "code points": withPngChunk(png, chunk("cICP", new Uint8Array([9, 16, 0, 1]))),
    };
    for (const [name, file] of Object.entries(odd)) expect(inspectPhoto(file).isOdd, name).toBe(true);
    const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
    const plain = [jpeg, png, progressive, await displayP3Red(), await flat("webp", [1, 2, 3])];
    for (const file of plain) expect(inspectPhoto(file).isOdd).toBe(false);
  });

  test("skips stray and fill bytes between segments, as decoders do", async () => {
    const jpeg = await flat("jpeg", [1, 2, 3], 65, 49);
    const stray = concat(
      jpeg.subarray(0, 20),
      new Uint8Array([0, 1, 2, 0xff, 0xff, 0xff]),
      jpeg.subarray(20),
    );
    expect(inspectPhoto(stray)).toMatchObject({ width: 65, height: 49 });
  });

  test("ignores a frame header inside another segment", async () => {
    const small = concat(new Uint8Array(8), new Uint8Array([0xff, 0xc0, 0, 11]), frame(1, 1));
    const large = jpegSegment(0xc0, frame(30_000, 30_000));
    const jpeg = withJpegSegment(await flat("jpeg", [1, 2, 3]), concat(jpegSegment(0xe2, small), large));
    expect(errorCodeOf(() => inspectPhoto(jpeg))).toBe("too_large");
  });
});

describe("unsupported files", () => {
  test.each([
    ["SVG", svg()],
    ["SVG behind a byte order mark", Buffer.concat([Buffer.from("efbbbf", "hex"), svg()])],
    ["HTML", html()],
    ["PDF", Buffer.from("%PDF-1.7 and some more bytes")],
    ["TIFF", Buffer.from("49492a0008000000000000000000000000000000", "hex")],
    ["an MP4", Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex")],
    ["nothing", Buffer.alloc(0)],
    ["three bytes of a JPEG", Buffer.from("ffd8ff", "hex")],
  ])("%s is rejected", (_name, bytes) => {
    expect(errorCodeOf(() => inspectPhoto(bytes))).toBe("unsupported_media");
  });

  test.each(formats)("a %s that is truncated is rejected, at any length", async (format) => {
    const whole = await flat(format, [200, 10, 10]);
    for (let length = 0; length < whole.byteLength - 16; length += 7) {
      expect(errorCodeOf(() => inspectPhoto(whole.subarray(0, length)))).toBe("unsupported_media");
    }
  });

  test("a camera's photo that is truncated is rejected", async () => {
    expect(errorCodeOf(() => inspectPhoto(new Uint8Array(8)))).toBe("unsupported_media");
    const photo = await cameraJpeg({ width: 800, height: 600 });
    expect(errorCodeOf(() => inspectPhoto(truncated(photo)))).toBe("unsupported_media");
  });
});

describe("decompression bombs", () => {
  test("a PNG of 144 megapixels in 20 KB is rejected by its header", async () => {
    const bomb = await pngBomb();
    expect(bomb.byteLength).toBeLessThan(25_000);
    expect(errorCodeOf(() => inspectPhoto(bomb))).toBe("too_large");
  });

  test("a GIF is rejected by the size of its screen or of its frame", () => {
    expect(errorCodeOf(() => inspectPhoto(gifBomb()))).toBe("too_large");
    expect(errorCodeOf(() => inspectPhoto(gifBomb({ inFrame: true })))).toBe("too_large");
  });

  test("a WebP is rejected by the size of its canvas or of its image", async () => {
    const small = await quadrants("webp", 6);
    const canvas = new Uint8Array(small);
    canvas.set([0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f], 24);
    expect(errorCodeOf(() => inspectPhoto(canvas))).toBe("too_large");
    const image = new Uint8Array(small);
    image.set([0xff, 0x3f, 0xff, 0x3f], small.indexOf("VP8 ") + 14);
    expect(errorCodeOf(() => inspectPhoto(image))).toBe("too_large");
  });

  test("a HEIC photo is rejected by the size of its largest image", async () => {
    const heic = new Uint8Array(heicOf(await flat("avif", [1, 2, 3])));
    const size = Buffer.from(heic).indexOf("ispe") + 8;
    new DataView(heic.buffer).setUint32(size, 100_000);
    new DataView(heic.buffer).setUint32(size + 4, 100_000);
    expect(errorCodeOf(() => inspectPhoto(heic))).toBe("too_large");
  });

  /** Returns a JPEG without pixels whose header has a size. */
  const jpeg = (width: number, height: number) =>
    concat(
      new Uint8Array([0xff, 0xd8]),
      jpegSegment(0xc0, frame(width, height)),
      jpegSegment(0xda, new Uint8Array(6)),
      new Uint8Array([0, 0, 0xff, 0xd9]),
    );

  test("accepts 40 megapixels, and rejects one more row", () => {
    expect(errorCodeOf(() => inspectPhoto(jpeg(8000, 5000)))).toBeNull();
    expect(errorCodeOf(() => inspectPhoto(jpeg(8000, 5001)))).toBe("too_large");
    expect(errorCodeOf(() => inspectPhoto(jpeg(8000, 0)))).toBe("unsupported_media");
  });

  test("accepts sides of 12,000 pixels, and rejects a longer one with the limit", () => {
    expect(errorCodeOf(() => inspectPhoto(jpeg(12_000, 3333)))).toBeNull();
    for (const panorama of [jpeg(12_001, 10), jpeg(10, 12_001)]) {
      expect(errorCodeOf(() => inspectPhoto(panorama))).toBe("too_large");
      expect(() => inspectPhoto(panorama)).toThrow(
        "A side of this photo has 12,001 pixels; the most is 12,000.",
      );
    }
  });
});

describe("withUprightTag", () => {
  const cases = orientations.flatMap((orientation) =>
    [true, false].map((little) => [orientation, little] as const),
  );

  test.each(cases)(
    "neutralises orientation %i, little-endian %s, and nothing else",
    async (orientation, little) => {
      const exif = tiff(orientation, little);
      const jpeg = new Uint8Array(await flat("jpeg", [1, 2, 3]));
      const png = new Uint8Array(await flat("png", [1, 2, 3]));
      const files = [
        withJpegSegment(jpeg, jpegSegment(0xe1, concat(exifPrefix, exif))),
        concat(png.subarray(0, 33), chunk("eXIf", exif), png.subarray(33)),
      ];
      for (const file of files) {
        expect(inspectPhoto(file).orientation).toBe(orientation);
        const before = file.slice();
        const upright = withUprightTag(file);
        expect(file).toEqual(before);
        expect(inspectPhoto(upright)).toEqual({ ...inspectPhoto(file), orientation: 1 });
        expect((await sharp(upright).metadata()).orientation).toBe(1);
        const changed = upright.filter((byte, index) => byte !== file[index]).length;
        expect(upright.length).toBe(file.length);
        // The value, and the checksum of a PNG.
        expect(changed).toBeLessThanOrEqual(orientation === 1 ? 0 : 5);
      }
    },
  );

  test.each(["jpeg", "png", "webp"] as const)("is upright for another decoder too: %s", async (format) => {
    const file = await quadrants(format, 6);
    expect((await sharp(file).metadata()).orientation).toBe(6);
    expect((await sharp(withUprightTag(file)).metadata()).orientation).toBe(1);
    await expect(sharp(withUprightTag(file)).stats()).resolves.toBeDefined();
  });

  test("reads a value written as LONG, and repairs one of an invalid type", async () => {
    const jpeg = new Uint8Array(await flat("jpeg", [1, 2, 3]));
    const withTag = (exif: Uint8Array) => withJpegSegment(jpeg, jpegSegment(0xe1, concat(exifPrefix, exif)));
    for (const little of [true, false]) {
      expect(inspectPhoto(withTag(tiff(8, little, 4))).orientation).toBe(8);
      expect(inspectPhoto(withUprightTag(withTag(tiff(8, little, 4)))).orientation).toBe(1);
      expect(inspectPhoto(withTag(tiff(8, little, 7))).orientation).toBe(1);
      expect((await sharp(withUprightTag(withTag(tiff(8, little, 7)))).metadata()).orientation).toBe(1);
    }
  });

  test("returns a file without an orientation unchanged", async () => {
    const png = await flat("png", [1, 2, 3]);
    expect(withUprightTag(png)).toBe(png);
  });
});

describe("malformed files", () => {
  const magics = [
    "ffd8ffe1",
    "89504e470d0a1a0a0000000d49484452",
    "524946460000010057454250565038",
    "4749463839610100010080",
    "0000001c6674797061766966000000006d6966316d696166",
    "0000001c6674797068656963000000006d6966310000000100000000",
  ].map((hex) => Buffer.from(hex, "hex"));

  function expectNoCrash(bytes: Uint8Array): void {
    errorCodeOf(() => inspectPhoto(bytes));
    errorCodeOf(() => withUprightTag(bytes));
  }

  test("throw nothing but an AppError", () => {
    fc.assert(
      fc.property(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 600 }), (magic, rest) =>
        expectNoCrash(concat(magic, rest)),
      ),
      { numRuns: 3000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), expectNoCrash));
  });

  test("throw nothing but an AppError when they are valid files with changed bytes", async () => {
    const files = await Promise.all([
      ...formats.map((format) => flat(format, [200, 10, 10])),
      quadrants("jpeg", 6),
      quadrants("png", 6),
      quadrants("webp", 6),
    ]);
    const change = fc.tuple(fc.nat(4000), fc.nat(255));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        (file, changes) => {
          const bytes = new Uint8Array(file);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          expectNoCrash(bytes);
        },
      ),
      { numRuns: 5000 },
    );
  });

  // A parser that restarts at every byte would take hours, and this test would never end.
  test("are read in one pass, also at 10 MB", () => {
    for (const magic of magics) {
      for (const filler of [0x00, 0xff, 0x01, 0x2c, 0x21]) {
        const bytes = new Uint8Array(10 * 1024 * 1024).fill(filler);
        bytes.set(magic);
        expectNoCrash(bytes);
      }
    }
  });
});
