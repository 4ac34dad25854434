import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "~/contract/limits";

/** A request for one page of a list: at most `limit` entries after `cursor`. */
export interface PageRequest {
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

/**
 * Returns the upper bound of a page in descending order, for `id < ${beforeId(page)}`; on the first page every id is below it.
 * Always a value: with `${cursor} IS NULL OR id < ${cursor}` SQLite cannot seek the index and reads all earlier pages again.
 */
export function beforeId({ cursor }: PageRequest): string {
  return cursor ?? END;
}

/** Returns the lower bound of a page in ascending order, for `id > ${afterId(page)}`. */
export function afterId({ cursor }: PageRequest): string {
  return cursor ?? "";
}

/** Returns what `beforeId` returns, for integer ids. */
export function beforeRow({ cursor }: PageRequest): number {
  return cursor === null ? Number.MAX_SAFE_INTEGER : rowId(cursor);
}

/**
 * Returns the integer id of a message or notification. Any other text gives 0, an id that no row has: SQLite itself would
 * read "7 apples" as 7.
 */
export function rowId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : 0;
}

/** The first page in its default size. */
export const firstPage: PageRequest = { cursor: null, limit: PAGE_LIMIT_DEFAULT };

/** Returns a page from at most `limit + 1` rows; the extra row shows that there is a next page. `key` gives the cursor of a row. */
export function pageOf<T>(rows: T[], limit: number, key: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? key(last) : null };
}

/** Returns the page size for a `?limit=` parameter, clamped to the bounds; the default if it is absent or not a number. */
export function pageLimit(parameter: string | null | undefined): number {
  const parsed = Number.parseInt(parameter ?? "", 10);
  if (!Number.isFinite(parsed)) return PAGE_LIMIT_DEFAULT;
  return Math.min(Math.max(parsed, 1), PAGE_LIMIT_MAX);
}
