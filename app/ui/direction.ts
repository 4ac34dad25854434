/** Whether the content of an element runs from right to left. It then scrolls to negative positions. */
export function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === "rtl";
}
