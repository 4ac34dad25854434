import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, idOf, shareNumberedPosts } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";

test.use({ allowedErrors: [/status of (401|404|422)/] });

async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Returns the part of the last mail to an address that matches a pattern, from the server's log. */
async function lastMailed(email: string, pattern: RegExp): Promise<string> {
  const log = path.join(process.env.AFTERGLOW_E2E_STATE ?? "", "server.log");
  let found = "";
  await expect
    .poll(async () => {
      const mails = (await readFile(log, "utf8")).split("✉").filter((mail) => mail.includes(`To: ${email}`));
      found = mails.flatMap((mail) => mail.match(pattern)?.[0] ?? []).at(-1) ?? "";
      return found;
    })
    .not.toBe("");
  return found;
}

const linkTo = (email: string, page: string) => lastMailed(email, new RegExp(`/${page}\\?token=[\\w-]+`));

const region = (page: Page, name: string) => page.getByRole("region", { name });

test("the menu links to the settings; theme and presence are stored", async ({ join }) => {
  const { page } = await join();
  await page.goto("/feed");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("radio", { name: "System" })).toBeChecked();
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("ui-theme"))).toBe("dark");

  const hide = page.getByRole("checkbox", { name: "Hide my online status" });
  await hide.check();
  await region(page, "Presence").getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(hide).toBeChecked();
  await expectAccessible(page, "the settings");
});

test("ending a session logs the other browser out", async ({ join, page: phone }) => {
  const { page, email } = await join();
  await logIn(phone, email);
  await expect(phone).toHaveURL("/feed");
  await page.goto("/settings");
  const sessions = region(page, "Sessions");
  await expect(sessions.getByText("This session")).toHaveCount(1);
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: /End the session on Chrome/ }).click();
  await expect(toast(page, "Session ended")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(phone).toHaveURL("/login");
  await expect(sessions.getByRole("button", { name: "End all other sessions" })).toBeHidden();

  await logIn(phone, email);
  await expect(phone).toHaveURL("/feed");
  await page.reload();
  await sessions.getByRole("button", { name: "End all other sessions" }).click();
  await expect(toast(page, "Other sessions ended")).toBeVisible();
  await expect(phone).toHaveURL("/login");
});

test("changing the password needs the current one and ends the other sessions", async ({
  join,
  page: phone,
}) => {
  const { page, email } = await join();
  await logIn(phone, email);
  await expect(phone).toHaveURL("/feed");
  await page.goto("/settings");
  const password = region(page, "Password");
  await password.getByLabel("Current password").fill("not the one");
  await password.getByLabel("New password").fill("blue hour");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, "Update failed")).toBeVisible();
  await expect(password.getByText("Your current password is not right")).toBeVisible();
  await password.getByLabel("Current password").fill(PASSWORD);
  await password.getByLabel("New password").fill("blue hour");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(toast(page, "Password changed")).toBeVisible();
  await expect(password.getByLabel("New password")).toHaveValue("");
  await expect(phone).toHaveURL("/login");
});

test("a new member is asked to confirm the email, and confirms it by the code", async ({ page }) => {
  const email = `${freshName("new")}@example.com`;
  const data = { email, fullName: "New One", password: PASSWORD };
  expect((await page.request.post("/api/auth/signup", { data })).status()).toBe(201);
  await page.goto("/feed");
  await expectAccessible(page, "the banner of an unconfirmed email");
  // A local run sends no mail.
  await expect(
    page.getByText("Your code is in the terminal of the server: confirm your email"),
  ).toBeVisible();
  await page.getByRole("link", { name: "confirm your email" }).click();
  await expect(page).toHaveURL("/settings#email");
  const mail = region(page, "Email");
  await expect(mail.getByText(`Please confirm ${email}`)).toBeVisible();
  await expectAccessible(page, "the settings with an unconfirmed email");
  const code = (await lastMailed(email, /Your code is \d{6}/)).slice(-6);
  await mail.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await mail.getByRole("button", { name: "Confirm" }).click();
  await expect(mail.getByText("This code is wrong or has expired.")).toBeVisible();
  await mail.getByLabel("Code").fill(code);
  await mail.getByRole("button", { name: "Confirm" }).click();
  await expect(toast(page, "Email confirmed")).toBeVisible();
  await expect(mail.getByLabel("Code")).toBeHidden();
  await page.goto("/feed");
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "confirm your email" })).toBeHidden();
});

test("the mail about a log-in with a new browser secures the account @desktop", async ({
  join,
  page: phone,
}) => {
  const { page, email } = await join();
  await page.goto("/settings");
  await logIn(phone, email);
  await expect(phone).toHaveURL("/feed");
  const link = await linkTo(email, "secure-account");
  // Opening the link, as a mail scanner does, changes nothing.
  expect((await page.request.get(link)).headers()["referrer-policy"]).toBe("no-referrer");
  await page.reload();
  await expect(region(page, "Sessions").getByRole("listitem")).toHaveCount(2);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Secure your account" })).toBeVisible();
  await expectAccessible(page, "securing the account");
  await page.getByRole("button", { name: "Secure my account" }).click();
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(toast(page, "Account secured")).toContainText("Please set a new password");
  await expect(phone).toHaveURL("/login");
  await page.getByLabel("New password").fill("first light");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/login");
  await logIn(page, email, "first light");
  await expect(page).toHaveURL("/feed");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});

test("a new email takes effect when it is confirmed, and the old one can undo it", async ({
  join,
  page: phone,
}) => {
  const { page, email } = await join();
  await page.goto("/settings");
  const mail = region(page, "Email");
  const [first, next] = [`${freshName("first")}@example.com`, `${freshName("next")}@example.com`];
  for (const address of [first, next]) {
    await mail.getByLabel("New email").fill(address);
    await mail.getByLabel("Current password").fill(PASSWORD);
    await mail.getByRole("button", { name: "Change email" }).click();
    await expect(mail.getByText(`Waiting for confirmation of ${address}`)).toBeVisible();
    await expect(toast(page, "Mail sent")).toBeVisible();
    await expect(mail.getByLabel("New email")).toHaveValue("");
  }
  await expectAccessible(page, "the settings with a new email");
  const replaced = await linkTo(first, "confirm-email");
  const before = await linkTo(next, "confirm-email");
  await mail.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => linkTo(next, "confirm-email")).not.toBe(before);
  const link = await linkTo(next, "confirm-email");

  await phone.goto(replaced);
  await expect(phone.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(phone.getByRole("link", { name: "Go to settings" })).toBeVisible();
  await logIn(phone, email);
  await expect(phone).toHaveURL("/feed");

  // Opening the link, as a mail scanner does, changes nothing.
  const opened = await phone.request.get(link);
  expect(opened.headers()["cache-control"]).toBe("private, no-store");
  expect(opened.headers()["referrer-policy"]).toBe("no-referrer");
  await page.goto(link);
  await expectAccessible(page, "confirming a new email");
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(toast(page, "Email changed")).toBeVisible();
  await expect(mail.getByText(`You sign in with ${next}`)).toBeVisible();
  await expect(mail.getByText("Waiting for confirmation")).toBeHidden();
  await expect(phone).toHaveURL("/login");
  await logIn(phone, email);
  await expect(toast(phone, "Login failed")).toBeVisible();
  await logIn(phone, next);
  await expect(phone).toHaveURL("/feed");

  const undo = await linkTo(email, "undo-email");
  await phone.goto(undo);
  await expectAccessible(phone, "undoing a change of the email");
  await phone.getByRole("button", { name: "Undo the change" }).click();
  await expect(phone.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(toast(phone, "Email restored")).toBeVisible();
  await phone.getByLabel("New password").fill("first light");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone).toHaveURL("/login");
  await page.goto("/feed");
  await expect(page).toHaveURL("/login");
  await logIn(phone, email, "first light");
  await expect(phone).toHaveURL("/feed");
  await phone.goto(undo);
  await expect(phone.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});

test("a pending change of the email can be cancelled, and a visitor can confirm one @desktop", async ({
  join,
  page: visitor,
}) => {
  const { page } = await join();
  const next = `${freshName("next")}@example.com`;
  const change = { data: { email: next, currentPassword: PASSWORD } };
  const request = async () =>
    expect((await page.request.post("/api/account/email", change)).status()).toBe(204);
  await request();
  await page.goto("/settings");
  const pending = region(page, "Email").getByText(`Waiting for confirmation of ${next}`);
  await expect(pending).toBeVisible();
  const cancelled = await linkTo(next, "confirm-email");
  await visitor.goto(cancelled);
  await region(page, "Email").getByRole("button", { name: "Cancel" }).click();
  await expect(toast(page, "Change cancelled")).toBeVisible();
  await expect(pending).toBeHidden();
  await visitor.getByRole("button", { name: "Confirm email" }).click();
  await expect(toast(visitor, "Update failed")).toContainText("This link is no longer valid.");

  await request();
  await expect.poll(() => linkTo(next, "confirm-email")).not.toBe(cancelled);
  await visitor.goto(await linkTo(next, "confirm-email"));
  await visitor.getByRole("button", { name: "Confirm email" }).click();
  await expect(visitor.getByRole("heading", { name: "Email changed" })).toBeVisible();
  await visitor.getByRole("link", { name: "Log in" }).click();
  await visitor.getByLabel("Email").fill(next);
  await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await visitor.getByRole("button", { name: "Log in" }).click();
  await expect(visitor).toHaveURL("/feed");
  // The session that requested the change goes on.
  await page.reload();
  await expect(region(page, "Email").getByText(`You sign in with ${next}`)).toBeVisible();
});

test("the data export downloads all of the member's data as one zip", async ({ join }) => {
  const [mara, ivo] = [await join("mara"), await join("ivo")];
  const { page, username } = mara;
  await shareNumberedPosts(page, 2);
  await connect(mara, ivo);
  const attachment = { data: `data:text/plain;base64,${btoa("the tide is out")}`, name: "tide.txt" };
  const sent = await ivo.page.request.post(`/api/chat/messages/${await idOf(mara)}`, {
    data: { attachment },
  });
  expect(sent.status()).toBe(201);
  await page.goto("/settings");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^afterglow-${username}-.*\\.zip$`));
  const zip = await readFile(await file.path());
  expect(zip.subarray(0, 2).toString()).toBe("PK");
  for (const name of [
    "account.json",
    "posts.json",
    "messages.json",
    "photos/",
    "-tide.txt",
    "the tide is out",
  ])
    expect(zip.includes(name)).toBe(true);
  expect(zip.includes("Photo 2")).toBe(true);
  expect(zip.includes("WEBPVP8")).toBe(true);
  expect(zip.includes("scrypt$")).toBe(false);
});

test("deleting the account needs its username and password", async ({ join, page: visitor }) => {
  const { page, username, email } = await join();
  await page.goto("/post");
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("afterglow_draft_post")));
  await expect(async () => {
    await page.getByLabel("Caption").fill("Not shared");
    expect(await drafts()).toHaveLength(1);
  }).toPass();
  await page.goto("/settings");
  const section = region(page, "Delete account");
  await section.getByLabel("Your username").fill("someone.else");
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByRole("button", { name: "Delete my account" }).click();
  await expect(section.getByText("This is not your username")).toBeVisible();
  await section.getByLabel("Your username").fill(username);
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByRole("button", { name: "Delete my account" }).click();
  await expect(page).toHaveURL("/");
  await expect(toast(page, "Account deleted")).toBeVisible();
  expect(await drafts()).toEqual([]);
  await logIn(visitor, email);
  await expect(toast(visitor, "Login failed")).toBeVisible();
});

test("the link in the mail resets a forgotten password", async ({ join, page: visitor }) => {
  const { page, email } = await join();
  await visitor.goto("/login");
  await visitor.getByRole("link", { name: "Forgot password?" }).click();
  await expect(visitor.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await visitor.getByLabel("Email").fill("nonsense");
  await visitor.getByRole("button", { name: "Send link" }).click();
  await expect(visitor.getByText("Please enter a valid email")).toBeVisible();
  const notice = "If that address belongs to an account, a link to set a new password is on its way.";
  for (const address of ["nobody.here@example.com", email]) {
    await visitor.goto("/forgot-password");
    await visitor.getByLabel("Email").fill(address);
    await visitor.getByRole("button", { name: "Send link" }).click();
    await expect(visitor.getByText(notice)).toBeVisible();
  }
  const link = await linkTo(email, "reset-password");
  await visitor.goto(link);
  await visitor.getByLabel("New password").fill("tiny");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor.getByText("Password must be at least 6 characters")).toBeVisible();
  await visitor.getByLabel("New password").fill("first light");
  await visitor.getByRole("button", { name: "Set password" }).click();
  await expect(visitor).toHaveURL("/login");
  await expect(toast(visitor, "Password changed")).toBeVisible();
  await page.goto("/feed");
  await expect(page).toHaveURL("/login");
  await logIn(visitor, email, "first light");
  await expect(visitor).toHaveURL("/feed");

  await visitor.goto(link);
  await expect(visitor.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expectAccessible(visitor, "a link that is no longer valid");
});
