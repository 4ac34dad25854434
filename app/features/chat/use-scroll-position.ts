import { useLayoutEffect, useRef } from "react";

/** Distance from either end of the list, in pixels, that counts as being there. */
const NEAR_PX = 80;

/**
 * Keeps the scroll position of a reversed list (`flex-direction: column-reverse`), whose `scrollTop` is 0 at the end and
 * negative above it. The browser stays at the end by itself, and keeps the position when older messages are inserted above.
 * This hook keeps it when messages are added below, and opens the list at the first unread message.
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
  const last = useRef({ top: 0, first: "", height: 0, waiting: 0 });
  // After every render, because any of them may change the height.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const before = last.current;
    // The position of the list itself, because the event of a scroll may follow this render. A list that has become shorter was
    // scrolled by the browser when it was above its new top.
    const highest = box.clientHeight - box.scrollHeight;
    const top = before.top < highest ? before.top : box.scrollTop;
    const isAtEnd = top > -NEAR_PX;
    if (before.first === "" && first !== "") {
      const unread = box.querySelector("[data-first-unread]");
      if (unread) box.scrollTop += unread.getBoundingClientRect().top - box.getBoundingClientRect().top;
    } else if (isAtEnd || waiting > before.waiting) box.scrollTop = 0;
    else if (first === before.first) box.scrollTop = top - (box.scrollHeight - before.height);
    last.current = { top: box.scrollTop, first, height: box.scrollHeight, waiting };
  });
  return {
    ref,
    onScroll() {
      const box = ref.current;
      if (!box) return;
      last.current.top = box.scrollTop;
      if (box.scrollHeight - box.clientHeight + box.scrollTop < NEAR_PX) onTop();
    },
  };
}
