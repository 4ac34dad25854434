import { useLayoutEffect, useRef } from "react";

const NEAR_PX = 80;

/**
 * The place in a list that is turned over (`flex-direction: column-reverse`), where `scrollTop` is 0 at the end and less
 * above it. The browser itself stays at the end, and where the reader is when older messages come in above; what is left to do
 * is to stay there when something comes in below, and to open where the unread ones begin.
 */
export function useScroll({
  first,
  waiting,
  onTop,
}: {
  /** The oldest message in the list; "" while there is none. */
  first: string;
  /** How many of the viewer's own are on their way: writing one leads to the end. */
  waiting: number;
  /** The reader nears the beginning. */
  onTop: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const place = useRef({ top: 0, first: "", height: 0, waiting: 0 });
  // After every render: whatever has changed the height is a reason to look.
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const was = place.current;
    const isAtEnd = was.top > -NEAR_PX;
    if (was.first === "" && first !== "") {
      const unread = box.querySelector("[data-first-unread]");
      if (unread) box.scrollTop += unread.getBoundingClientRect().top - box.getBoundingClientRect().top;
    } else if (isAtEnd || waiting > was.waiting) box.scrollTop = 0;
    else if (first === was.first) box.scrollTop = was.top - (box.scrollHeight - was.height);
    place.current = { top: box.scrollTop, first, height: box.scrollHeight, waiting };
  });
  return {
    ref,
    note() {
      const box = ref.current;
      if (!box) return;
      place.current.top = box.scrollTop;
      if (box.scrollHeight - box.clientHeight + box.scrollTop < NEAR_PX) onTop();
    },
  };
}
