import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";

/**
 * Checks the page's current state against WCAG 2.2 AA: every rule in the light theme, only colour contrast in the dark one,
 * because nothing else differs. The dark colours are checked on the desktop only: they are the same on a phone.
 * Repeats a failed check, because a part that has just opened may still be fading in.
 */
export async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
  for (const theme of test.info().project.name === "phone" ? ["light"] : ["light", "dark"]) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    await expect(async () => {
      // Colours transition for 200 ms, and axe reads the computed colours of the moment.
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
      // The pages have no frames of other origins; without the legacy mode, each analysis opens another page.
      const axe = new AxeBuilder({ page }).include(part).setLegacyMode();
      const { violations } = await (theme === "light"
        ? axe.withTags(tags)
        : axe.withRules(["color-contrast"])
      ).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
      expect(found, `${name}, ${theme}`).toEqual([]);
    }).toPass();
  }
}
