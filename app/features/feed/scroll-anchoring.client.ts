/** The top bar's height and a margin, in pixels. */
const BELOW_BAR = 80;
/** Cards above the view whose heights can change in one frame. */
const CARDS_ABOVE = 6;

interface Anchor {
  card: Element;
  /** The card's distance from the top of the document, in pixels. */
  top: number;
  /** Cards above that are not laid out. */
  skipped: Element[];
}

/**
 * Keeps the view in place while cards above it get their real heights: an engine without scroll anchoring (WebKit)
 * would move it, and lose the position restored on Back or a reload. Other changes above the view, such as an opened
 * caption, still move it. Returns a function that stops it.
 */
export function keepAnchor(list: HTMLElement): () => void {
  let anchor = anchorIn(list);
  const keep = () => {
    if (anchor?.card.isConnected) {
      // First, because it brings the layout up to date.
      const moved = anchor.card.getBoundingClientRect().top + window.scrollY - anchor.top;
      if (Math.abs(moved) > 0.5 && anchor.skipped.some(isLaidOut))
        window.scrollBy({ top: moved, behavior: "instant" });
    }
    anchor = anchorIn(list);
  };
  const observer = new ResizeObserver(keep);
  observer.observe(list);
  // A scroll event can come between the change of a height and its observation.
  addEventListener("scroll", keep, { passive: true });
  return () => {
    observer.disconnect();
    removeEventListener("scroll", keep);
  };
}

/** Returns the first card that begins below the top bar; the one above may get another height. */
function anchorIn(list: HTMLElement): Anchor | null {
  const cards = [...list.querySelectorAll("[data-post]")];
  const index = cards.findIndex((card) => card.getBoundingClientRect().top >= BELOW_BAR);
  const card = cards[index];
  if (!card) return null;
  const above = cards.slice(Math.max(0, index - CARDS_ABOVE), index);
  return {
    card,
    top: card.getBoundingClientRect().top + window.scrollY,
    skipped: above.filter((one) => !isLaidOut(one)),
  };
}

/** Whether a card has its real height: the content of one that the browser skips is not visible. */
function isLaidOut(card: Element): boolean {
  return card.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) ?? true;
}
