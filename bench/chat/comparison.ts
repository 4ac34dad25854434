import type { BenchMember } from "../hub/dataset";
import { baseOf, forwardOf, type Writer } from "./writer";

/** The differences from what the members wrote, in words. */
export const failures: string[] = [];

/** Records a failure unless a condition is met. @param what the text of the failure */
export function check(isTrue: boolean, what: string): void {
  if (!isTrue) failures.push(what);
}

export const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Compares a conversation with what its two members wrote; records a failure when they differ. */
export function compare(
  where: string,
  contents: readonly string[],
  members: readonly BenchMember[],
  count: number,
) {
  let [lost, duplicated, misplaced] = [0, 0, 0];
  for (const { id } of members) {
    const numbers = contents
      .filter((text) => text.startsWith(`${id} `))
      .map((text) => Number.parseInt(text.slice(id.length + 1), 10));
    const known = new Set(numbers);
    lost += count - known.size;
    duplicated += numbers.length - known.size;
    misplaced += numbers.filter((number, at) => at > 0 && number < (numbers[at - 1] ?? 0)).length;
  }
  check(
    lost + duplicated + misplaced === 0,
    `${where}: ${lost} lost, ${duplicated} duplicated, ${misplaced} out of order`,
  );
  return { lost, duplicated, misplaced };
}

/** Compares the replies, reactions, edits and pictures of a conversation with those that its two members made. */
export function compareChanges(
  where: string,
  messages: readonly Changed[],
  writers: readonly Writer[],
): number {
  const byId = new Map(messages.map((one) => [one.id, one]));
  const written = messages.filter(({ isForwarded }) => !isForwarded);
  const byText = new Map(written.map((one) => [baseOf(one.content), one]));
  const forwarded = messages
    .filter(({ isForwarded }) => isForwarded)
    .map(({ content, hasPicture }) => forwardOf(content, hasPicture));
  const wanted = writers.flatMap(({ forwards }) => [...forwards.values()]);
  const isSame = JSON.stringify(forwarded.sort()) === JSON.stringify(wanted.sort());
  check(isSame, `${where}: ${forwarded.length} forwarded messages instead of ${wanted.length}`);
  let missing = isSame ? 0 : Math.abs(wanted.length - forwarded.length) || 1;
  for (const { member, replies, reactions, edits, pictures } of writers) {
    for (const [text, id] of replies) missing += Number(byText.get(text)?.replyTo !== id);
    for (const [id, text] of edits) missing += Number(byId.get(id)?.content !== text);
    for (const text of pictures) missing += Number(!byText.get(text)?.hasPicture);
    for (const [id, emoji] of reactions) missing += Number(byId.get(id)?.reactions[member.id] !== emoji);
  }
  const made = sum(writers.map((one) => one.reactions.size));
  const found = sum(messages.map(({ reactions }) => Object.keys(reactions).length));
  check(missing === 0, `${where}: ${missing} replies, reactions, edits or pictures are missing`);
  check(found === made, `${where}: ${found} reactions instead of ${made}`);
  return missing;
}

/** A message with what its members have changed. */
interface Changed {
  id: string;
  content: string;
  replyTo: string | undefined;
  isForwarded: boolean;
  /** By the member who reacted. */
  reactions: Record<string, string>;
  hasPicture: boolean;
}

/** A row of the query of `runStorm`. */
export interface StoredRow {
  id: number;
  s: string;
  r: string;
  content: string;
  replyTo: number | null;
  forwarded: 1 | null;
  attachmentType: string | null;
  bySender: string | null;
  byReceiver: string | null;
}

/** Returns a stored message as `compareChanges` takes it. */
export function changedOf({
  id,
  s,
  r,
  content,
  replyTo,
  forwarded,
  attachmentType,
  bySender,
  byReceiver,
}: StoredRow): Changed {
  const reactions = [
    [s, bySender],
    [r, byReceiver],
  ].filter(([, emoji]) => emoji !== null);
  return {
    id: String(id),
    content,
    replyTo: replyTo === null ? undefined : String(replyTo),
    isForwarded: forwarded !== null,
    reactions: Object.fromEntries(reactions),
    hasPicture: attachmentType?.startsWith("image/") ?? false,
  };
}
