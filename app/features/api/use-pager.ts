import { startTransition, useEffect, useRef, useState } from "react";
import type { Page } from "./client";
import type { Pager, PagerState } from "./pager";

/**
 * Returns a pager's state and re-renders when it changes. An appended page renders in a transition, between frames:
 * twenty cards take longer than one frame on a slow phone.
 */
export function usePager<T>({ $list }: Pager<T>): PagerState<T> {
  const [list, setList] = useState($list.get());
  useEffect(
    () =>
      $list.subscribe((next, previous) => {
        const isAppended = previous?.phase === "loading" && next.phase === "idle";
        if (isAppended) startTransition(() => setList(next));
        else setList(next);
      }),
    [$list],
  );
  return list;
}

/** Refreshes a pager when `first`, its first page, has been refetched since mount. */
export function useFirstPage<T>(pager: Pager<T>, first: Page<T>): void {
  const latest = useRef(first);
  useEffect(() => {
    if (latest.current === first) return;
    latest.current = first;
    pager.refresh(first);
  }, [pager, first]);
}
