import { pngChunk } from "../factories/photos";

/** Image files that sharp does not write: other formats, and the odd ones of some programs. */

const bytes = (...values: number[]) => Buffer.from(values);

function u16(value: number): Buffer {
  const content = Buffer.alloc(2);
  content.writeUInt16LE(value);
  return content;
}

function u32(value: number): Buffer {
  const content = Buffer.alloc(4);
  content.writeUInt32LE(value);
  return content;
}

/** Returns a Windows bitmap of one colour with 24 bits a pixel. */
export function bmp([red, green, blue]: [number, number, number], width = 64, height = 48): Buffer {
  const row = Buffer.alloc(Math.ceil((width * 3) / 4) * 4);
  for (let x = 0; x < width; x++) row.set([blue, green, red], x * 3);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  const info = [
    u32(40),
    u32(width),
    u32(height),
    u16(1),
    u16(24),
    u32(0),
    u32(pixels.length),
    Buffer.alloc(16),
  ];
  const head = [Buffer.from("BM"), u32(54 + pixels.length), u32(0), u32(54)];
  return Buffer.concat([...head, ...info, pixels]);
}

/** Returns an icon of one PNG of 64 × 48 pixels. */
export function ico(png: Buffer): Buffer {
  const entry = [bytes(64, 48, 0, 0), u16(1), u16(32), u32(png.length), u32(22)];
  return Buffer.concat([u16(0), u16(1), u16(1), ...entry, png]);
}

/** Returns a PNG with a further chunk before its pixels, and without the colour chunks that it has. */
export function withPngChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const parts = [png.subarray(0, 8)];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const own = png.toString("latin1", at + 4, at + 8);
    if (own === "IDAT" && !parts.some((part) => part.includes(name, 4, "latin1")))
      parts.push(pngChunk(name, content));
    if (!["gAMA", "sRGB", "iCCP", "cHRM"].includes(own)) parts.push(png.subarray(at, at + 12 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

/** The exponent of a PNG's values, times 100,000 (PNG third edition, 11.3.2.2). */
export const gamma = (exponent: number) => Buffer.from([0, ...u32(exponent).subarray(0, 3).reverse()]);

/** The code points of BT.2020 with the PQ curve, of Display P3, and of sRGB (ITU-T H.273). */
export const codePoints = {
  pq: bytes(9, 16, 0, 1),
  displayP3: bytes(12, 13, 0, 1),
  srgb: bytes(1, 13, 0, 1),
};

/** Returns a baseline JPEG whose scan header has other parameters than the standard demands, as some phones write. */
export function withOddScan(jpeg: Buffer): Buffer {
  const odd = Buffer.from(jpeg);
  odd[odd.indexOf("ffda000c03", 0, "hex") + 12] = 0;
  return odd;
}

/** Returns a JPEG with bytes between two segments. */
export function withStrayBytes(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf("ffc4", 0, "hex");
  return Buffer.concat([jpeg.subarray(0, at), Buffer.alloc(3), jpeg.subarray(at)]);
}

/** Returns a JPEG with a comment of 65,000 bytes. */
export function withComment(jpeg: Buffer): Buffer {
  const comment = Buffer.concat([bytes(0xff, 0xfe, 0xfd, 0xea), Buffer.alloc(65_000, "a")]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

/** Returns a PNG as Apple's tools pack it for phones, with a first chunk that decoders do not know. */
export function applePng(png: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 8), pngChunk("CgBI", bytes(0x50, 0, 0x20, 2)), png.subarray(8)]);
}

/** Returns a PNG that says that it is an animation of two frames. Its frames are equal. */
export function animatedPng(png: Buffer): Buffer {
  const animated = withPngChunk(png, "acTL", bytes(0, 0, 0, 1, 0, 0, 0, 0));
  const { width, height } = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  const frame = Buffer.alloc(26);
  frame.writeUInt32BE(width, 4);
  frame.writeUInt32BE(height, 8);
  return withPngChunk(animated, "fcTL", frame);
}

/** The first bytes of files of other formats, as a program that looks at them only would take them. */
export const heads = {
  jxl: Buffer.from("0000000c4a584c200d0a870a00000014667479706a786c20", "hex"),
  jp2: Buffer.from("0000000c6a5020200d0a870a00000014667479706a703220", "hex"),
  psd: Buffer.from("38425053000100000000000000030000000a0000000a00080003", "hex"),
  mp4: Buffer.from("00000018667479706d703432000000006d70343269736f6d0000000866726565", "hex"),
  cr3: Buffer.from("0000001866747970637278200000000163727820697 36f6d".replaceAll(" ", ""), "hex"),
  raf: Buffer.from("FUJIFILMCCD-RAW 0201FF389501X-T5", "latin1"),
  pdf: Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n", "latin1"),
  zip: Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
  qoi: Buffer.concat([Buffer.from("qoif"), bytes(0, 0, 0, 64, 0, 0, 0, 48, 3, 0), Buffer.alloc(40, 0xfd)]),
  eps: Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 48\n", "latin1"),
};
