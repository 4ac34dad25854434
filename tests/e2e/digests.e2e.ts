import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { idOf } from "./fixtures";
import { expect, type Member, test, toast } from "./test";
import { unsubscribePath } from "./unsubscribe-path";

// Chromium logs the pages of wrong links as errors.
test.use({ allowedErrors: [/status of 404/] });

const SETTINGS = "/settings/notifications";

/** Returns the address of the link in a member's digests. */
const linkOf = async (member: Member) => unsubscribePath(await idOf(member));

const choice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Mail with your news" }).getByRole("radio", { name, exact: true });

test("digests are weekly, can be chosen, and end by the link of a mail", async ({
  join,
  browser,
  baseURL,
}) => {
  const member = await join();
  const { page } = member;
  await page.goto(SETTINGS);
  await expect(choice(page, "Weekly")).toBeChecked();
  await choice(page, "Daily").check();
  await page.getByRole("checkbox", { name: "Likes and saves: Mail" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(choice(page, "Daily")).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Likes and saves: Mail" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Messages: Mail" })).toBeChecked();

  // In another browser, where nobody is logged in.
  const visitor = await browser.newContext({ baseURL });
  const mailed = await visitor.newPage();
  await mailed.goto(await linkOf(member));
  await expectAccessible(mailed, "the page that stops digests");
  // Opening the link, as a scanner does, changes nothing.
  await page.reload();
  await expect(choice(page, "Daily")).toBeChecked();
  await mailed.getByRole("button", { name: "Stop digests" }).click();
  await expect(mailed.getByRole("heading", { name: "You get no more digests" })).toBeVisible();
  await page.reload();
  await expect(choice(page, "Never")).toBeChecked();
  await visitor.close();
});

test("the link works without JavaScript, and by the button of a mail program @desktop", async ({
  join,
  browser,
  baseURL,
  request,
}) => {
  const member = await join();
  const { page } = member;
  const link = await linkOf(member);
  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const mailed = await visitor.newPage();
  await mailed.goto(link);
  await mailed.getByRole("button", { name: "Stop digests" }).click();
  await expect(mailed.getByRole("heading", { name: "You get no more digests" })).toBeVisible();
  await visitor.close();
  await page.goto(SETTINGS);
  await expect(choice(page, "Never")).toBeChecked();
  await choice(page, "Weekly").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  // A mail program sends no origin and no cookie (RFC 8058).
  const form = { "List-Unsubscribe": "One-Click" };
  const reply = await request.post(link, { form, maxRedirects: 0 });
  expect(reply.status()).toBe(200);
  await page.reload();
  await expect(choice(page, "Never")).toBeChecked();
  expect((await request.post(`${link}0`, { form, maxRedirects: 0 })).status()).toBe(404);
});

test("a link that this site has not made changes nothing @desktop", async ({ join }) => {
  const member = await join();
  const { page } = member;
  const reply = await page.goto("/unsubscribe?token=guessed");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(choice(page, "Weekly")).toBeChecked();
});

test("the settings say that digests have stopped after a complaint", async ({ join, request }) => {
  const { page, email } = await join();
  await page.goto("/settings");
  await expect(page.getByText("have stopped")).toHaveCount(0);
  const headers = { Authorization: "Bearer the secret of the mail service, for tests" };
  const data = { id: `complaint of ${email}`, type: "complaint", email };
  expect((await request.post("/api/mail/bounces", { data, headers })).status()).toBe(204);
  await page.reload();
  const mail = page.getByRole("region", { name: "Email" });
  await expect(
    mail.getByText(
      `Digests to ${email} have stopped: mails came back, or one was reported. Please confirm your address again.`,
    ),
  ).toBeVisible();
  await expectAccessible(page, "the settings of a member whose mails come back");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect(toast(page, "Mail sent")).toBeVisible();
});
