import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { testOnOwnServer } from "./own-server";
import { expect, type Member, PASSWORD, toast } from "./test";

// A server of its own: the tests of the other files sign up on the shared one.
const test = testOnOwnServer();

test.use({
  // Chromium logs the refused forms as errors.
  allowedErrors: [/status of 4(03|22)/],
});

const TEXT = "We open again on Monday.\n<b>Write to us</b>";

/** Chooses who can sign up, at the desk. */
async function choose({ page }: Member, label: string, text = ""): Promise<void> {
  await page.goto("/moderation/site");
  const part = page.getByRole("region", { name: "Sign-ups" });
  await part.getByLabel(label, { exact: true }).check();
  await part.getByLabel("Text on the sign-up page").fill(text);
  await part.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await expect(part.getByLabel(label, { exact: true })).toBeChecked();
}

/** Fills in the sign-up form and sends it. */
async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("I agree").check();
  await page.getByRole("button", { name: "Sign up" }).click();
}

test("an admin closes sign-ups, with a text for visitors, and opens them again @desktop", async ({
  join,
  page: visitor,
}) => {
  const [root, mo] = [await join("root", { role: "admin" }), await join("mo", { role: "moderator" })];
  // The form is open while an admin closes sign-ups: it is refused, and keeps what was typed.
  await visitor.goto("/signup");
  await choose(root, "Nobody", TEXT);
  await expectAccessible(root.page, "the settings of sign-ups");
  await signUp(visitor, "Late");
  await expect(toast(visitor, "Signup failed")).toContainText("Sign-ups are closed at the moment.");
  await expect(visitor.getByLabel("Full name")).toHaveValue("Late");

  await visitor.goto("/");
  await visitor.getByRole("link", { name: "Get Started" }).first().click();
  await expect(visitor.getByRole("heading", { name: "Sign-ups are closed" })).toBeVisible();
  // Markup in the operator's text is text.
  await expect(visitor.getByText("<b>Write to us</b>")).toBeVisible();
  await expect(visitor.getByLabel("Full name")).toHaveCount(0);
  await expectAccessible(visitor, "closed sign-ups");
  await visitor.getByRole("link", { name: "Log in" }).click();
  await expect(visitor).toHaveURL("/login");
  await visitor.goto("/signup");
  await visitor.getByRole("link", { name: "What is Afterglow?" }).click();
  await expect(visitor).toHaveURL("/");

  // A moderator sees the setting, and cannot change it.
  await mo.page.goto("/moderation/site");
  const part = mo.page.getByRole("region", { name: "Sign-ups" });
  await expect(part.getByText("Only admins can change this.")).toBeVisible();
  await expect(part.getByRole("button")).toHaveCount(0);
  await mo.page.goto("/moderation/log");
  await expect(mo.page.getByRole("listitem").first()).toContainText("Sign-ups changed · Site · closed");

  await choose(root, "Everyone");
  await visitor.goto("/signup");
  await signUp(visitor, "Early");
  await expect(visitor).toHaveURL("/profile-setup");
});

test("the form of the desk works without JavaScript, and shows what is wrong at the text @desktop @all", async ({
  join,
  browser,
  baseURL,
}) => {
  const root = await join("root", { role: "admin" });
  const state = await root.request.storageState();
  const context = await browser.newContext({ baseURL, storageState: state, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/moderation/site");
  const part = page.getByRole("region", { name: "Sign-ups" });
  await part.getByLabel("Nobody", { exact: true }).check();
  await part.getByLabel("Text on the sign-up page").fill("a".repeat(501));
  await part.getByRole("button", { name: "Save" }).click();
  const text = part.getByLabel("Text on the sign-up page");
  await expect(text).toHaveAccessibleDescription(/must not be longer than 500 characters/);
  await expect(text).toHaveValue("a".repeat(501));
  await expect(part.getByLabel("Nobody", { exact: true })).toBeChecked();
  await text.fill("Back soon");
  await part.getByRole("button", { name: "Save" }).click();
  await expect(part.getByLabel("Text on the sign-up page")).toHaveValue("Back soon");
  await expect(part.getByLabel("Nobody", { exact: true })).toBeChecked();
  await context.close();
});

test("a member invites somebody by a link, who signs up with it once; a revoked one is refused @desktop", async ({
  join,
  page: visitor,
}) => {
  const [root, ada] = [await join("root", { role: "admin" }), await join("ada")];
  const { page } = ada;
  await page.goto("/settings/account");
  await expect(page.getByRole("link", { name: "Sessions" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Invitations/ })).toHaveCount(0);
  await page.goto("/settings?q=invite");
  await expect(page.getByText("No settings found")).toBeVisible();
  await choose(root, "People with an invitation");
  await visitor.goto("/signup");
  await expect(visitor.getByRole("heading", { name: "You need an invitation" })).toBeVisible();
  await expectAccessible(visitor, "a sign-up without an invitation");

  await page.goto("/settings?q=invite");
  await page
    .getByRole("link", { name: /^Invitations/ })
    .first()
    .click();
  await page.getByLabel("People who can use the link").fill("21");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByLabel("People who can use the link")).toBeFocused();
  await page.getByLabel("People who can use the link").fill("1");
  const link = page.getByLabel("Invitation link");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByText("Your link is ready.")).toBeVisible();
  const first = await link.inputValue();
  await expect(page.getByText("0 of 1 person joined")).toHaveCount(1);
  await expectAccessible(page, "a new invitation");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(link).not.toHaveValue(first);
  const second = await link.inputValue();

  await visitor.goto(first);
  await expect(visitor.getByText(`${ada.username} has invited you.`)).toBeVisible();
  await signUp(visitor, "Grace");
  await expect(visitor).toHaveURL("/profile-setup");
  await visitor.context().clearCookies();
  await visitor.goto(first);
  await expect(visitor.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await expectAccessible(visitor, "a used invitation");

  await page.reload();
  await expect(page.getByRole("region", { name: "Joined with your links" })).toContainText("Grace");
  await page.getByRole("button", { name: /^Revoke the link/ }).click();
  await expect(toast(page, "Invitation revoked")).toBeVisible();
  await expect(page.getByText("0 of 1 person joined")).toHaveCount(0);
  await visitor.goto(second);
  await expect(visitor.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
});

test("a moderator approves a person who then logs in, and declines another @desktop", async ({
  join,
  page: visitor,
}) => {
  const [root, mo] = [await join("root", { role: "admin" }), await join("mo", { role: "moderator" })];
  await choose(root, "People whom a moderator approves");
  await visitor.goto("/signup");
  const reason = visitor.getByLabel("Why would you like to join?");
  await signUp(visitor, "Hopeful");
  await expect(reason).toHaveAccessibleDescription("Please tell us why you would like to join.");
  await expectAccessible(visitor, "a sign-up that needs a reason");
  await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await reason.fill("I take photos of harbours");
  await visitor.getByRole("button", { name: "Sign up" }).click();
  await expect(visitor.getByRole("heading", { name: "Your request is sent" })).toBeVisible();
  await expectAccessible(visitor, "a request to join");

  const logIn = async () => {
    await visitor.goto("/login");
    await visitor.getByLabel("Email").fill("hopeful@example.com");
    await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await visitor.getByRole("button", { name: "Log in", exact: true }).click();
  };
  await logIn();
  await expect(toast(visitor, "Login failed")).toContainText("Your account waits for approval.");

  const data = { email: "other@example.com", fullName: "Other", password: PASSWORD, reason: "Buy my shoes" };
  expect((await visitor.request.post("/api/auth/signup", { data })).status()).toBe(201);
  const { page } = mo;
  await page.goto("/moderation");
  await page.getByRole("link", { name: "Sign-ups · 2" }).click();
  await expect(page.getByText("I take photos of harbours")).toBeVisible();
  await expectAccessible(page, "people who wait for approval");
  await page.getByRole("button", { name: "Approve Hopeful" }).click();
  await expect(toast(page, "Decision stored")).toBeVisible();
  await expect(page.getByText("I take photos of harbours")).toHaveCount(0);
  await page.getByRole("button", { name: "Decline Other…" }).click();
  const question = page.getByRole("alertdialog", { name: "Decline Other?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Nobody waits for approval.")).toBeVisible();

  await logIn();
  await expect(visitor).toHaveURL("/profile-setup");
});
