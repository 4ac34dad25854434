import { crc32 } from "~/contract/image-formats/crc32";

/** Pixels of 8 bits in each channel. */
export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue, and alpha for four. */
  channels: 3 | 4;
  data: Uint8Array;
  /** Bytes from one row to the next. */
  stride: number;
}

/** How a decoder reads the colours: an ICC profile, or code points (ITU-T H.273). Null for sRGB. */
export type Colours = { icc: Uint8Array } | { primaries: number; transfer: number } | null;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The largest stored block of DEFLATE (RFC 1951, 3.2.4), and the bytes before each. */
const BLOCK_BYTES = 65_535;
const BLOCK_HEAD = 5;
const ADLER_MODULUS = 65_521;
/** Bytes after which the sums of Adler-32 need a remainder to stay within 32 bits. */
const ADLER_RUN = 3800;

/**
 * Returns pixels as a PNG with their colours, so that the browser converts them as those of any photo. It is not compressed: the file is read
 * at once, and only by this page.
 */
export function writePng(pixels: Pixels, colours: Colours): Blob {
  const { width, height, channels } = pixels;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, channels === 4 ? 6 : 2], 8);
  return new Blob(
    [
      new Uint8Array(SIGNATURE),
      chunk("IHDR", header),
      ...colourChunks(colours),
      chunk("IDAT", stored(rowsOf(pixels))),
      chunk("IEND", new Uint8Array(0)),
    ],
    { type: "image/png" },
  );
}

function colourChunks(colours: Colours): Uint8Array<ArrayBuffer>[] {
  if (!colours) return [];
  if ("icc" in colours) {
    // The name, its end, and the method of compression.
    const name = [...new TextEncoder().encode("ICC"), 0, 0];
    return [chunk("iCCP", new Uint8Array([...name, ...stored(colours.icc)]))];
  }
  // Matrix 0 is RGB; the values have the full range.
  return [chunk("cICP", new Uint8Array([colours.primaries, colours.transfer, 0, 1]))];
}

/** Returns the rows one after the other, each after the byte of "no filter". */
function rowsOf({ width, height, channels, data, stride }: Pixels): Uint8Array {
  const length = width * channels;
  const rows = new Uint8Array(height * (length + 1));
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, y * stride + length), y * (length + 1) + 1);
  return rows;
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at++) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(content, 8);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, bytes.length - 4)));
  return bytes;
}

/** Returns bytes as a zlib stream (RFC 1950) of stored blocks. */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK_BYTES));
  const stream = new Uint8Array(2 + blocks * BLOCK_HEAD + bytes.length + 4);
  const view = new DataView(stream.buffer);
  view.setUint16(0, 0x7801);
  let at = 2;
  for (let block = 0; block < blocks; block++) {
    const part = bytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    view.setUint8(at, block === blocks - 1 ? 1 : 0);
    view.setUint16(at + 1, part.length, true);
    view.setUint16(at + 3, part.length ^ 0xffff, true);
    stream.set(part, at + BLOCK_HEAD);
    at += BLOCK_HEAD + part.length;
  }
  view.setUint32(at, adler32(bytes));
  return stream;
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, bytes.length);
    for (let at = start; at < end; at++) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  return ((high << 16) | low) >>> 0;
}
