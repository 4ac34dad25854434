/** The names of HTML's entities for the characters 160 to 255, in order. Pixelfed's PHP escapes all of them. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Other entities of captions: a name, a space and the character of each. */
const OTHERS =
  "amp & lt < gt > quot \" apos ' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › hellip … bull • prime ′ Prime ″ euro € trade ™ OElig Œ oelig œ Scaron Š scaron š larr ← uarr ↑ rarr → darr ↓ harr ↔ hearts ♥ minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥";

const named = new Map<string, string>([
  ...LATIN.split(" ").map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
  ...Array.from(OTHERS.matchAll(/(\w+) (\S)/g), ([, name = "", character = ""]): [string, string] => [
    name,
    character,
  ]),
  // A caption wraps at its spaces.
  ["nbsp", " "],
]);

/** Returns an HTML caption as text, never markup: breaks and paragraphs become lines, other tags are removed. */
export function textOfHtml(html: string): string {
  const text = html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/p>\s*(?=<p[\s>])/gi, "\n\n")
    .replace(/<[^<>]*>/g, "");
  return decodeEntities(text).trim();
}

/** Replaces HTML's entities by their characters, once. Unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, decode);

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return named.get(name) ?? named.get(name.toLowerCase()) ?? entity;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? "", 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
