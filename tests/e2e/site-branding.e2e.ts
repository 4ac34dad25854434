import type { Page } from "@playwright/test";
import { scene } from "../factories/photos";
import { expectAccessible } from "./axe";
import { testOnOwnServer } from "./own-server";
import { expect, toast } from "./test";

// A server of its own: the tests of the other files see the shared one's name and colours.
const test = testOnOwnServer();

test.use({
  // Chromium logs the refused form as an error.
  allowedErrors: [/status of 4(15|22)/],
});

const part = (page: Page) => page.getByRole("region", { name: "Name and look" });
const icon = (side: number) => scene(1, { width: side, height: side }).png().toBuffer();
const emberOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--ember-strong").trim());

async function save(page: Page): Promise<void> {
  await part(page).getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
}

test("an admin gives the site a name, an icon and a colour, and takes them back @desktop", async ({
  join,
  page: visitor,
}) => {
  const { page } = await join("root", { role: "admin" });
  await page.emulateMedia({ colorScheme: "light" });
  await visitor.emulateMedia({ colorScheme: "light" });
  await page.goto("/moderation/site");
  const usual = await emberOf(page);
  await part(page).getByLabel("Name").fill("Skylark");
  await part(page).getByLabel("Contact").fill("hello@skylark.example");
  await part(page).getByLabel("Accent colour (optional)").fill("#ffd400");
  await expect(part(page).getByRole("group", { name: "Preview" })).toContainText(
    "because your colour could not be read here",
  );
  await expectAccessible(page, "the branding of the site");
  await part(page)
    .getByLabel("Icon", { exact: true })
    .setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: await icon(200) });
  await part(page).getByRole("button", { name: "Save" }).click();
  await expect(part(page).getByLabel("Icon", { exact: true })).toHaveAccessibleDescription(/too small/);
  await part(page)
    .getByLabel("Icon", { exact: true })
    .setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: await icon(600) });
  await save(page);

  await visitor.goto("/login");
  await expect(visitor).toHaveTitle("Log in to Skylark");
  await expect(visitor.getByRole("heading", { name: "Log in to Skylark" })).toBeVisible();
  expect(await emberOf(visitor)).not.toBe(usual);
  await expectAccessible(visitor, "the log-in of a site with a colour of its own");
  const manifestUrl = await visitor.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await visitor.request.get(manifestUrl ?? "")).json();
  expect(manifest).toMatchObject({ name: "Skylark", short_name: "Skylark", id: "/" });
  for (const { src, sizes } of manifest.icons) {
    const reply = await visitor.request.get(src);
    expect(reply.headers()).toMatchObject({ "content-type": "image/png", "cache-control": /immutable/ });
    expect(sizes).toMatch(/192|512/);
  }
  await page.goto("/feed");
  await expect(page).toHaveTitle(/ · Skylark$/);
  await expect(page.getByRole("link", { name: "Skylark" })).toBeVisible();

  await page.goto("/moderation/site");
  await part(page).getByLabel("Name").fill("");
  await part(page).getByLabel("Contact").fill("");
  await part(page).getByLabel("Accent colour (optional)").fill("");
  await part(page).getByLabel("Remove the icon").check();
  await save(page);
  await visitor.goto("/login");
  await expect(visitor).toHaveTitle("Log in to Afterglow");
  expect(await emberOf(visitor)).toBe(usual);
  await expect(visitor.locator("link[rel=manifest]")).toHaveAttribute("href", "/manifest.webmanifest");
  await expect(visitor.locator("link[rel=apple-touch-icon]")).toHaveAttribute(
    "href",
    "/apple-touch-icon.png",
  );
});
