import type { Block, Inline } from "~/contract/markdown";

/**
 * Parses a small part of Markdown for the operator's pages: headings (`#`, and `##` to `######` as the second level),
 * paragraphs, flat lists (`-`, `*`, `1.`), `**bold**`, `*emphasis*`, `[links](https://…)` and `\` before a sign. All
 * else is text, HTML and images included. Takes time in proportion to the text; nothing nests deeper than two levels.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  /** The lines of the paragraph or item that is being read. */
  let lines: string[] = [];
  let items: string[][] | null = null;
  let isOrdered = false;
  const end = () => {
    if (items)
      blocks.push({ kind: "list", isOrdered, items: items.map((item) => inlinesOf(item.join("\n"))) });
    else if (lines.length > 0) blocks.push({ kind: "paragraph", content: inlinesOf(lines.join("\n")) });
    lines = [];
    items = null;
  };
  for (const line of text.split("\n")) {
    const heading = /^(#{1,6}) +(\S.*)$/.exec(line);
    const item = /^ {0,3}([-*]|\d{1,9}[.)]) +(\S.*)$/.exec(line);
    if (heading?.[1] && heading[2]) {
      end();
      blocks.push({ kind: "heading", level: heading[1] === "#" ? 1 : 2, content: inlinesOf(heading[2]) });
    } else if (item?.[1] && item[2]) {
      const isNumber = item[1].length > 1;
      if (!items || isOrdered !== isNumber) end();
      isOrdered = isNumber;
      lines = [item[2]];
      items ??= [];
      items.push(lines);
    } else if (line.trim() === "") end();
    else lines.push(line.trim());
  }
  end();
  return blocks;
}

/**
 * An escaped sign, bold text, emphasis, or a link. No part can contain its own delimiters, so that a text of many
 * openings without an end is read once.
 */
const INLINE = /\\([\\*[\]()#.-])|\*\*(?=\S)([^*]+)\*\*|\*(?=\S)([^*]+)\*|(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** Returns the parts of a line. Bold text and emphasis contain links alone. */
function inlinesOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = "";
  let from = 0;
  const push = (part: Inline) => {
    if (rest) parts.push(rest);
    rest = "";
    parts.push(part);
  };
  for (const match of text.matchAll(INLINE)) {
    const [whole, escaped, strong, em, label, address = ""] = match;
    rest += text.slice(from, match.index);
    from = match.index + whole.length;
    const href = hrefOf(address);
    if (escaped) rest += escaped;
    else if (strong) push({ kind: "strong", content: inlinesOf(strong) });
    else if (em) push({ kind: "em", content: inlinesOf(em) });
    else if (label && href) push({ kind: "link", href, text: label });
    else rest += whole;
  }
  rest += text.slice(from);
  if (rest) parts.push(rest);
  return parts;
}

/** Returns the URL of a link; null unless it is http(s) or mailto, and when credentials in it hide the host. */
function hrefOf(address: string): string | null {
  if (!/^(https?|mailto):/i.test(address) || !URL.canParse(address)) return null;
  const { href, username, password } = new URL(address);
  return username || password ? null : href;
}
