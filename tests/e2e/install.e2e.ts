import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

/** Dispatches Chromium's event until the page has kept it: before hydration nothing listens. */
async function offerInstall(page: Page): Promise<void> {
  await expect(async () => {
    const isKept = await page.evaluate(() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      const prompt = async () => {
        document.documentElement.dataset.asked = "yes";
        return { outcome: "dismissed" };
      };
      window.dispatchEvent(Object.assign(event, { prompt }));
      return event.defaultPrevented;
    });
    expect(isKept).toBe(true);
  }).toPass();
}

const asked = (page: Page) => page.evaluate(() => document.documentElement.dataset.asked);
const setDays = (page: Page, days: string[]) =>
  page.evaluate((list) => localStorage.setItem("ui-install", JSON.stringify(list)), days);
const section = (page: Page) => page.getByRole("region", { name: "App", exact: true });
const menuEntry = (page: Page) => page.getByRole("menuitem", { name: "Install Afterglow" });

test("the settings offer the installation as long as the browser does, the menu once, from the third day @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const openMenu = async () => {
    await page.getByRole("button", { name: "Your menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  };
  await page.goto("/settings/about");
  await expect(section(page)).toBeHidden();
  await offerInstall(page);
  await expect(section(page)).toContainText("Installed, Afterglow has an icon and a window of its own.");
  await expectAccessible(page, "the settings with the offer to install");
  await openMenu();
  // Not before the third day.
  await expect(menuEntry(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await section(page).getByRole("button", { name: "Install Afterglow" }).click();
  expect(await asked(page)).toBe("yes");
  await expect(section(page)).toBeHidden();
  await offerInstall(page);
  await expect(section(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("appinstalled")));
  await expect(section(page)).toBeHidden();

  // The day of the test itself is the third.
  await setDays(page, ["Mon Nov 23 2020", "Sun Nov 22 2020"]);
  await page.reload();
  await offerInstall(page);
  await openMenu();
  await menuEntry(page).click();
  await expect.poll(() => asked(page)).toBe("yes");
  await page.reload();
  await offerInstall(page);
  await openMenu();
  await expect(menuEntry(page)).toBeHidden();
  // The settings still have it.
  await expect(section(page)).toBeVisible();
});

test("the settings say how to install it on an iPhone, and nothing in the installed app @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "standalone", { value: false, configurable: true }),
  );
  await page.goto("/settings/about");
  await expect(section(page)).toContainText("Tap Share, then Add to Home Screen.");
  await expect(section(page).getByRole("button")).toHaveCount(0);
  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: true }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "About" })).toBeVisible();
  await expect(section(page)).toBeHidden();
});
