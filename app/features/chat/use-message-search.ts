import { useEffect, useRef, useState } from "react";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "~/contract/limits";
import type { Page } from "~/features/api/client";

/** The hits of a search so far. */
interface Found<T> {
  query: string;
  items: readonly T[];
  /** The cursor of the next page; null after the last, and before the first. */
  next: string | null;
  phase: "loading" | "ready" | "failed";
}

export interface MessageSearch<T> extends Omit<Found<T>, "query" | "next"> {
  hasMore: boolean;
  /** Fetches until there is another hit or no page; after a failure, the page that failed. */
  loadMore: () => void;
}

/** Fetches a page. Must be the same function on every render. */
type Load<T> = (query: string, cursor: string | null, signal: AbortSignal) => Promise<Page<T>>;

/**
 * Returns the results of a query of at least two characters, after a debounce of 200 ms. Each page reads a bounded
 * number of messages and can be empty: fetches until there is a hit. Drops replies to earlier queries.
 * @returns null for a shorter query
 */
export function useMessageSearch<T>(typed: string, load: Load<T>): MessageSearch<T> | null {
  const query = typed.trim();
  const isLongEnough = query.length >= SEARCH_MIN;
  const [found, setFound] = useState<Found<T>>(nothing(""));
  const running = useRef<AbortController>(null);

  useEffect(() => {
    if (!isLongEnough) return;
    const timer = setTimeout(() => {
      running.current = new AbortController();
      void run(nothing<T>(query), load, running.current.signal, setFound);
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  }, [query, isLongEnough, load]);

  if (!isLongEnough) return null;
  const { items, next, phase } = found.query === query ? found : nothing<T>(query);
  return {
    items,
    phase,
    hasMore: next !== null,
    loadMore: () => {
      const signal = running.current?.signal;
      if (signal && phase !== "loading") void run({ ...found, phase: "loading" }, load, signal, setFound);
    },
  };
}

const nothing = <T>(query: string): Found<T> => ({ query, items: [], next: null, phase: "loading" });

/** Fetches pages after `before` until there is another item. */
async function run<T>(
  before: Found<T>,
  load: Load<T>,
  signal: AbortSignal,
  show: (found: Found<T>) => void,
): Promise<void> {
  let { next } = before;
  show(before);
  try {
    let items: readonly T[] = [];
    do {
      const page = await load(before.query, next, signal);
      items = page.items;
      next = page.next;
    } while (items.length === 0 && next !== null);
    if (!signal.aborted) show({ ...before, items: [...before.items, ...items], next, phase: "ready" });
  } catch {
    if (!signal.aborted) show({ ...before, next, phase: "failed" });
  }
}
