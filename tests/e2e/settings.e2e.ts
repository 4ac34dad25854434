import { request as requests } from "@playwright/test";
import { POST_DRAFT_KEYS } from "~/features/session/member-storage";
import { expectAccessible } from "./axe";
import { idOf } from "./fixtures";
import { lastMailed } from "./last-mailed";
import { expect, freshName, PASSWORD, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

test.use({ allowedErrors: [/status of (401|404|422|500)/] });

/** Logs the member in from another device, over the API. */
async function logInElsewhere(baseURL: string | undefined, email: string): Promise<void> {
  const device = await requests.newContext({ baseURL });
  expect((await device.post("/api/auth/login", { data: { email, password: PASSWORD } })).ok()).toBe(true);
  await device.dispose();
}

const linkTo = (email: string, page: string) => lastMailed(email, new RegExp(`/${page}\\?token=[\\w-]+`));

test("the menu links to the settings; rows lead to pages, and former addresses to the new ones", async ({
  join,
}) => {
  const { page } = await join();
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024;
  const rows = page.getByRole("navigation", { name: "Settings" });
  const row = (name: RegExp) => rows.getByRole("link", { name });
  const title = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  await page.goto("/feed");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(title("Settings")).toBeVisible();

  await test.step("the chosen page is beside the rows, on a phone in their place", async () => {
    await expect(page.getByRole("link", { name: "Delete account" })).toBeVisible({ visible: !isPhone });
    await expect(row(/^Appearance/)).toHaveText("AppearanceSystem");
    await row(/^Appearance/).click();
    await expect(title("Appearance")).toBeVisible();
    await page.getByText("Dark", { exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await page.evaluate(() => localStorage.getItem("ui-theme"))).toBe("dark");
    await page.reload();
    await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await expect(rows).toBeVisible({ visible: !isPhone });
    await expect(page.getByRole("main").getByRole("link", { name: "Settings", exact: true })).toBeVisible({
      visible: isPhone,
    });
    if (isPhone) await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
    await expect(row(/^Appearance/)).toHaveText("AppearanceDark");
  });

  await test.step("the search finds an option by another word for it, and leads to it", async () => {
    const search = rows.getByRole("searchbox", { name: "Search settings" });
    await search.fill("receipts");
    await rows.getByRole("link", { name: "Show when I have read messages Privacy" }).click();
    await expect(page).toHaveURL("/settings/privacy#read-marks");
    await expect(page.getByRole("switch", { name: "Show when I have read messages" })).toBeInViewport();
    await page.goto("/settings?q=zebra");
    await expect(rows.getByText("No settings found")).toBeVisible();
    await expectAccessible(page, "a search in the settings");
  });

  await test.step("sections of the former page have pages", async () => {
    for (const [former, present] of [
      ["/settings#email", "/settings/email"],
      ["/settings#decisions", "/settings/reports#decisions"],
    ] as const) {
      await page.goto("/feed");
      await page.goto(former);
      await expect(page).toHaveURL(present);
    }
  });
});

test("a choice is saved at once; one that fails is taken back and says why", async ({ join }) => {
  const { page } = await join();
  await page.goto("/settings/privacy");
  const hide = page.getByRole("switch", { name: "Hide my online status" });
  const saved = (option: string) => page.locator(`#${option}`).getByText("Saved", { exact: true });
  await hide.check();
  await expect(saved("presence")).toBeVisible();
  await expect(saved("typing")).toHaveCount(0);

  await test.step("the server fails", async () => {
    await page.route("**/settings/privacy.data*", (route) => route.fulfill({ status: 500, body: "" }));
    await hide.click();
    const error = page.locator("#presence").getByRole("alert");
    await expect(error).toHaveText("An error occurred");
    await expect(hide).toBeChecked();
    await page.getByLabel("Nobody").click();
    await expect(page.locator("#commenters").getByRole("alert")).toHaveText("An error occurred");
    await expect(page.getByLabel("Everyone")).toBeChecked();
    await expectAccessible(page, "choices that could not be saved");
    await page.unroute("**/settings/privacy.data*");
  });

  await test.step("the last of several quick choices counts", async () => {
    // "Saved" also follows the first of them.
    const last = page.waitForRequest((request) => request.postData()?.includes("connections") === true);
    for (const name of ["Nobody", "Everyone", "My connections"]) await page.getByLabel(name).check();
    await (await last).response();
    await expect(saved("commenters")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("My connections")).toBeChecked();
    await expect(hide).toBeChecked();
  });
});

test("a name is changed on its page as in the dialog of the profile, and shown at once", async ({ join }) => {
  const { page } = await join();
  await page.goto("/settings/profile");
  const field = page.getByLabel("Full name");
  await field.fill("M");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Full name must be at least 2 characters")).toBeVisible();
  await field.fill("Mara Holm");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Profile updated")).toBeVisible();
  await page.goto("/profile");
  await expect(page.getByText("Mara Holm", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(page.getByRole("dialog").getByLabel("Full name")).toHaveValue("Mara Holm");
});

test("sessions are listed and ended, and the password is changed with the current one", async ({
  join,
  baseURL,
}) => {
  const { page, email } = await join();
  const sessions = page.getByRole("main");
  const shown = sessions.getByText(/^(This session|Last active)/);
  for (let device = 0; device < 2; device++) await logInElsewhere(baseURL, email);
  await page.goto("/settings/sessions");
  await expect(sessions.getByText("This session")).toHaveCount(1);
  await expect(shown).toHaveCount(3);
  await sessions
    .getByRole("button", { name: /^End the session on/ })
    .first()
    .click();
  await expect(toast(page, "Session ended")).toBeVisible();
  await expect(shown).toHaveCount(2);
  await sessions.getByRole("button", { name: "End all other sessions" }).click();
  await expect(toast(page, "Other sessions ended")).toBeVisible();
  await expect(shown).toHaveCount(1);
  await expect(sessions.getByRole("button", { name: "End all other sessions" })).toBeHidden();

  await page.goto("/settings/password");
  const password = page.getByRole("main");
  const change = async (current: string) => {
    await password.getByLabel("Current password").fill(current);
    await password.getByLabel("New password").fill("blue hour");
    await password.getByRole("button", { name: "Change password" }).click();
  };
  await change("not the one");
  await expect(toast(page, "Update failed")).toBeVisible();
  await expect(password.getByText("Your current password is not right")).toBeVisible();
  await change(PASSWORD);
  await expect(toast(page, "Password changed")).toBeVisible();
  await expect(page).toHaveURL("/settings/account");
});

test("a new member is asked to confirm the email, and confirms it by the code", async ({ page }) => {
  const email = `${freshName("new")}@example.com`;
  const data = { email, fullName: "New One", password: PASSWORD };
  expect((await page.request.post("/api/auth/signup", { data })).status()).toBe(201);
  await page.goto("/feed");
  // A local run sends no mail.
  await expect(
    page.getByText("Your code is in the terminal of the server: confirm your email"),
  ).toBeVisible();
  await page.getByRole("link", { name: "confirm your email" }).click();
  await expect(page).toHaveURL("/settings/email");
  const mail = page.getByRole("main");
  await expect(mail.getByText(`Please confirm ${email}`)).toBeVisible();
  await expectAccessible(page, "the settings with an unconfirmed email", "main");
  const code = (await lastMailed(email, /Your code is \d{6}/)).slice(-6);
  await mail.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await mail.getByRole("button", { name: "Confirm" }).click();
  await expect(mail.getByText("This code is wrong or has expired.")).toBeVisible();
  await mail.getByLabel("Code").fill(code);
  await mail.getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Email confirmed")).toBeVisible();
  await expect(mail.getByLabel("Code")).toBeHidden();
  await expect(page.getByRole("link", { name: "confirm your email" })).toBeHidden();
});

test("the mail about a log-in with a new browser leads to a new password @desktop", async ({
  join,
  baseURL,
}) => {
  const { page, email } = await join();
  await logInElsewhere(baseURL, email);
  await page.goto(await linkTo(email, "secure-account"));
  await expect(page.getByRole("heading", { name: "Secure your account" })).toBeVisible();
  // Opening the link, as a mail scanner does, ends no session.
  expect((await page.request.get("/api/auth/me")).status()).toBe(200);
  await expectAccessible(page, "securing the account");
  await page.getByRole("button", { name: "Secure my account" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(toast(page, "Account secured")).toContainText("Please set a new password");
});

test("a new email can be cancelled, sent again, confirmed by its link, and undone by the old one", async ({
  join,
}) => {
  const { page, email } = await join();
  await page.goto("/settings/email");
  const mail = page.getByRole("main");
  const next = `${freshName("next")}@example.com`;
  const pending = mail.getByText(`Waiting for confirmation of ${next}`);
  const change = async () => {
    await mail.getByLabel("New email").fill(next);
    await mail.getByLabel("Current password").fill(PASSWORD);
    await mail.getByRole("button", { name: "Change email" }).click();
    await expect(pending).toBeVisible();
    await expect(mail.getByLabel("New email")).toHaveValue("");
  };
  await change();
  await mail.getByRole("button", { name: "Cancel" }).click();
  await expect(toast(page, "Change cancelled")).toBeVisible();
  await expect(pending).toBeHidden();
  await change();
  await expect(toast(page, "Email sent")).toBeVisible();
  await expectAccessible(page, "the settings with a new email", "main");
  const before = await linkTo(next, "confirm-email");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => linkTo(next, "confirm-email")).not.toBe(before);

  await page.goto(await linkTo(next, "confirm-email"));
  await expectAccessible(page, "confirming a new email");
  // Opening the link, as a mail scanner does, changes nothing.
  expect((await (await page.request.get("/api/auth/me")).json()).user.email).toBe(email);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page).toHaveURL("/settings/email");
  await expect(toast(page, "Email changed")).toBeVisible();
  await expect(mail.getByText(`You sign in with ${next}`)).toBeVisible();
  await expect(pending).toBeHidden();

  await page.goto(await linkTo(email, "undo-email"));
  await expectAccessible(page, "undoing a change of the email");
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(toast(page, "Email restored")).toBeVisible();
});

test("a visitor confirms a new email, and reads that a used link is no longer valid @desktop @all", async ({
  join,
  page: visitor,
}) => {
  const { page } = await join();
  const next = `${freshName("next")}@example.com`;
  const change = { data: { email: next, currentPassword: PASSWORD } };
  expect((await page.request.post("/api/account/email", change)).status()).toBe(204);
  const link = await linkTo(next, "confirm-email");
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Confirm email" }).click();
  await expect(visitor.getByRole("heading", { name: "Email changed" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Log in" })).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Go to settings" })).toBeVisible();
});

test("deleting the account needs its username and password, and deletes the drafts", async ({ join }) => {
  const member = await join();
  const { page, username } = member;
  await page.goto("/settings/delete");
  const drafts = () =>
    page.evaluate((keys) => Object.keys(localStorage).filter((key) => key.startsWith(keys)), POST_DRAFT_KEYS);
  await page.evaluate((key) => localStorage.setItem(key, "{}"), POST_DRAFT_KEYS + (await idOf(member)));
  const section = page.getByRole("main");
  await section.getByLabel("Your username").fill("someone.else");
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByRole("button", { name: "Delete my account" }).click();
  await expect(section.getByText("This is not your username")).toBeVisible();
  expect(await drafts()).toHaveLength(1);
  await section.getByLabel("Your username").fill(username);
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL("/");
  await expect(toast(page, "Account deleted")).toBeVisible();
  expect(await drafts()).toEqual([]);
});

test("the link in the mail resets a forgotten password", async ({ page: visitor, request }) => {
  const email = `${freshName("lost")}@example.com`;
  const member = { email, username: freshName("lost"), fullName: "Lost One" };
  expect((await request.post(MEMBERS_PATH, { data: member })).status()).toBe(201);
  await visitor.goto("/login");
  await visitor.getByRole("link", { name: "Forgot password?" }).click();
  await expect(visitor.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await visitor.getByLabel("Email").fill("nonsense");
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByText("Please enter a valid email")).toBeVisible();
  await visitor.getByLabel("Email").fill(email);
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(
    visitor.getByText("If that address belongs to an account, a link to set a new password is on its way."),
  ).toBeVisible();
  await visitor.goto(await linkTo(email, "reset-password"));
  await visitor.getByLabel("New password").fill("tiny");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByText("Password must be at least 6 characters")).toBeVisible();
  await visitor.getByLabel("New password").fill("first light");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor).toHaveURL("/login");
  await expect(toast(visitor, "Password changed")).toBeVisible();
});
