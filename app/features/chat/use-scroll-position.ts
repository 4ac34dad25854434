import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** Distance from either end of the list, in pixels, that counts as being there. */
const NEAR_PX = 80;

/** The position of the list when it was last at rest. */
interface Position {
  /** `scrollTop`. */
  top: number;
  first: string;
  waiting: number;
  /** The first message in view, and the distance of its top from that of the list. */
  anchor: Element | null;
  anchorAt: number;
}

/**
 * Keeps the scroll position of a reversed list (`flex-direction: column-reverse`), whose `scrollTop` is 0 at the
 * end and negative above it. The browser itself stays at the end, and keeps the position when older messages are
 * inserted above. This hook keeps it when anything below the first message in view is added, removed or resized,
 * and opens the list at the first unread message.
 */
export function useScrollPosition({
  first,
  waiting,
  onTop,
}: {
  /** Id of the oldest message in the list; "" while there is none. */
  first: string;
  /** Number of messages in the outbox. A new one scrolls to the end. */
  waiting: number;
  /** Called near the top of the list. */
  onTop: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const unread = useRef<HTMLLIElement>(null);
  const last = useRef<Position>({ top: 0, first: "", waiting: 0, anchor: null, anchorAt: 0 });
  const [isAtEnd, setAtEnd] = useState(true);
  const rest = useCallback((box: Element) => {
    Object.assign(last.current, positionOf(box));
    setAtEnd(isNearEnd(box.scrollTop));
  }, []);
  // After every render, because any of them may change the height.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const before = last.current;
    if (before.first === "" && first !== "") {
      if (unread.current) box.scrollTop += distance(box, unread.current);
    } else if (waiting > before.waiting) box.scrollTop = 0;
    else keep(box, before);
    Object.assign(last.current, { first, waiting });
    rest(box);
  });
  // Previews and images change the height without a render of the list.
  useLayoutEffect(() => {
    const box = ref.current;
    const content = box?.firstElementChild;
    if (!box || !content) return;
    const observer = new ResizeObserver(() => {
      keep(box, last.current);
      rest(box);
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [rest]);
  return {
    ref,
    /** Of the line above the first unread message. */
    unread,
    /** Whether the end of the list is in view. */
    isAtEnd,
    /** Leads to the end of the list. */
    toEnd: () => ref.current?.scrollTo({ top: 0 }),
    onScroll() {
      const box = ref.current;
      if (!box) return;
      rest(box);
      if (box.scrollHeight - box.clientHeight + box.scrollTop < NEAR_PX) onTop();
    },
  };
}

const isNearEnd = (scrollTop: number): boolean => scrollTop > -NEAR_PX;

/** Scrolls the list after a change: to its end if it was there, else so that the anchor is where it was. */
function keep(box: Element, before: Position): void {
  // Reads the position from the list, because the scroll event may follow this change. If the list shrank and the
  // position was above its new top, the browser has scrolled it.
  const isCut = before.top < box.clientHeight - box.scrollHeight;
  const top = isCut ? before.top : box.scrollTop;
  if (isNearEnd(top)) box.scrollTop = 0;
  else if (before.anchor?.isConnected)
    box.scrollTop += distance(box, before.anchor) - before.anchorAt + (top - before.top);
}

function positionOf(box: Element): Pick<Position, "top" | "anchor" | "anchorAt"> {
  const anchor = firstInView(box);
  return { top: box.scrollTop, anchor, anchorAt: anchor ? distance(box, anchor) : 0 };
}

/** Returns the first message whose end is in view, by a binary search. */
function firstInView(box: Element): Element | null {
  const rows = box.querySelectorAll("li[id]");
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const row = rows[middle];
    if (row && row.getBoundingClientRect().bottom <= box.getBoundingClientRect().top) from = middle + 1;
    else to = middle;
  }
  return rows[from] ?? null;
}

/** Returns the distance of an element's top from that of the list. */
const distance = (box: Element, element: Element): number =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top;
