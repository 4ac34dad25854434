import type { Page } from "@playwright/test";
import { appCode } from "../factories/two-factor";
import { expectAccessible } from "./axe";
import { suspend } from "./fixtures";
import { MEMBERS_PATH } from "./members";
import { expect, freshName, PASSWORD, test, toast } from "./test";

// Chromium logs the replies to wrong codes and refused log-ins as errors.
test.use({ allowedErrors: [/status of 4(01|03|22)|no valid credentials/] });

const SECURITY = "/settings/security";

async function logIn(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Turns two-factor authentication on in the settings. @returns the key, the code that was used, and the recovery codes */
async function turnOn(page: Page): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
  await page.goto("/settings");
  await page.getByRole("link", { name: "Security settings" }).click();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  const code = appCode(secret);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Keep these recovery codes in a safe place.")).toBeVisible();
  const recoveryCodes = await page.getByRole("listitem").locator("code").allInnerTexts();
  return { secret, code, recoveryCodes };
}

test("two-factor authentication is set up, asked for, and turned off @desktop", async ({
  join,
  page: phone,
}) => {
  const { page, email } = await join();
  await page.goto(SECURITY);
  await expectAccessible(page, "the security settings");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, "the key for an app");
  await page.getByLabel("Code", { exact: true }).fill("A".repeat(24));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This code is not right").first()).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();

  const { secret, code, recoveryCodes } = await turnOn(page);
  expect(recoveryCodes).toHaveLength(10);
  await expectAccessible(page, "the recovery codes");
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();
  await expectAccessible(page, "the security settings, on");

  await phone.goto("/login/code");
  await expect(phone).toHaveURL("/login");
  await phone.goto(`/login?next=${encodeURIComponent("/settings")}`);
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(phone.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(phone, "the second step");
  await phone.getByLabel("Code", { exact: true }).fill(code);
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(toast(phone, "Login failed")).toContainText("This code is not right");
  await phone.getByLabel("Code", { exact: true }).fill(appCode(secret, 1));
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(phone).toHaveURL("/settings");
  await expect(toast(phone, "Welcome back!")).toBeVisible();

  await phone.context().clearCookies();
  await logIn(phone, email);
  await phone.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(phone.getByRole("heading", { name: "Use a recovery code" })).toBeVisible();
  await expectAccessible(phone, "the second step, recovery code");
  await phone.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await phone.getByRole("button", { name: "Log in" }).click();
  await expect(phone).toHaveURL("/feed");

  await page.reload();
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

test("two-factor authentication works without JavaScript @desktop", async ({
  browser,
  contextOptions,
  baseURL,
  join,
}) => {
  const { email } = await join();
  const context = await browser.newContext({ ...contextOptions, baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await logIn(page, email);
  await expect(page).toHaveURL("/feed");
  const { secret } = await turnOn(page);
  await context.clearCookies();
  await logIn(page, email);
  await expect(page).toHaveURL("/login/code");
  await page.getByLabel("Code", { exact: true }).fill("000 0000");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("This code is not right").first()).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/feed");
  await context.close();
});

test("a suspended member reads why after the code, with a link to the appeal @desktop", async ({ join }) => {
  const [ada, eve, mo] = [await join("ada"), await join("eve"), await join("mo", { role: "moderator" })];
  const { page, email } = eve;
  const { secret } = await turnOn(page);
  await suspend(mo, eve, ada);
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.locator("form").getByText(/^Your account is suspended until/)).toBeVisible();
  await expectAccessible(page, "the second step of a suspended member");
  await page.getByRole("link", { name: "Appeal against this decision" }).click();
  await expect(page).toHaveURL("/appeal");
});

test("the screens of two-factor authentication fit a phone @desktop", async ({ join }) => {
  const { page, email } = await join();
  await page.setViewportSize({ width: 390, height: 844 });
  const expectFit = async (name: string) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name).toBe(true);
  await page.goto("/settings/confirm?for=/settings/security");
  await expectFit("the proof of identity");
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expectFit("the key for an app");
  await turnOn(page);
  await expectFit("the recovery codes");
  await page.goto(SECURITY);
  await expectFit("the security settings");
  await page.context().clearCookies();
  await logIn(page, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectFit("the second step");
});

test("security settings and export ask who has not logged in lately for the password @desktop", async ({
  page,
}) => {
  const username = freshName("lately");
  const member = { username, email: `${username}@example.com`, fullName: "Not Lately" };
  const verifiedAt = "2026-01-01T00:00:00.000Z";
  expect((await page.request.post(MEMBERS_PATH, { data: { ...member, verifiedAt } })).status()).toBe(201);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Export my data" }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await page.goto("/settings");
  await page.getByRole("link", { name: "Security settings" }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toHaveCount(0);
  await expectAccessible(page, "the proof of identity");
  await page.getByLabel("Current password").fill("not the one");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Your current password is not right").first()).toBeVisible();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Security", exact: true })).toBeVisible();
  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export my data" }).click();
  expect((await download).suggestedFilename()).toContain(username);
});

test("a proof of identity asks for the second factor too, without JavaScript as well @desktop", async ({
  browser,
  contextOptions,
  baseURL,
  join,
}) => {
  const { page, email } = await join();
  const { recoveryCodes } = await turnOn(page);
  const [first = "", second = "", third = ""] = recoveryCodes;
  await page.goto("/settings/confirm?for=/settings/security");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Please enter the code from your authenticator app.").first()).toBeVisible();
  await expectAccessible(page, "the proof of identity with a code");
  await page.getByLabel("Code", { exact: true }).fill(first);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL(SECURITY);

  const context = await browser.newContext({ ...contextOptions, baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await logIn(plain, email);
  await plain.getByLabel("Code", { exact: true }).fill(second);
  await plain.getByRole("button", { name: "Log in" }).click();
  await plain.goto("/settings/confirm?for=/settings/security");
  await plain.getByLabel("Current password").fill(PASSWORD);
  await plain.getByLabel("Code", { exact: true }).fill(third);
  await plain.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(plain).toHaveURL(SECURITY);
  await expect(plain.getByText("7 of 10 recovery codes left.")).toBeVisible();
  await context.close();
});

test("another tab stays logged in when a proof or a new password renews the session @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const other = await page.context().newPage();
  const session = async () =>
    (await page.context().cookies()).find(({ name }) => name === "afterglow")?.value ?? "";
  const stays = async (renew: () => Promise<void>) => {
    const before = await session();
    const opened = other.waitForEvent("websocket");
    await other.goto("/feed");
    await opened;
    await other.evaluate(() => void Object.assign(window, { isSameDocument: true }));
    // The server closes the socket of the old token, and the tab opens another one.
    const reopened = other.waitForEvent("websocket");
    await renew();
    expect(await session()).not.toBe(before);
    await reopened;
    await other.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" }).click();
    await expect(other).toHaveURL("/post");
    expect(await other.evaluate(() => "isSameDocument" in window)).toBe(true);
  };
  await stays(async () => {
    await page.goto("/settings/confirm?for=/settings/security");
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page).toHaveURL(SECURITY);
  });
  await stays(async () => {
    await page.goto("/settings");
    const password = page.getByRole("region", { name: "Password", exact: true });
    await password.getByLabel("Current password").fill(PASSWORD);
    await password.getByLabel("New password").fill("blue hour");
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(toast(page, "Password changed")).toBeVisible();
  });
});
