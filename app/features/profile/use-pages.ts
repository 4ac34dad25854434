import { useCallback, useEffect, useRef, useState } from "react";
import { getPage } from "~/features/api/json";
import { whenNear } from "~/ui/when-near";
import { useEntryState } from "./entry-state";

/** A list as far as it is loaded. */
export interface Loaded<T> {
  items: readonly T[];
  /** The address of the page after these; null when there is none. */
  next: string | null;
}

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

export interface Paged<T> {
  /** Tells the list from others of the same history entry. */
  name: string;
  /** The first page; when it comes anew, what was loaded after it stays. */
  first: Loaded<T>;
  load?: (address: string) => Promise<Loaded<T>>;
}

/** A list that goes on as one scrolls, and is as long again when one comes Back to it. */
export function usePages<T extends { id: string }>({ name, first, load = getPage }: Paged<T>): Pages<T> {
  const [loaded, setLoaded] = useEntryState(`pages of ${name}`, first);
  const [state, setState] = useState<Pages<T>["state"]>("rest");
  const underWay = useRef(false);

  const { items, next } = withFirst(loaded, first);
  const more = async () => {
    if (!next || underWay.current) return;
    underWay.current = true;
    setState("loading");
    try {
      const page = await load(next);
      setLoaded({ items: [...items, ...unlisted(page.items, items)], next: page.next });
      setState("rest");
    } catch {
      setState("failed");
    } finally {
      underWay.current = false;
    }
  };

  const latest = useRef(more);
  useEffect(() => {
    latest.current = more;
  });

  const sentinel = useCallback(
    (element: Element | null) => {
      // A new page is a new chance: watching starts over, and fires at once if the end is still near. After a failure
      // nothing is tried until the member asks.
      if (!element || !next) return;
      return whenNear(element, 600, () => void latest.current());
    },
    [next],
  );

  return { items, hasMore: next !== null, state, more: () => void more(), sentinel };
}

/** A list with its first page as it is now; anew, when the page does not reach down to what is loaded. */
export function withFirst<T extends { id: string }>(loaded: Loaded<T>, first: Loaded<T>): Loaded<T> {
  const last = first.items.at(-1)?.id;
  const end = loaded.items.findIndex(({ id }) => id === last);
  if (!first.next || end < 0) return first;
  const after = loaded.items.slice(end + 1);
  return { items: [...first.items, ...unlisted(after, first.items)], next: loaded.next };
}

function unlisted<T extends { id: string }>(items: readonly T[], list: readonly T[]): T[] {
  const known = new Set(list.map(({ id }) => id));
  return items.filter(({ id }) => !known.has(id));
}
