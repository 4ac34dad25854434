import { useMemo } from "react";
import { useLocation } from "react-router";

/** Values by history entry and name, the latest written last. Written only by effects, so empty on the server. */
const values = new Map<string, unknown>();
/** More values than Back passes through. An entry without one fetches its first page. */
const VALUES_MAX = 40;

/** Stores a value as the last one of at most `max`. */
export function storeLast<T>(values: Map<string, T>, key: string, value: T, max: number): void {
  values.delete(key);
  values.set(key, value);
  const [first] = values.keys();
  if (values.size > max && first !== undefined) values.delete(first);
}

export interface EntryCache<T> {
  read: () => T | undefined;
  write: (value: T) => void;
}

/**
 * Returns a cached value of the current history entry, which restores a screen on Back. Lives as long as
 * the document, while no 40 newer ones are stored; write it in effects only.
 * @param name distinguishes the values of one entry; always used with one type
 */
export function useEntryCache<T>(name: string): EntryCache<T> {
  const key = `${useLocation().key} ${name}`;
  return useMemo(
    () => ({
      // A name belongs to one type.
      read: () => values.get(key) as T | undefined,
      write: (value: T) => storeLast(values, key, value, VALUES_MAX),
    }),
    [key],
  );
}
