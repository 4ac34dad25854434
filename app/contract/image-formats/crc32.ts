/** The remainders of each byte (PNG third edition, annex D). */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Returns the CRC-32 of bytes, as a PNG chunk has it. Runs in browsers, which have no `node:zlib`. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  // An index is faster than an iterator: the pixels of a photo are 40 MB.
  for (let at = 0; at < bytes.length; at++)
    value = (remainders[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
