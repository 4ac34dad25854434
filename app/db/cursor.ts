import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "~/contract/limits";

/** Which part of a list is wanted: what comes after `cursor`, at most `limit` entries. */
export interface PageRequest {
  cursor: string | null;
  limit: number;
}

/** A part of a list, and the cursor of the next part; null on the last. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** Sorts after every id there is. */
const END = "~";

/**
 * The bound of a list that is read downwards: `id < ${beforeId(page)}` holds for all of it on the first page. Always a value,
 * for SQLite cannot seek an index through `${cursor} IS NULL OR id < ${cursor}`: it would read all pages before this one again.
 */
export function beforeId({ cursor }: PageRequest): string {
  return cursor ?? END;
}

/** The same for a list that is read upwards: `id > ${afterId(page)}`. */
export function afterId({ cursor }: PageRequest): string {
  return cursor ?? "";
}

/** The same as `beforeId` for ids that are row numbers. */
export function beforeRow({ cursor }: PageRequest): number {
  return cursor === null ? Number.MAX_SAFE_INTEGER : rowId(cursor);
}

/** The row number behind an id of messages or notifications; 0, which no row has, for any other text: SQLite would take "7 apples" for 7. */
export function rowId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

/** The first page, at its default size. */
export const firstPage: PageRequest = { cursor: null, limit: PAGE_LIMIT_DEFAULT };

/** Cuts a page from rows that were read one beyond its limit; keyset by `key`. */
export function pageOf<T>(rows: T[], limit: number, key: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? key(last) : null };
}

/** What `?limit=` asks for, within bounds; the default when it is absent or not a number. */
export function pageLimit(asked: string | null | undefined): number {
  const wanted = Number.parseInt(asked ?? "", 10);
  if (!Number.isFinite(wanted)) return PAGE_LIMIT_DEFAULT;
  return Math.min(Math.max(wanted, 1), PAGE_LIMIT_MAX);
}
