import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** By history entry and name. Written by effects, and so only in the browser; a new document starts without any. */
const kept = new Map<string, unknown>();

/**
 * State that is there again when its history entry is come back to.
 * @param name tells it from the entry's other states; what it holds is always of one type
 */
export function useEntryState<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const key = `${useLocation().key} ${name}`;
  // Under this name only this hook has written.
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  useEffect(() => void kept.set(key, value), [key, value]);
  return [value, setValue];
}
