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

/** The way in which a decoder reads the colours: an ICC profile, or code points (ITU-T H.273). Null for sRGB. */
export type Colours = { icc: Uint8Array } | { primaries: number; transfer: number } | null;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The largest stored block of DEFLATE (RFC 1951, 3.2.4), and the bytes before each. */
const BLOCK_BYTES = 65_535;
const BLOCK_HEAD = 5;
/** Bytes of a zlib stream (RFC 1950) before and behind its blocks. */
const ZLIB_HEAD = 2;
const ZLIB_TAIL = 4;
/** Bytes of a chunk before and behind its content. */
const CHUNK_HEAD = 8;
const CHUNK_TAIL = 4;
const ADLER_MODULUS = 65_521;
/** Bytes after which the sums of Adler-32 need a remainder to stay within 32 bits. */
const ADLER_RUN = 3800;

/**
 * Returns pixels as a PNG with their colours, so that the browser converts them as those of any photo. It is not
 * compressed: only this page reads the file, at once. A photo's pixels are copied once.
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
      compressedChunk("IDAT", [], rowsOf(pixels)),
      chunk("IEND", new Uint8Array(0)),
    ],
    { type: "image/png" },
  );
}

function colourChunks(colours: Colours): Uint8Array<ArrayBuffer>[] {
  if (!colours) return [];
  // Its name, the end of that, and the method of compression.
  if ("icc" in colours)
    return [compressedChunk("iCCP", [...new TextEncoder().encode("ICC"), 0, 0], [colours.icc])];
  // Matrix 0 is RGB; the values have the full range.
  return [chunk("cICP", new Uint8Array([colours.primaries, colours.transfer, 0, 1]))];
}

/** Returns the rows, each behind the byte of "no filter". */
function rowsOf({ width, height, channels, data, stride }: Pixels): Uint8Array[] {
  const length = width * channels;
  const noFilter = new Uint8Array(1);
  return Array.from({ length: height }, (_, y) => [
    noFilter,
    data.subarray(y * stride, y * stride + length),
  ]).flat();
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(CHUNK_HEAD + content.length + CHUNK_TAIL);
  bytes.set(content, CHUNK_HEAD);
  return finished(name, bytes);
}

/** Writes the head and the checksum of a chunk around its content. */
function finished(name: string, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  const end = bytes.length - CHUNK_TAIL;
  view.setUint32(0, end - CHUNK_HEAD);
  for (let at = 0; at < 4; at++) bytes[4 + at] = name.charCodeAt(at);
  view.setUint32(end, crc32(bytes.subarray(4, end)));
  return bytes;
}

/** Returns a chunk of some bytes and a zlib stream of stored blocks. */
function compressedChunk(
  name: string,
  head: number[],
  parts: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const blocks = Math.ceil(length / BLOCK_BYTES);
  const start = CHUNK_HEAD + head.length;
  const streamBytes = ZLIB_HEAD + blocks * BLOCK_HEAD + length + ZLIB_TAIL;
  const bytes = new Uint8Array(start + streamBytes + CHUNK_TAIL);
  bytes.set(head, CHUNK_HEAD);
  writeStream(bytes.subarray(start, start + streamBytes), parts, length);
  return finished(name, bytes);
}

function writeStream(stream: Uint8Array, parts: readonly Uint8Array[], length: number): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  view.setUint16(0, 0x7801);
  const sums = { low: 1, high: 0 };
  let at = ZLIB_HEAD;
  let [left, inBlock] = [length, 0];
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      if (inBlock === 0) {
        inBlock = Math.min(left, BLOCK_BYTES);
        left -= inBlock;
        view.setUint8(at, left === 0 ? 1 : 0);
        view.setUint16(at + 1, inBlock, true);
        view.setUint16(at + 3, inBlock ^ 0xffff, true);
        at += BLOCK_HEAD;
      }
      const piece = part.subarray(from, from + inBlock);
      stream.set(piece, at);
      addTo(sums, piece);
      at += piece.length;
      from += piece.length;
      inBlock -= piece.length;
    }
  }
  view.setUint32(at, ((sums.high << 16) | sums.low) >>> 0);
}

/** Adds bytes to the two sums of Adler-32 (RFC 1950). */
function addTo(sums: { low: number; high: number }, bytes: Uint8Array): void {
  let { low, high } = sums;
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, bytes.length);
    for (let at = start; at < end; at++) {
      low += bytes[at] ?? 0;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  sums.low = low;
  sums.high = high;
}
