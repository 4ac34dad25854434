import type { Passage } from "./passages";

export interface Finding {
  line: number;
  rule: string;
  text: string;
}

/** Words of a private language, and the terms of the field in their place. */
const terms: [pattern: RegExp, rule: string][] = [
  [/\btold\b/i, "say published, sent or shown, not 'told'"],
  [/\b(?:hears?|heard)\b/i, "say receives or received, not 'heard'"],
  [/\bwish(?:es)?\b/i, "say desired state or request, not 'wish'"],
  [/\ballowances?\b/i, "say quota or rate limit, not 'allowance'"],
  [/\b(?:the|a|their|your|\w+'s) circles?\b/i, "say audience or connections, not 'circle'"],
  [/\bonce more\b/i, "say again, resends or retries, not 'once more'"],
];

const citations: [pattern: RegExp, rule: string][] = [
  [/\b(?:contract|look|speed|house|spec|stack|voice|ai)\.md\b/, "cite docs/product.md"],
  [/\bspec(?:ification)? points?\b/i, "cite docs/product.md"],
  [/\bthe spec(?:ification)?\b/i, "cite docs/product.md"],
  [/\.\.\/shared\b|\/work\//, "name no file outside the repository"],
];

/** An opening that is a noun clause and no question: "What is left", "Who asked", "How long a link works". */
const NOUN_CLAUSE =
  /^(?:what|whatever|who|whoever|whom|whomever|whose|which|whichever|why|how(?! to\b))\b(?!')/i;
/** "Where the reader was" names a thing; "Where storage is off, drafts are lost" is a condition. */
const WHERE = /^where\b[^,]*$/is;

/** Comments wrap at this column. */
const COMMENT_COLUMNS = 120;
/** A line of a comment that has no code before it. */
const COMMENT_LINE = /^\s*(?:\/\/|\/?\*)/;

/** Returns the comment lines of a source file that are too long. */
export function longComments(source: string): Finding[] {
  return source
    .split("\n")
    .map((text, index) => ({
      line: index + 1,
      rule: `shorten to ${COMMENT_COLUMNS} columns`,
      text: text.trim(),
      length: text.length,
    }))
    .filter(({ text, length }) => length > COMMENT_COLUMNS && COMMENT_LINE.test(text));
}

/** Checks a passage: the opening of each sentence, the terms, the citations. */
export function findingsIn({ kind, line, text }: Passage): Finding[] {
  const findings: Finding[] = [];
  for (const { start, words } of sentences(text)) {
    // A tag's verb stands before its text: "@returns what is left".
    if (kind === "tag" && start === 0) continue;
    if (!opensWithNounClause(words, start > 0)) continue;
    findings.push({
      line: line + newlinesBefore(text, start),
      rule: "name the subject: no noun clause first",
      text: words,
    });
  }
  for (const [pattern, rule] of [...terms, ...citations]) {
    const match = pattern.exec(text);
    if (match) findings.push({ line: line + newlinesBefore(text, match.index), rule, text: match[0] });
  }
  return findings;
}

function opensWithNounClause(sentence: string, mustBeCapital: boolean): boolean {
  if (/\?["')]*$/.test(sentence)) return false;
  if (mustBeCapital && !/^[A-Z]/.test(sentence)) return false;
  return NOUN_CLAUSE.test(sentence) || WHERE.test(sentence);
}

/** The sentences of a text, each with the index it starts at. */
export function sentences(text: string): { start: number; words: string }[] {
  const ends = [...text.matchAll(/(?<!\b(?:e\.g|i\.e|etc))[.!?]["')]*\s+(?=[*_["'(]*[A-Z])/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length)];
  return starts.map((start, at) => ({ start, words: text.slice(start, starts[at + 1]).trim() }));
}

function newlinesBefore(text: string, index: number): number {
  return text.slice(0, index).split("\n").length - 1;
}
