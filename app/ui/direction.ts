/** Whether the content of an element runs from right to left. It then scrolls to negative positions. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}

/** Returns by how many pixels an element is scrolled from its left end. */
export function scrolledBy(element: Element): number {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  return isRightToLeft(element) ? scrollWidth - clientWidth + scrollLeft : scrollLeft;
}

/** Returns how far an arrow key leads along the lines of an element's content: 1 on, -1 back, 0 for other keys. */
export function arrowStep(key: string, element: Element): number {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  return step && isRightToLeft(element) ? -step : step;
}
