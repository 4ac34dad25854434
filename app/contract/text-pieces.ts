import { textParts } from "./text-links";

/** Most lines that are translated one by one; a text of more is cut by its sentences alone. */
const LINES_MAX = 20;
/** Characters of a piece, unless one sentence is longer: translators cut off what exceeds a thousand tokens. */
const PIECE_MAX = 400;

/**
 * Translates a text piece by piece, because translators lose line breaks and the end of long texts. Lines without
 * words, and links, hashtags and mentions at the beginning and end of a line, stay as they are.
 * @param translate translates one piece; no more than 30 pieces of a caption
 */
export async function translatedByPiece(
  text: string,
  translate: (piece: string) => Promise<string>,
): Promise<string> {
  const lines = text.split(/(\n+)/);
  const parts = lines.length > 2 * LINES_MAX ? [text] : lines;
  const translated = await Promise.all(
    parts.flatMap(piecesOf).map(async ({ before, words, after }) => {
      return before + (words === "" ? "" : (await translate(words)).trim()) + after;
    }),
  );
  return translated.join("");
}

interface Piece {
  /** Stays as it is. */
  before: string;
  words: string;
  after: string;
}

function piecesOf(text: string): Piece[] {
  const parts = textParts(text);
  const hasWords = parts.map((part) => part.kind === "text" && /\p{L}/u.test(part.text));
  const first = hasWords.indexOf(true);
  if (first < 0) return [{ before: text, words: "", after: "" }];
  const last = hasWords.lastIndexOf(true);
  const join = (some: typeof parts) => some.map((part) => part.text).join("");
  const pieces = sentencesOf(join(parts.slice(first, last + 1))).map(inSpaces);
  return [
    { before: join(parts.slice(0, first)), words: "", after: "" },
    ...pieces,
    { before: join(parts.slice(last + 1)), words: "", after: "" },
  ];
}

/** Returns the sentences of a text, joined to pieces of at most `PIECE_MAX` characters. */
function sentencesOf(text: string): string[] {
  if (text.length <= PIECE_MAX) return [text];
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + segment.length <= PIECE_MAX)
      pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function inSpaces(text: string): Piece {
  const words = text.trim();
  const start = text.indexOf(words);
  return { before: text.slice(0, start), words, after: text.slice(start + words.length) };
}
