import { expect } from "@playwright/test";
import type { Tab } from "./tab";

export const PHONE = { width: 390, height: 844 };

/**
 * Returns the elements beyond the side of the window, also where they are cut off, except in scrolling areas and
 * drawings. Runs in the page.
 */
function beyondWindow(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const elements = [...document.querySelectorAll("main *:not(svg *)")].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (right > clientWidth + 1 || left < -1) && !scrolls(element.parentElement);
  });
  const found = elements.map(({ outerHTML }) => outerHTML.slice(0, 120));
  return scrollWidth > clientWidth ? ["the page", ...found] : found;
}

/** Expects that nothing reaches beyond the side of the window. */
export async function expectFits(tab: Tab): Promise<void> {
  expect(await tab.evaluate(beyondWindow), "beyond the window").toEqual([]);
}
