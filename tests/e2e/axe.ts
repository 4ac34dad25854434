import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { projectRoot } from "../../scripts/local-state";
import { expect, test } from "./test";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Evaluated once in each document. Minified, because a page spends more time on parsing axe than on a check. */
const source = readFileSync(path.join(projectRoot, "node_modules/axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Checks the page's current state against WCAG 2.2 AA: every rule in the light theme, only colour contrast in the dark
 * one, because nothing else differs, and on the desktop only: a phone has the same colours. Repeats a failed check,
 * because a part that has just opened may still be fading in.
 */
export async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  const dark = test.info().project.name === "phone" ? [] : [["dark", ["color-contrast"]] as const];
  await expect(async () => {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
    for (const [theme, runOnly] of [["light", TAGS] as const, ...dark])
      expect(await violationsIn(page, part, theme, [...runOnly]), `${name}, ${theme}`).toEqual([]);
  }).toPass();
}

/** Returns the violations of the rules in a theme, each with the beginning of its elements. */
function violationsIn(page: Page, part: string, theme: string, runOnly: string[]): Promise<string[]> {
  return page.evaluate(
    async ({ part, theme, runOnly }) => {
      document.documentElement.dataset.theme = theme;
      // Colours transition for 200 ms, and axe reads the computed colours of the moment.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      const found = await window.axe?.run(part, { runOnly, resultTypes: ["violations"], selectors: false });
      if (!found) throw new Error("axe is not in the page.");
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
    },
    { part, theme, runOnly },
  );
}
