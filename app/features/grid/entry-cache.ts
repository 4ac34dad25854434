import { useMemo } from "react";
import { useLocation } from "react-router";

/** Values by history entry and name. Written by effects alone, so it stays empty on the server. */
const values = new Map<string, unknown>();

export interface EntryCache<T> {
  read: () => T | undefined;
  write: (value: T) => void;
}

/**
 * Returns a cached value of the current history entry, which restores a screen on Back. Lives as long as
 * the document; write it in effects only.
 * @param name distinguishes the values of one entry; always used with one type
 */
export function useEntryCache<T>(name: string): EntryCache<T> {
  const key = `${useLocation().key} ${name}`;
  return useMemo(
    () => ({
      // A name belongs to one type.
      read: () => values.get(key) as T | undefined,
      write: (value: T) => void values.set(key, value),
    }),
    [key],
  );
}
