import type { Locator, Page } from "@playwright/test";
import { expect } from "./test";

/** Measurements on a phone that several tests share. */

export const LANDSCAPE = { width: 844, height: 390 };

/** Expects the element to be fully inside the window above `height` px, with nothing over its centre. */
export async function expectReachable(target: Locator, height: number): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element, limit) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isWhole = top >= 0 && left >= 0 && right <= window.innerWidth && bottom <= limit;
        return isWhole && element.contains(topmost);
      }, height),
    )
    .toBe(true);
}

/**
 * Returns the controls whose touch target is smaller than 44 px, measured through the centre in both directions. Skips
 * links inside running text, which are as high as their line (WCAG 2.5.8, "Inline").
 */
function smallTargets(part: string): string[] {
  const controls =
    "a[href], button, input:not([type=hidden]), textarea, select, summary, [role=menuitem], [role=option], [role=tab]";
  const isInText = (element: Element) =>
    getComputedStyle(element).display === "inline" &&
    // A chat message may consist of a link only.
    (element.closest("[role=log] p") !== null ||
      (element.closest("p") ?? element.closest("li, label, dd, td"))?.textContent !== element.textContent);
  const isShown = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    // A file input is visually hidden; its label or a button is the target.
    const isVisuallyHidden = width < 2 || height < 2;
    return !isVisuallyHidden && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const reach = (isOwn: (x: number, y: number) => boolean, x: number, y: number, dx: number, dy: number) => {
    let steps = 0;
    while (steps < 44 && isOwn(x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
    return steps;
  };
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLInputElement>(controls)) {
    if (!element.closest(part) || !isShown(element) || element.disabled || isInText(element)) continue;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const label = element.closest("label");
    const { left, top, width, height } = (label ?? element).getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const isOwn = (atX: number, atY: number) =>
      (label ?? element).contains(document.elementFromPoint(atX, atY));
    const targetWidth = reach(isOwn, x, y, -1, 0) + reach(isOwn, x, y, 1, 0) + 1;
    const targetHeight = reach(isOwn, x, y, 0, -1) + reach(isOwn, x, y, 0, 1) + 1;
    // Allows one pixel for rounding.
    if (targetWidth >= 43 && targetHeight >= 43) continue;
    const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
    found.push(
      `${element.tagName} "${name.trim().slice(0, 40)}" takes ${targetWidth} × ${targetHeight}: ${element.outerHTML.slice(0, 90)}`,
    );
  }
  return found;
}

/** @param part selector of the open menu or dialog; the page behind it is inert */
export async function expectTouchTargets(page: Page, name: string, part = "body"): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
  expect.soft(await page.evaluate(smallTargets, part), name).toEqual([]);
}

/** Expects that the fields of a page have a font of at least 16 px: a phone's browser zooms to a smaller one. */
export async function expectLargeFields(page: Page, name: string): Promise<void> {
  const small = await page
    .locator("input:not([type=hidden], [type=file], [type=range], [type=radio], [type=checkbox]), textarea")
    .evaluateAll((fields) =>
      fields
        .filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16)
        .map((one) => one.outerHTML),
    );
  expect(small, name).toEqual([]);
}

/** Turns the phone, and expects that the page fits the width and its main button is reachable. */
export async function expectFitsLandscape(page: Page, name: string, main: Locator): Promise<void> {
  await page.setViewportSize(LANDSCAPE);
  await expect(main, name).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(LANDSCAPE.width);
  // A conversation fits the window; other pages scroll to their button.
  if (!name.startsWith("/chat")) await main.scrollIntoViewIfNeeded();
  await expectReachable(main, LANDSCAPE.height);
  const bars = await page
    .locator(".top-bar:visible, .bottom-bar:visible")
    .evaluateAll((all) => all.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0));
  expect(bars, `the bars of ${name}`).toBeLessThanOrEqual(LANDSCAPE.height / 5);
}
