import { readFile } from "node:fs/promises";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

// Chromium logs the replies to a moderator as errors.
test.use({ allowedErrors: [/status of 404/] });

test("an admin reads the dashboard as charts, as a table and as a file; a moderator does not find it @desktop", async ({
  join,
}) => {
  const { page } = await join("mo", { role: "admin" });
  await page.goto("/moderation");
  const link = page.getByRole("link", { name: "Dashboard" });
  await expect(async () => {
    await page.keyboard.press("b");
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Active members: \d+ on / })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Largest database: / })).toBeVisible();
  await expect(page.getByRole("region", { name: "Cost of the last 30 days, estimated" })).toContainText(
    "$5.00",
  );
  await expectAccessible(page, "the dashboard");

  await page.getByRole("link", { name: "Show as table" }).click();
  const table = page.getByRole("region", { name: "Counters by day" }).getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(91);
  await expect(table.getByRole("columnheader", { name: "Uses of AI" })).toBeAttached();
  await expectAccessible(page, "the table of the dashboard");
  await page.getByRole("link", { name: "Show as charts" }).click();
  await expect(table).toBeHidden();

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^counters-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^day,newMembers,activeMembers,/);
  expect(lines).toHaveLength(91);

  const moderator = await join("mia", { role: "moderator" });
  await moderator.page.goto("/moderation");
  await expect(moderator.page.getByRole("link", { name: "Site" })).toBeVisible();
  await expect(moderator.page.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  await moderator.page.goto("/moderation/dashboard");
  await expect(moderator.page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect((await moderator.page.request.get("/moderation/dashboard/counters.csv")).status()).toBe(404);
});
