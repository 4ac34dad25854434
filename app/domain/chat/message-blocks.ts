import { joined, wordsIn } from "../search/words";

/** A block has at least as many messages, unless their words are long. */
export const BLOCK_MESSAGES = 32;
/** A block has at most as many bytes of words, unless one message has more: a search reads whole blocks. */
export const BLOCK_BYTES = 16_000;

/** Consecutive messages of a conversation. */
export interface Series {
  conversation: number;
  /** The id of its end. That message may have been deleted. */
  last: number;
  /** Oldest first. */
  messages: { id: number; content: string }[];
}

/** The id of a block's last message, and the words of the block. */
export type Block = [last: number, words: string];

/** The blocks of a series, with the end of the series and the number of its messages. */
export type BlockSeries = [conversation: number, last: number, count: number, blocks: Block[]];

const encoder = new TextEncoder();

/** A block that is being made. */
interface Part {
  end: number;
  count: number;
  bytes: number;
  words: Set<string>;
}

/**
 * Divides a series into blocks of 32 to 63 messages, fewer of long ones.
 * @param hasEnd whether a block ends where the series ends; otherwise messages too few for a block are left out
 */
export function blocksOf({ conversation, last, messages }: Series, hasEnd: boolean): BlockSeries {
  const parts: Part[] = [];
  for (const { id, content } of messages) {
    const words = wordsIn(content);
    const one = { end: id, count: 1, bytes: encoder.encode(joined(words)).length, words: new Set(words) };
    const part = parts.at(-1);
    if (part && part.count < BLOCK_MESSAGES && fits(part, one)) add(part, one);
    else parts.push(one);
  }
  const rest = parts.pop() ?? { end: last, count: 0, bytes: 0, words: new Set() };
  const before = parts.at(-1);
  const isWhole = rest.count >= BLOCK_MESSAGES || rest.bytes >= BLOCK_BYTES;
  if (!isWhole && before && fits(before, rest)) add(before, rest);
  else if (isWhole || hasEnd) parts.push(rest);
  const end = parts.at(-1);
  if (hasEnd && end) end.end = last;
  const blocks = parts.map((part): Block => [part.end, joined([...part.words])]);
  return [conversation, last, messages.length, blocks];
}

const fits = (part: Part, other: Part) => part.bytes + other.bytes <= BLOCK_BYTES;

function add(part: Part, other: Part): void {
  part.end = other.end;
  part.count += other.count;
  part.bytes += other.bytes;
  for (const word of other.words) part.words.add(word);
}
