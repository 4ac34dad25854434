import type { Page } from "@playwright/test";
import { expect } from "./test";

/**
 * Does what a browser's translation does, as far as React notices: replaces each text node by an element, at once and
 * whenever one is added, until the next document. The words stay, so that locators find them.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  await page.evaluate(translateDocument);
  await expect(page.locator("font").first()).toBeAttached();
}

/** Returns whether the page is hydrated: React adds properties to its elements. Runs in the page. */
export function isHydrated(): boolean {
  return [...document.querySelectorAll("body a, body button, body input:not([type=hidden])")].every(
    (element) => Object.keys(element).length > 0,
  );
}

/** Runs in the page. */
export function translateDocument(): void {
  const font = () => {
    const element = document.createElement("font");
    element.style.verticalAlign = "inherit";
    return element;
  };
  const replace = (text: Text) => {
    const isSkipped =
      text.data.trim() === "" ||
      !text.parentElement ||
      text.parentElement.closest("[translate=no], font, textarea, title, option, script, style, noscript");
    if (isSkipped) return;
    const [outer, inner] = [font(), font()];
    inner.textContent = text.data;
    outer.appendChild(inner);
    text.replaceWith(outer);
  };
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  replaceAll(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(replaceAll);
  }).observe(document.body, { childList: true, subtree: true });
}
