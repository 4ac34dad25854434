import { expectAccessible } from "./axe";
import { expect, test } from "./test";

// Chromium logs the page that is not found as an error.
test.use({ allowedErrors: [/status of 404/] });

test("an admin sees which services work, and sends a test email @desktop", async ({ join }) => {
  const { page } = await join("root", { role: "admin" });
  await page.goto("/moderation/site");
  await page.getByRole("link", { name: "Health of the site" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Health" })).toBeVisible();

  const services = page.getByRole("region", { name: "Services" });
  await expect(services.getByText("R2 (MEDIA) · works")).toBeVisible();
  await expect(services.getByText("Images (IMAGES) · not asked")).toBeVisible();
  await services.getByRole("button", { name: "Ask Images and Workers AI" }).click();
  await expect(services.getByText("Images (IMAGES) · works")).toBeVisible();
  await expect(services.getByText("Workers AI (AI) · works")).toBeVisible();
  await expect(page.getByRole("region", { name: "Migrations" })).toContainText("The database has all");

  const email = page.getByRole("region", { name: "Email" });
  await email.getByRole("button", { name: "Send a test email" }).click();
  await expect(email.getByRole("status")).toContainText("was accepted");
  await expectAccessible(page, "health");

  await page.goto("/moderation/log");
  await expect(page.getByText("Test email").first()).toBeVisible();
});

test("a moderator does not find the page @desktop", async ({ join }) => {
  const { page } = await join("mo", { role: "moderator" });
  await page.goto("/moderation/site");
  await expect(page.getByRole("heading", { level: 1, name: "Site" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Health of the site" })).toBeHidden();
  await page.goto("/moderation/site/health");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});
