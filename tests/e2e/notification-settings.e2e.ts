import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test } from "./test";

// Chromium logs the refused form as an error.
test.use({ allowedErrors: [/status of (404|422)/] });

const PAGE = "/settings/notifications";

const box = (page: Page, name: string) => page.getByRole("checkbox", { name });
const connectionsOnly = (page: Page) => page.getByRole("switch", { name: "only from my connections" });
const savedIn = (page: Page, option: string) =>
  page.locator(`#${option}`).getByText("Saved", { exact: true });

test("a kind is turned off, in the app for all channels, which keep their choices; a member is an exception", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await page.goto(PAGE);
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(page.getByText("Always on")).toBeVisible();
  await expect(page.getByText("A kind that is off in the app is not pushed or mailed either.")).toBeVisible();
  const [app, push, mail] = ["In the app", "Push", "Email"].map((name) => box(page, `Mentions: ${name}`));
  if (!app || !push || !mail) throw new Error("There are three channels.");

  await test.step("a kind that is off in the app is off in the other channels", async () => {
    await mail.uncheck();
    await app.uncheck();
    await expect(push).toBeDisabled();
    await expect(mail).toBeDisabled();
    await expect(box(page, "Comments: Push")).toBeEnabled();
    for (const other of [push, mail]) {
      await other.click({ force: true });
      await other.press("Space");
    }
    await expect(push).toBeChecked();
    await expect(mail).not.toBeChecked();
    await connectionsOnly(page).check();
    await expect(savedIn(page, "from-connections")).toBeVisible();
    await expect(savedIn(page, "kinds")).toBeVisible();
  });

  await test.step("the choices are shown again", async () => {
    await page.reload();
    await expect(app).not.toBeChecked();
    await expect(push).toBeDisabled();
    await expect(push).toBeChecked();
    await expect(mail).not.toBeChecked();
    await expect(box(page, "Comments: In the app")).toBeChecked();
    await expect(connectionsOnly(page)).toBeChecked();
    await app.check();
    await expect(push).toBeEnabled();
    await expect(push).toBeChecked();
    await expect(mail).toBeEnabled();
  });

  const exceptions = page.getByRole("region", { name: "Exceptions" });
  await test.step("an exception needs a member", async () => {
    await exceptions.getByRole("button", { name: "Add exception" }).click();
    await expect(exceptions.getByText("Please enter a username")).toBeVisible();
    await exceptions.getByLabel("Username").fill("nobody.of.this.name");
    await exceptions.getByRole("button", { name: "Add exception" }).click();
    await expect(exceptions.getByText("User not found")).toBeVisible();
    await exceptions.getByLabel("Username").fill(`@${noah.username}`);
    await exceptions.getByLabel("Username").press("Enter");
    await expect(exceptions.getByRole("button", { name: `Remove ${noah.username}` })).toBeVisible();
    await expect(exceptions.getByLabel("Username")).toHaveValue("");
    await expectAccessible(page, "the notification settings");
    await exceptions.getByRole("button", { name: `Remove ${noah.username}` }).click();
    await expect(exceptions.getByRole("button", { name: `Remove ${noah.username}` })).toHaveCount(0);
  });
});

test("the menu of a profile leads to an exception for the member", async ({ join, signIn }) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await page.goto(`/profile/${noah.username}`);
  await page.getByRole("button", { name: `More about ${noah.username}` }).click();
  await page.getByRole("menuitem", { name: "Notification settings" }).click();
  const exceptions = page.getByRole("region", { name: "Exceptions" });
  await expect(exceptions.getByLabel("Username")).toHaveValue(noah.username);
  await expect(exceptions.getByLabel("Username")).toBeInViewport();
  await exceptions.getByLabel("Always").check();
  await exceptions.getByRole("button", { name: "Add exception" }).click();
  await expect(exceptions.getByRole("button", { name: `Remove ${noah.username}` })).toBeVisible();
  await expect(exceptions.getByLabel("Username")).toHaveValue("");
});

test("the notification settings work by keyboard @desktop @all", async ({ join }) => {
  const { page } = await join();
  await page.goto(PAGE);
  const comments = box(page, "Comments: In the app");
  await box(page, "Likes and saves: In the app").focus();
  await page.keyboard.press("Tab");
  await expect(box(page, "Likes and saves: Push")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(box(page, "Likes and saves: Email")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(comments).toBeFocused();
  await page.keyboard.press("Space");
  await expect(savedIn(page, "kinds")).toBeVisible();
  await page.reload();
  await expect(comments).not.toBeChecked();
});

test("the notification settings work without JavaScript @desktop @all", async ({
  join,
  browser,
  contextOptions,
  baseURL,
}) => {
  const { page: first } = await join();
  const context = await browser.newContext({
    ...contextOptions,
    baseURL,
    javaScriptEnabled: false,
    storageState: await first.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(PAGE);
  for (const name of ["Likes and saves", "Comments", "Mentions", "Shared posts", "Connections"])
    await box(page, `${name}: In the app`).uncheck();
  await page.locator("#kinds").getByRole("button", { name: "Save" }).click();
  await expect(box(page, "Mentions: In the app")).not.toBeChecked();
  await page.goto(PAGE);
  await expect(box(page, "Connections: In the app")).not.toBeChecked();
  for (const channel of ["Push", "Email"]) await expect(box(page, `Connections: ${channel}`)).toBeChecked();
  await page.getByLabel("Username").fill("nobody.of.this.name");
  await page.getByRole("button", { name: "Add exception" }).click();
  await expect(page.getByText("User not found")).toBeVisible();
  await context.close();
});
