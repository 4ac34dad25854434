/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of time, then 74 random bits. It sorts by the millisecond it was made in
 * and cannot be guessed.
 * @param at milliseconds since 1970; the demo data sets it to spread its rows over the past
 */
export function newId(
  at: number = Date.now(),
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => {
    crypto.getRandomValues(bytes);
    return bytes;
  },
): string {
  const bytes = random(new Uint8Array(16));
  const time = BigInt(at);
  for (let i = 0; i < 6; i++) bytes[i] = Number((time >> BigInt(8 * (5 - i))) & 0xffn);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Returns the lowest UUIDv7 of a millisecond: after every id made earlier, not after any id made at that time.
 * @param at milliseconds since 1970
 */
export function firstIdOf(at: number): string {
  return newId(at, (bytes) => bytes.fill(0));
}

/** Returns the time at which a UUIDv7 was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
