import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expectAccessible } from "./axe";
import { killGroup, startServer } from "./own-server";
import { test as base, expect, toast } from "./test";

/** A server of its own: a switch is for everybody, and other tests use what it switches off. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
  baseURL: async ({}, use) => {
    const state = mkdtempSync(path.join(tmpdir(), "afterglow-site-"));
    const server = await startServer(state);
    await use(server.origin);
    killGroup(server.process);
    rmSync(state, { recursive: true, force: true });
  },
});

// Chromium logs the refused uses as errors.
test.use({ allowedErrors: [/status of 429/] });

test("a moderator switches the AI tools off for everybody, and on again @desktop @all", async ({ join }) => {
  const [mo, ada] = [await join("mo", { role: "moderator" }), await join("ada")];
  const { page } = mo;
  const generate = async () => {
    const tool = ada.page.getByRole("region", { name: "AI Image Creator" });
    await tool.getByLabel("Describe your image").fill("A lighthouse on a cliff at sunset");
    await tool.getByRole("button", { name: "Generate Image" }).click();
  };
  await ada.page.goto("/ai");
  await page.goto("/moderation");
  await page.getByRole("link", { name: "Site", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Site", exact: true })).toBeVisible();
  const ai = page.getByRole("region", { name: "The AI tools" });
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("On · 0 of 20,000 in 24 hours");

  await ai.getByLabel("Note").fill("The bill of today");
  await ai.getByRole("button", { name: "Switch off: The AI tools" }).click();
  await expect(toast(page, "Decision stored")).toBeVisible();
  await expect(ai).toContainText("Switched off · 0 of 5,000 in 24 hours");
  await expect(ai.getByLabel("Note")).toHaveValue("");
  await expectAccessible(page, "a switched-off tool");
  await generate();
  await expect(toast(ada.page, "Generation failed")).toContainText(
    "The AI tools are switched off at the moment. Please try again later.",
  );

  await ai.getByRole("button", { name: "Switch on: The AI tools" }).click();
  await expect(ai).toContainText("On · 0 of 5,000");
  await generate();
  await expect(toast(ada.page, "Image generated")).toBeVisible();
});
