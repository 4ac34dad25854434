/**
 * Decodes a text of Instagram's export, which has a character for each byte of the text's UTF-8 form. A text that is no such form is
 * returned unchanged.
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
