import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import type { PageRequest } from "~/db/cursor";

/** The id and the time in milliseconds of a message; zeros for none. */
interface Shown {
  id: number;
  time: number;
}

/** A parsed cursor, the beginning of a page of the list of chats: among those with messages, or in the rest. */
export type ChatCursor =
  /** Conversations of the main database with a last message below `before`; of others, after the last one shown. */
  | { isRest: false; before: number; elsewhere: Shown }
  /** Connections without messages: accounts after `start`, and after the member shown last; both can be empty. */
  | { isRest: true; start: string; shown: string };

const NEWEST = /^m\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/;
const REST = /^n\.([^.]{0,64})\.([^.]{0,64})$/;

/** Returns the parsed cursor of a page, that of the first one without any. @throws AppError `malformed` */
export function parseCursor({ cursor }: PageRequest): ChatCursor {
  if (!cursor) return { isRest: false, before: Number.MAX_SAFE_INTEGER, elsewhere: { id: 0, time: 0 } };
  const [, before, id, time] = NEWEST.exec(cursor) ?? [];
  if (before)
    return { isRest: false, before: Number(before), elsewhere: { id: Number(id), time: Number(time) } };
  const [, start, shown] = REST.exec(cursor) ?? [];
  if (start === undefined || shown === undefined)
    throw new AppError("malformed", msg`The cursor is malformed.`);
  return { isRest: true, start, shown };
}

/** Returns a cursor as a text. */
export const formatCursor = (cursor: ChatCursor): string =>
  cursor.isRest
    ? `n.${cursor.start}.${cursor.shown}`
    : `m.${Math.min(cursor.before, MOST)}.${cursor.elsewhere.id}.${cursor.elsewhere.time}`;

/** The greatest number of fifteen digits, above every id. */
const MOST = 10 ** 15 - 1;
