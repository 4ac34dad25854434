import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

// Chromium logs the refused form as an error.
test.use({ allowedErrors: [/status of (404|422)/] });

const PAGE = "/settings/notifications";

const box = (page: Page, name: string) => page.getByRole("checkbox", { name });

const unreadOf = async (page: Page): Promise<number> => {
  const reply = await page.request.get("/api/notifications/unread");
  const { count }: { count: number } = await reply.json();
  return count;
};

test("a kind that is off, and a member with the exception never, notify no more", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const { page } = mara;
  await page.goto("/settings");
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(page.getByText("Always on")).toBeVisible();
  const likes = box(page, "Likes and saves: In the app");
  await expect(likes).toBeChecked();
  await likes.uncheck();
  await box(page, "only from my connections").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(likes).not.toBeChecked();
  await expect(box(page, "Comments: In the app")).toBeChecked();
  await expect(box(page, "only from my connections")).toBeChecked();

  const before = await unreadOf(page);
  const origin = { Origin: new URL(page.url()).origin };
  const byNoah = (path: string, data?: unknown) => noah.page.request.post(path, { data, headers: origin });
  expect((await byNoah(`/api/posts/${postId}/like`)).ok()).toBe(true);
  expect(await unreadOf(page)).toBe(before);
  expect((await byNoah(`/api/posts/${postId}/comment`, { comment: "Lovely" })).ok()).toBe(true);
  expect(await unreadOf(page)).toBe(before + 1);

  const exceptions = page.getByRole("region", { name: "Exceptions" });
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
  expect((await byNoah(`/api/posts/${postId}/comment`, { comment: "Again" })).ok()).toBe(true);
  expect(await unreadOf(page)).toBe(before + 1);
  await exceptions.getByRole("button", { name: `Remove ${noah.username}` }).click();
  await expect(exceptions.getByRole("button", { name: `Remove ${noah.username}` })).toHaveCount(0);

  const words = page.getByRole("region", { name: "Muted words" });
  await words.getByLabel("Word", { exact: true }).fill("Kale");
  await words.getByLabel("Word", { exact: true }).press("Enter");
  await expect(words.getByRole("listitem")).toHaveText(["kale"]);
  await words.getByRole("button", { name: "Unmute kale" }).click();
  await expect(words.getByRole("listitem")).toHaveCount(0);
});

test("a kind that is off in the app is off in the other channels, which keep their choices", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto(PAGE);
  await expect(page.getByText("A kind that is off in the app is not pushed or mailed either.")).toBeVisible();
  const [app, push, mail] = ["In the app", "Push", "Mail"].map((name) => box(page, `Mentions: ${name}`));
  if (!app || !push || !mail) throw new Error("There are three channels.");
  const save = async () => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page, "Settings saved")).toBeVisible();
    await page.reload();
  };
  await mail.uncheck();
  await app.uncheck();
  for (let times = 0; times < 2; times++) {
    await expect(push).toBeDisabled();
    await expect(mail).toBeDisabled();
    await expect(box(page, "Comments: Push")).toBeEnabled();
    for (const other of [push, mail]) {
      await other.click({ force: true });
      await other.press("Space");
    }
    await expect(push).toBeChecked();
    await expect(mail).not.toBeChecked();
    await expectAccessible(page, "the notification settings with a kind that is off in the app");
    await save();
  }
  await app.check();
  await expect(push).toBeEnabled();
  await expect(push).toBeChecked();
  await mail.check();
  await save();
  for (const one of [app, push, mail]) await expect(one).toBeChecked();
});

test("the menu of a profile leads to an exception for the member", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
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

test("the notification settings work by keyboard @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto(PAGE);
  const comments = box(page, "Comments: In the app");
  await box(page, "Likes and saves: In the app").focus();
  await page.keyboard.press("Tab");
  await expect(box(page, "Likes and saves: Push")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(box(page, "Likes and saves: Mail")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(comments).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(comments).not.toBeChecked();
});

test("the notification settings work without JavaScript @desktop", async ({
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
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(box(page, "Mentions: In the app")).not.toBeChecked();
  await page.goto(PAGE);
  await expect(box(page, "Connections: In the app")).not.toBeChecked();
  for (const channel of ["Push", "Mail"]) await expect(box(page, `Connections: ${channel}`)).toBeChecked();
  await page.getByLabel("Username").fill("nobody.of.this.name");
  await page.getByRole("button", { name: "Add exception" }).click();
  await expect(page.getByText("User not found")).toBeVisible();
  await context.close();
});
