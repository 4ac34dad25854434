import { useCallback, useEffect, useRef, useState } from "react";
import { getPage } from "~/features/api/json";
import { whenNear } from "~/ui/when-near";
import { useEntryState } from "./entry-state";

export interface Pages<T> {
  items: readonly T[];
  /** Whether more may follow. */
  hasMore: boolean;
  state: "rest" | "loading" | "failed";
  /** Fetches the next page; does nothing while one is under way. */
  more: () => void;
  /** Put at the end of the list: the next page is fetched before it comes into view. */
  sentinel: (element: Element | null) => void;
}

/**
 * A list that goes on as one scrolls, and is as long again when one comes Back to it.
 * @param first the items that are there already
 * @param start the address of the page after them; null when there is none
 */
export function usePages<T extends { id: string }>(first: readonly T[], start: string | null): Pages<T> {
  const [fetched, setFetched] = useEntryState<{ items: T[]; next: string | null }>(`after ${start}`, {
    items: [],
    next: start,
  });
  const [state, setState] = useState<Pages<T>["state"]>("rest");
  const underWay = useRef(false);

  const { next } = fetched;
  const more = useCallback(async () => {
    if (!next || underWay.current) return;
    underWay.current = true;
    setState("loading");
    try {
      const page = await getPage<T>(next);
      setFetched((old) => ({ items: [...old.items, ...page.items], next: page.next }));
      setState("rest");
    } catch {
      setState("failed");
    } finally {
      underWay.current = false;
    }
  }, [next, setFetched]);

  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  }, [more]);

  const sentinel = useCallback(
    (element: Element | null) => {
      // A new page is a new chance: watching starts over, and fires at once if the end is still near. After a failure
      // nothing is tried until the member asks.
      if (!element || !next) return;
      return whenNear(element, 600, () => void latest.current());
    },
    [next],
  );

  const known = new Set(first.map(({ id }) => id));
  return {
    items: [...first, ...fetched.items.filter(({ id }) => !known.has(id))],
    hasMore: next !== null,
    state,
    more: () => void more(),
    sentinel,
  };
}
