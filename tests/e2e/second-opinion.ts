import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Checker } from "accessibility-checker-engine";
import { projectRoot } from "../../scripts/local-state";
import { test } from "./test";

declare global {
  interface Window {
    ace?: { Checker: new () => Checker };
  }
}

const source = readFileSync(
  path.join(projectRoot, "node_modules/accessibility-checker-engine/ace.js"),
  "utf8",
);

/** Rules that are wrong about this product, and what they find there. */
const accepted: Record<string, string> = {
  aria_article_label_unique: "posts of one author in the feed: their captions tell them apart",
  aria_form_label_unique: "forms without a name, which are no landmarks (HTML-AAM)",
  aria_hidden_nontabbable: "the page behind a modal dialog, which holds the focus",
  aria_landmark_name_unique: "the same forms",
  element_tabbable_role_valid: "regions that scroll, and the focus guards of a dialog",
  input_label_after: "switches, which stand at the end of their row, as in the systems of phones",
  input_autocomplete_valid: "`username` of a field for an email, which HTML permits",
  input_checkboxes_grouped: "boxes of the same name in several forms",
  label_ref_valid: "labels of visually hidden file inputs; html-validate finds missing ones",
};

/**
 * Checks the page's current state by another engine than axe, IBM's, which finds other faults. It takes as long as axe:
 * with `npm test -- --all` only, and on the desktop only.
 */
export async function expectSecondOpinion(page: Page, name: string): Promise<void> {
  if (!process.env.AFTERGLOW_EVERYWHERE || test.info().project.name === "phone") return;
  expect.soft(await faultsIn(page), `${name}, by the second engine`).toEqual([]);
}

/** Returns the certain violations of the page, each with its element. */
async function faultsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "ace" in window))) await page.evaluate(source);
  const results = await page.evaluate(async () => {
    if (!window.ace) throw new Error("The engine is not in the page.");
    const { results } = await new window.ace.Checker().check(document, ["IBM_Accessibility"]);
    return results
      .filter(({ value: [policy, confidence] }) => policy === "VIOLATION" && confidence === "FAIL")
      .map(({ ruleId, message, snippet }) => ({ ruleId, message, snippet }));
  });
  return (
    results
      .filter(({ ruleId }) => !(ruleId in accepted))
      // It takes the initials of an avatar, which are hidden from screen readers, for the label of the button.
      .filter(({ ruleId, snippet }) => ruleId !== "label_name_visible" || !snippet.includes("Your menu"))
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
  );
}
