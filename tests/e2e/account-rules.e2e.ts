import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { gate } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";

test("sign-up shows each error at its field and focuses the first invalid field", async ({ page }) => {
  await page.goto("/signup");
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
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel("Full name")).toBeFocused();
  await page.getByLabel("Full name").fill("Mara Lind");
  await expect(page.getByText("Full name must be at least 2 characters")).toBeHidden();
});

for (const [title, path] of [
  ["Terms", "/terms"],
  ["Privacy", "/privacy"],
] as const) {
  test(`${path} names the operator and a contact`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText("Ada Lovelace, 12 Dorset Street, London runs this site.")).toBeVisible();
    await expect(page.getByRole("link", { name: "hello@photos.example" })).toHaveAttribute(
      "href",
      "mailto:hello@photos.example",
    );
  });
}

test("log-in shows each error at its field", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("mara@");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
});

test.describe("errors returned by the server", () => {
  test.use({ allowedErrors: [/status of 409/] });

  test("show in a toast and leave the form's values in place", async ({ page, join }) => {
    const taken = await join("taken");
    await page.goto("/signup");
    await page.getByLabel("Full name").fill("Mara Lind");
    await page.getByLabel("Email").fill(taken.email.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(toast(page, "Signup failed")).toContainText("This email is already in use.");
    await expect(page.getByLabel("Full name")).toHaveValue("Mara Lind");

    const email = `${freshName("late")}@example.com`;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/profile-setup");
    await page.getByLabel("Username").fill(taken.username.toUpperCase());
    await page.getByRole("button", { name: "Create profile" }).click();
    await expect(toast(page, "Profile setup failed")).toContainText("This username is already taken.");
  });
});

test.describe("a form whose request fails", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  interface Submission {
    action: string;
    button: string;
    busy: string;
    title: string;
    /** Accessible name of the form's region, on a page with several forms. */
    within?: string;
  }

  /** Submits the form, checks its busy state, then aborts the request. */
  async function failToSubmit(page: Page, { action, button, busy, title, within }: Submission) {
    const form = within ? page.getByRole("region", { name: within }) : page;
    const held = gate();
    await page.route(`**${action}.data*`, async (route) => {
      await held.passed;
      await route.abort();
    });
    await form.getByRole("button", { name: button, exact: true }).click();
    await expect(form.getByRole("button", { name: busy })).toBeVisible();
    held.open();
    await expect(toast(page, title)).toContainText("An error occurred");
    await expect(form.getByRole("button", { name: button, exact: true })).toBeEnabled();
    await page.unroute(`**${action}.data*`);
  }

  test("shows its busy state, then an error, and keeps its values", async ({ page }) => {
    const email = `${freshName("lost")}@example.com`;
    await page.goto("/login");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await failToSubmit(page, {
      action: "/login",
      button: "Log in",
      busy: "Logging in...",
      title: "Login failed",
    });
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);

    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("Full name").fill("Lost Once");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await failToSubmit(page, {
      action: "/signup",
      button: "Sign up",
      busy: "Creating account...",
      title: "Signup failed",
    });
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/profile-setup");

    await page.getByLabel("Bio").fill("Still here.");
    const setUp = { action: "/profile-setup", button: "Create profile", busy: "Creating profile..." };
    await failToSubmit(page, { ...setUp, title: "Profile setup failed" });
    await expect(page.getByLabel("Bio")).toHaveValue("Still here.");
    await page.getByRole("button", { name: "Create profile" }).click();
    await expect(page).toHaveURL("/feed");

    await page.goto("/settings");
    const next = page.getByLabel("New email");
    await next.fill("next@example.com");
    await page.getByRole("region", { name: "Email" }).getByLabel("Current password").fill(PASSWORD);
    const change = { action: "/settings", button: "Change email", busy: "Saving..." };
    await failToSubmit(page, { ...change, title: "Update failed" });
    await expect(next).toHaveValue("next@example.com");
    await failToSubmit(page, {
      action: "/settings",
      button: "Save",
      busy: "Saving...",
      title: "Update failed",
      within: "Presence",
    });
  });
});

test("profile setup validates its fields and uploads a profile picture", async ({ page, request }) => {
  const name = freshName("setup");
  await page.request.post("/api/auth/signup", {
    data: { email: `${name}@example.com`, fullName: "Set Up", password: PASSWORD },
  });
  await page.goto("/profile-setup");
  await expect(page.getByRole("heading", { name: "Set up your profile" })).toBeVisible();
  await page.getByLabel("Username").fill("no spaces");
  await page.getByLabel("Bio").fill("x".repeat(151));
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(
    page.getByText("Username can only contain letters, numbers, underscores, and dots."),
  ).toBeVisible();
  await expect(page.getByText("Bio must not be longer than 150 characters.")).toBeVisible();

  const picture = page.getByLabel("Profile picture", { exact: true });
  await picture.setInputFiles({
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
  });
  await expect(toast(page, "File too large")).toContainText("Please select an image smaller than 2MB");
  const buffer = await cameraJpeg({ width: 300, height: 300 });
  await picture.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Bio").fill("Mostly dusk.");
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(page).toHaveURL("/feed");
  const { user } = await (await page.request.get("/api/auth/me")).json();
  expect(user).toMatchObject({ username: name, bio: "Mostly dusk." });
  expect((await page.request.get(user.profileImage)).status()).toBe(200);
  expect((await request.get(user.profileImage)).status()).toBe(401);
});
