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

/** A node of React's tree, as far as hydration shows in it. */
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null;
}

/**
 * Returns whether the page and each of its boundaries are hydrated: until then React expects the server's texts. An
 * element alone cannot tell, because React marks it before it has read what follows. Runs in the page.
 */
export function isHydrated(): boolean {
  const container = Object.entries(document).find(([key]) => key.startsWith("__reactContainer$"))?.[1];
  const pending: (Fiber | null)[] = [container?.stateNode.current ?? null];
  if (!pending[0]) return false;
  while (pending.length > 0) {
    const fiber = pending.pop();
    if (!fiber) continue;
    if (fiber.memoizedState?.isDehydrated || fiber.memoizedState?.dehydrated) return false;
    pending.push(fiber.child, fiber.sibling);
  }
  return true;
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
