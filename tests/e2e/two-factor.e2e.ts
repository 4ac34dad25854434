import type { Page } from "@playwright/test";
import { appCode } from "../factories/two-factor";
import { expectAccessible } from "./axe";
import { expect, freshName, PASSWORD, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

// Chromium logs the replies to wrong codes and refused log-ins as errors.
test.use({ allowedErrors: [/status of 4(01|03|22)|no valid credentials/] });

const SECURITY = "/settings/security";
const CONFIRM = `/settings/confirm?for=${SECURITY}`;

async function logIn(page: Page, email: string, next = "/feed") {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Turns two-factor authentication on. @returns the key and the recovery codes */
async function turnOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Keep these recovery codes in a safe place.")).toBeVisible();
  const recoveryCodes = await page.getByRole("listitem").locator("code").allInnerTexts();
  return { secret, recoveryCodes };
}

test("two-factor authentication is set up, asked for, and turned off, on screens that fit a phone @desktop", async ({
  join,
}) => {
  const { page, email } = await join();
  const expectGood = async (name: string) => {
    await expectAccessible(page, name);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true);
    if (size) await page.setViewportSize(size);
  };
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectGood("the key for an app");
  await page.getByLabel("Code", { exact: true }).fill("A".repeat(24));
  await page.getByRole("button", { name: "Turn on" }).click();
  // A toast under the pointer stays, until the form has another result or is left.
  await toast(page, "Update failed").hover();
  await expect(page.getByText("This code is not right").first()).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).press("Enter");
  await expect(toast(page, "Update failed")).toHaveCount(0);
  const { recoveryCodes } = await turnOn(page);
  expect(recoveryCodes).toHaveLength(10);
  await expectGood("the recovery codes");
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await expectGood("the security settings, on");

  await page.context().clearCookies();
  await logIn(page, email, SECURITY);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectGood("the second step");
  await page.getByLabel("Code", { exact: true }).fill("000 000");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(toast(page, "Login failed")).toContainText("This code is not right");
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(page.getByRole("heading", { name: "Use a recovery code" })).toBeVisible();
  await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(toast(page, "Welcome back!")).toBeVisible();

  await expect(page.getByText("9 of 10 recovery codes left.")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[1] ?? "");
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await expect(page.getByRole("listitem").locator("code")).toHaveCount(10);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(toast(page, "Two-factor authentication is off")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("two-factor authentication and the proof of identity work without JavaScript @desktop @all", async ({
  browser,
  contextOptions,
  baseURL,
  request,
}) => {
  const username = freshName("plain");
  const member = { username, email: `${username}@example.com`, fullName: "Plain Html" };
  expect((await request.post(MEMBERS_PATH, { data: member })).status()).toBe(201);
  const context = await browser.newContext({ ...contextOptions, baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await logIn(page, member.email);
  await expect(page).toHaveURL("/feed");
  const { secret, recoveryCodes } = await turnOn(page);
  await context.clearCookies();
  await logIn(page, member.email);
  await expect(page).toHaveURL("/login/code");
  await page.getByLabel("Code", { exact: true }).fill("000 0000");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("This code is not right").first()).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/feed");
  await page.goto(CONFIRM);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(page.getByText("9 of 10 recovery codes left.")).toBeVisible();
  await context.close();
});

test("security settings and export ask who has not logged in lately for the password @desktop", async ({
  page,
}) => {
  const username = freshName("lately");
  const member = { username, email: `${username}@example.com`, fullName: "Not Lately" };
  const verifiedAt = "2026-01-01T00:00:00.000Z";
  expect((await page.request.post(MEMBERS_PATH, { data: { ...member, verifiedAt } })).status()).toBe(201);
  for (const path of [SECURITY, "/settings/export"]) {
    const reply = await page.request.get(path, { maxRedirects: 0 });
    expect(decodeURIComponent(reply.headers().location ?? ""), path).toBe(`/settings/confirm?for=${path}`);
  }
  await page.goto("/settings");
  await page.getByRole("link", { name: /^Security/ }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "the proof of identity");
  await page.getByLabel("Current password").fill("not the one");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Your current password is not right").first()).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Security", exact: true })).toBeVisible();
  await page.goto("/settings/data");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export my data" }).click();
  expect((await download).suggestedFilename()).toMatch(new RegExp(`^afterglow-${username}-.*\\.zip$`));
});

test("a proof of identity asks for the second factor too @desktop @all", async ({ join }) => {
  const { page } = await join();
  const { recoveryCodes } = await turnOn(page);
  await page.goto(CONFIRM);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Please enter the code from your authenticator app.").first()).toBeVisible();
  await expectAccessible(page, "the proof of identity with a code");
  await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[0] ?? "");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);
});

test("another tab stays logged in when a proof of identity renews the session @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  const other = await page.context().newPage();
  const session = async () =>
    (await page.context().cookies()).find(({ name }) => name === "afterglow")?.value ?? "";
  const before = await session();
  const opened = other.waitForEvent("websocket");
  await other.goto("/feed");
  await opened;
  await other.evaluate(() => void Object.assign(window, { isSameDocument: true }));
  // The server closes the socket of the old token, and the tab opens another one.
  const reopened = other.waitForEvent("websocket");
  await page.goto(CONFIRM);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);
  expect(await session()).not.toBe(before);
  await reopened;
  await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" }).click();
  await expect(other).toHaveURL("/post");
  expect(await other.evaluate(() => "isSameDocument" in window)).toBe(true);
});
