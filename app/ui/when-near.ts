/**
 * Calls `reached` when an element comes within `margin` pixels of the window: at once if it is there already.
 * @returns what ends the watch
 */
export function whenNear(element: Element, margin: number, reached: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // A busy page hears of several changes in one call; only the last says how it is now.
      if (entries.at(-1)?.isIntersecting) reached();
    },
    { rootMargin: `${margin}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
