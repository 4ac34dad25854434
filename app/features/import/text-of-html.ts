const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns the text of an HTML caption: breaks and paragraphs are lines, other tags are left out. The result is text, never markup. */
export function textOf(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/p>\s*(?=<p[\s>])/gi, "\n\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, decode)
    .trim();
}

function decode(entity: string, decimal?: string, hex?: string, name = ""): string {
  if (name) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? "", 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
