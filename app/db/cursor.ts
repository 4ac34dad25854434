import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { timeOfId } from "~/contract/ids";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "~/contract/limits";

/** A request for one page of a list: at most `limit` entries after `cursor`. */
export interface PageRequest {
  /** From the client, not checked. Null or empty is the first page. */
  cursor: string | null;
  limit: number;
}

/** A page of a list and the cursor of the next page, null on the last page. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** Sorts after every id. */
const END = "~";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Integers that a JavaScript number represents exactly. */
const ROW_ID = /^\d{1,15}$/;

/** Returns the cursor, null for the first page. @throws AppError `malformed` unless it is an id of this format */
function checked({ cursor }: PageRequest, format: RegExp): string | null {
  if (!cursor) return null;
  if (!format.test(cursor)) throw new AppError("malformed", msg`The cursor is malformed.`);
  return cursor;
}

/**
 * Returns the upper bound of a page in descending order, for `id < ${beforeId(page)}`; on the first page, one above
 * every id. Always a value: with `${cursor} IS NULL OR id < ${cursor}` SQLite reads all earlier pages again.
 * @throws AppError `malformed`
 */
export function beforeId(page: PageRequest): string {
  return checked(page, UUID) ?? END;
}

/** Returns the lower bound of a page in ascending order, for `id > ${afterId(page)}`. @throws AppError `malformed` */
export function afterId(page: PageRequest): string {
  return checked(page, UUID) ?? "";
}

/**
 * Returns the upper bound of a page in descending order of times in milliseconds. The cursor is a UUIDv7 of the time of
 * the last entry (`firstIdOf`).
 * @throws AppError `malformed`
 */
export function beforeTime(page: PageRequest): number {
  const cursor = checked(page, UUID);
  return cursor === null ? Number.MAX_SAFE_INTEGER : timeOfId(cursor);
}

/** Returns what `beforeId` returns, for integer ids. @throws AppError `malformed` */
export function beforeRow(page: PageRequest): number {
  const cursor = checked(page, ROW_ID);
  return cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
}

/** Returns the id of a message or notification; 0, which no row has, for other text: SQLite reads "7 apples" as 7. */
export function rowId(id: string): number {
  return ROW_ID.test(id) ? Number(id) : 0;
}

/** The first page in its default size. */
export const firstPage: PageRequest = { cursor: null, limit: PAGE_LIMIT_DEFAULT };

/** Returns whether a request asks for `firstPage`. */
export const isFirstPage = ({ cursor, limit }: PageRequest) => !cursor && limit === PAGE_LIMIT_DEFAULT;

/** Returns a page from at most `limit + 1` rows; the extra one means a next page. `key` gives the cursor of a row. */
export function pageOf<T>(rows: T[], limit: number, key: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? key(last) : null };
}

/** Returns the page size for a `?limit=` parameter, clamped to the bounds; the default if absent or not a number. */
export function pageLimit(parameter: string | null | undefined): number {
  const parsed = Number.parseInt(parameter ?? "", 10);
  if (!Number.isFinite(parsed)) return PAGE_LIMIT_DEFAULT;
  return Math.min(Math.max(parsed, 1), PAGE_LIMIT_MAX);
}
