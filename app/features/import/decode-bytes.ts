/**
 * Decodes a text of Instagram's export, which has a character for each byte of the UTF-8 form. Returns other texts
 * unchanged.
 */
export function decodeBytes(encoded: string): string {
  const codes = Array.from(encoded, (character) => character.charCodeAt(0));
  if (codes.some((code) => code > 0xff)) return encoded;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(codes));
  } catch {
    return encoded;
  }
}
