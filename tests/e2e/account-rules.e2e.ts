import type { Page } from "@playwright/test";
import { gate, photoFile } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";

test("the text pages name the operator and a contact", async ({ request }) => {
  for (const path of ["/about", "/terms", "/privacy"]) {
    const document = await (await request.get(path)).text();
    expect(document, path).toContain("Ada Lovelace, 12 Dorset Street, London");
    expect(document, path).toContain('href="mailto:hello@photos.example"');
  }
});

interface Submission {
  action: string;
  button: string;
  busy: string;
  title: string;
}

/** Submits the form, checks its busy state, then aborts the request. */
async function failToSubmit(page: Page, { action, button, busy, title }: Submission) {
  const held = gate();
  await page.route(`**${action}.data*`, async (route) => {
    await held.passed;
    await route.abort();
  });
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("button", { name: busy })).toBeVisible();
  held.open();
  await expect(toast(page, title)).toContainText("An error occurred");
  await expect(page.getByRole("button", { name: button, exact: true })).toBeEnabled();
  await page.unroute(`**${action}.data*`);
}

test.describe("account forms", () => {
  test.use({ allowedErrors: [/ERR_FAILED|status of 409/] });

  test("show each error at its field, and keep their values when a request fails or is refused", async ({
    page,
    signIn,
  }) => {
    const taken = await signIn("taken");
    const name = freshName("late");
    const email = `${name}@example.com`;
    const password = page.getByLabel("Password", { exact: true });

    await test.step("log-in", async () => {
      await page.goto("/login");
      await page.getByLabel("Email").fill("mara@");
      await password.fill("12345");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByText("Please enter a valid email")).toBeVisible();
      await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
      await page.getByRole("button", { name: "Show password" }).click();
      await expect(password).toHaveAttribute("type", "text");
      await page.getByLabel("Email").fill(email);
      await password.fill(PASSWORD);
      const submission = { action: "/login", button: "Log in", busy: "Logging in...", title: "Login failed" };
      await failToSubmit(page, submission);
      await expect(page.getByLabel("Email")).toHaveValue(email);
      await expect(password).toHaveValue(PASSWORD);
    });

    await test.step("sign-up", async () => {
      await page.getByRole("link", { name: "Sign up" }).click();
      await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
      for (const [link, to] of [
        ["terms", "/terms"],
        ["privacy policy", "/privacy"],
        ["Log in", "/login"],
      ] as const)
        await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", to);
      await page.getByRole("button", { name: "Sign up" }).click();
      for (const message of [
        "Full name must be at least 2 characters",
        "Please enter a valid email",
        "Password must be at least 6 characters",
        "You must agree to the terms and conditions",
      ])
        await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByLabel("Full name")).toBeFocused();
      await page.getByLabel("Full name").fill("Mara Lind");
      await expect(page.getByText("Full name must be at least 2 characters")).toBeHidden();
      await page.getByLabel("Email").fill(taken.email.toUpperCase());
      await password.fill(PASSWORD);
      await page.getByRole("checkbox").check();
      const submission = {
        action: "/signup",
        button: "Sign up",
        busy: "Creating account...",
        title: "Signup failed",
      };
      await failToSubmit(page, submission);
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.getByRole("button", { name: "Sign up" }).click();
      await expect(toast(page, "Signup failed")).toContainText("This email is already in use.");
      await expect(page.getByLabel("Full name")).toHaveValue("Mara Lind");
      await page.getByLabel("Email").fill(email);
      await password.fill(PASSWORD);
      await page.getByRole("button", { name: "Sign up" }).click();
      await expect(page).toHaveURL("/profile-setup");
    });

    await test.step("profile setup", async () => {
      const [username, bio] = [page.getByLabel("Username"), page.getByLabel("Bio")];
      const create = page.getByRole("button", { name: "Create profile" });
      await expect(page.getByRole("heading", { name: "Set up your profile" })).toBeVisible();
      await username.fill("no spaces");
      await bio.fill("x".repeat(151));
      await create.click();
      await expect(
        // The live region of the check says it too.
        page.getByText("Username can only contain letters, numbers, underscores, and dots.").first(),
      ).toBeVisible();
      await expect(page.getByText("Bio must not be longer than 150 characters.")).toBeVisible();
      await bio.fill("Mostly dusk.");
      await username.fill(taken.username.toUpperCase());
      await create.click();
      await expect(toast(page, "Profile setup failed")).toContainText("This username is already taken.");
      await page.getByRole("button", { name: "Dismiss" }).click();

      const picture = page.getByLabel("Profile picture", { exact: true });
      const tooLarge = Buffer.alloc(2 * 1024 * 1024 + 1);
      await picture.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: tooLarge });
      await expect(toast(page, "File too large")).toContainText("Please select an image smaller than 2MB");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await picture.setInputFiles(await photoFile("a.jpg", 300, 300));
      await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
      await username.fill(name);
      const submission = { action: "/profile-setup", button: "Create profile", busy: "Creating profile..." };
      await failToSubmit(page, { ...submission, title: "Profile setup failed" });
      await expect(bio).toHaveValue("Mostly dusk.");
      await create.click();
      await expect(page).toHaveURL("/feed");
      const { user } = await (await page.request.get("/api/auth/me")).json();
      expect(user).toMatchObject({ username: name, bio: "Mostly dusk." });
      expect((await page.request.get(user.profileImage)).status()).toBe(200);
    });

    await test.step("settings", async () => {
      await page.goto("/settings/email");
      const next = page.getByLabel("New email");
      await next.fill("next@example.com");
      await page.getByLabel("Current password").fill(PASSWORD);
      const submission = { action: "/settings/email", busy: "Saving...", title: "Update failed" };
      await failToSubmit(page, { ...submission, button: "Change email" });
      await expect(next).toHaveValue("next@example.com");
    });
  });
});

test.describe("the check of a form", () => {
  test.use({ allowedErrors: [/ERR_FAILED|status of 422/] });

  test("validates a field that was left before it was loaded, and leaves it to the server when it cannot be loaded @desktop", async ({
    page,
  }) => {
    const error = page.getByText("Please enter a valid email");
    const held = gate();
    await page.route("**/assets/form-checks*", async (route) => {
      await held.passed;
      await route.continue();
    });
    await page.goto("/login");
    await page.getByLabel("Email").fill("mara@");
    await page.getByLabel("Password", { exact: true }).focus();
    // A submission waits for the check, and says so at once.
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
    held.open();
    await expect(error).toBeVisible();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();

    await page.unroute("**/assets/form-checks*");
    await page.route("**/assets/form-checks*", (route) => route.abort());
    await page.goto("/login");
    await page.getByLabel("Email").fill("mara@");
    const sent = page.waitForResponse((response) => response.status() === 422);
    await page.getByRole("button", { name: "Log in" }).click();
    await sent;
    await expect(error).toBeVisible();
  });
});
