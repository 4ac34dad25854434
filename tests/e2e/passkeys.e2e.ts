import type { CDPSession, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expect, test, toast } from "./test";

test.use({ allowedErrors: [/status of (401|409|422)|no valid credentials/] });

const SECURITY = "/settings/security";

/** Gives a page an authenticator that verifies its member, as a laptop with a fingerprint reader does. */
async function addAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether somebody touches the authenticator when it asks. */
    setPresent: (enabled: boolean) =>
      cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    credentials: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the new passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
}

/** Logs in again, on the way to the settings. */
async function logInWithPasskey(
  page: Page,
  authenticator: Awaited<ReturnType<typeof addAuthenticator>>,
): Promise<void> {
  await authenticator.setPresent(false);
  await page.context().clearCookies();
  const options = "**/api/auth/passkey/options";
  const offered = page.waitForResponse(options);
  await page.goto("/login?next=%2Fsettings");
  await offered;
  await expect(page.getByLabel("Email")).toHaveAttribute("autocomplete", "username webauthn");
  // The authenticator answers the request of the button, which cancels the one in the autofill.
  await page.route(options, async (route) => {
    await authenticator.setPresent(true);
    await route.continue();
  });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/settings$|\/profile-setup/);
  await expect(toast(page, "Welcome back!")).toBeVisible();
  await page.unroute(options);
}

test("a passkey is added, renamed, used to log in and to confirm the identity, and removed @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const authenticator = await addAuthenticator(page);
  await page.goto(SECURITY);
  await expect(page.getByText("You have no passkeys.")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Please name this passkey")).toBeVisible();
  await addPasskey(page, "My laptop");
  await expect(page.getByText("My laptop", { exact: true })).toBeVisible();
  expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true }]);
  await page.getByText("Rename", { exact: true }).click();
  await page.getByLabel("New name").fill("Old laptop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Passkey renamed")).toBeVisible();
  await expect(page.getByText("Old laptop", { exact: true })).toBeVisible();
  await expectAccessible(page, "security settings");

  // The authenticator has a passkey of this account.
  await page.getByLabel("Name of the new passkey").fill("Another");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(toast(page, "Passkey failed")).toContainText(
    "This device has a passkey for your account already",
  );

  await page.goto("/settings/confirm?for=/settings/security");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(SECURITY);

  await logInWithPasskey(page, authenticator);
  await expect(page).toHaveURL("/settings");

  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(toast(page, "Passkey removed")).toBeVisible();
  // The page asks for passkeys in the autofill too.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.mediation ??= String(Reflect.get(options ?? {}, "mediation"));
      return get(options);
    };
  });
  await authenticator.setPresent(false);
  await page.context().clearCookies();
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("data-mediation", "conditional");
  await authenticator.setPresent(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(toast(page, "Login failed")).toContainText("This passkey could not be used.");
});

test("the passkey buttons do not move the forms when they appear @desktop @all", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
  const bare = await context.newPage();
  for (const [path, submit] of [
    ["/login", "Log in"],
    ["/signup", "Sign up"],
  ] as const) {
    const boxOf = (one: Page) => one.getByRole("button", { name: submit, exact: true }).boundingBox();
    await bare.goto(path);
    await page.goto(path);
    await expect(page.getByRole("button", { name: /^Use a passkey/ })).toBeVisible();
    expect(await boxOf(page)).toEqual(await boxOf(bare));
  }
  await context.close();
});

test("a visitor signs up with a passkey, changes the account with it, and sets a password @desktop", async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page);
  const email = `keyed.${Date.now().toString(36)}.${process.pid}@example.com`;
  await page.goto("/signup");
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expectAccessible(page, "sign-up with a passkey");
  // The browser's rules are those of the other way.
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Full name must be at least 2 characters")).toBeVisible();
  expect(await authenticator.credentials()).toEqual([]);
  await page.getByLabel("Full name").fill("Kay Lock");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/profile-setup");
  await expect(toast(page, "Account created")).toBeVisible();
  expect(await authenticator.credentials()).toMatchObject([
    { isResidentCredential: true, userName: email, userDisplayName: "Kay Lock" },
  ]);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove My passkey" }).click();
  await expect(page.getByText("This passkey is the only way into your account.")).toBeVisible();
  await page.goto("/settings/confirm?for=/settings/security");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveCount(0);

  await page.goto("/settings/password");
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await page.getByLabel("New password").fill("golden hour");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/settings/account");
  await page.goto("/settings/password");
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
});
