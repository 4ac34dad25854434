import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { idOf } from "./fixtures";
import { expect, type Session, test, toast } from "./test";
import { unsubscribePath } from "./unsubscribe-path";

// Chromium logs the pages of wrong links as errors.
test.use({ allowedErrors: [/status of 404/] });

const SETTINGS = "/settings/notifications";

/** Returns the address of the link in a member's digests. */
const linkOf = async (member: Session) => unsubscribePath(await idOf(member));

const choice = (page: Page, name: string) =>
  page.getByRole("group", { name: "Email summary" }).getByRole("radio", { name, exact: true });

test("the button of a mail program ends digests, opening the link does not, and the settings show a complaint @desktop", async ({
  join,
  request,
}) => {
  const member = await join();
  const { page, email } = member;
  const link = await linkOf(member);
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Stop digests" })).toBeVisible();
  await expectAccessible(page, "the page that stops digests");
  await page.goto(SETTINGS);
  await expect(choice(page, "Weekly")).toBeChecked();

  // A mail program sends no origin and no cookie (RFC 8058).
  const form = { "List-Unsubscribe": "One-Click" };
  expect((await request.post(`${link}0`, { form, maxRedirects: 0 })).status()).toBe(404);
  const guessed = await request.get("/unsubscribe?token=guessed");
  expect(guessed.status()).toBe(404);
  expect(await guessed.text()).toContain("This link is not valid");
  expect((await request.post(link, { form, maxRedirects: 0 })).status()).toBe(200);
  const settings = await (await page.request.get("/api/notifications/settings")).json();
  expect(settings).toMatchObject({ digest: "never" });

  const headers = { Authorization: "Bearer the secret of the mail service, for tests" };
  const data = { id: `complaint of ${email}`, type: "complaint", email };
  expect((await request.post("/api/mail/bounces", { data, headers })).status()).toBe(204);
  await page.goto("/settings/email");
  const mail = page.getByRole("main");
  await expect(
    mail.getByText(
      `Digests to ${email} have stopped: emails came back, or one was reported. Please confirm your address again.`,
    ),
  ).toBeVisible();
  await expectAccessible(page, "the settings of a member whose mails come back");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect(toast(page, "Email sent")).toBeVisible();
});

test("the link works without JavaScript, where nobody is logged in @desktop @all", async ({
  signIn,
  browser,
  baseURL,
}) => {
  const member = await signIn();
  const link = await linkOf(member);
  const visitor = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const mailed = await visitor.newPage();
  await mailed.goto(link);
  await mailed.getByRole("button", { name: "Stop digests" }).click();
  await expect(mailed.getByRole("heading", { name: "No more digests" })).toBeVisible();
  await visitor.close();
});
