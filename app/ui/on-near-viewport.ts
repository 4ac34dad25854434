/**
 * Calls `callback` whenever an element comes within `margin` pixels of the viewport, at once if it is there already.
 * Returns a function that stops observing.
 */
export function onNearViewport(element: Element, margin: number, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      // A busy page delivers several changes in one call; the last is the current state.
      if (entries.at(-1)?.isIntersecting) callback();
    },
    { rootMargin: `${margin}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
