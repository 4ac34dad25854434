import sharp from "sharp";
import { cameraJpeg, secrets } from "../factories/photos";
import { expect, freshName, PASSWORD, test, toast } from "./test";

// Chromium logs the 404 replies of missing pages as errors.
test.use({ allowedErrors: [/status of 404|landing\/\w+\.webp/] });

test("a visitor signs up, sets up a profile and shares a photo, which is upright and free of metadata", async ({
  page,
  join,
}) => {
  const name = freshName("mara");
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).first().click();
  await page.getByLabel("Full name").fill("Mara Lind");
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign up" }).click();

  await expect(page).toHaveURL("/profile-setup");
  await expect(toast(page, "Account created")).toContainText("Please set up your profile");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Bio").fill("Mostly dusk.");
  await page.getByRole("button", { name: "Create profile" }).click();

  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Profile created")).toContainText("Your profile has been successfully set up");
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expect(
    page.getByText("Connect with people or create your first post to see content here."),
  ).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" }).click();
  await page
    .getByLabel("Image")
    .setInputFiles({ name: "dusk.jpg", mimeType: "image/jpeg", buffer: await cameraJpeg() });
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByLabel("Caption").fill("The light we stayed for.");
  await page.getByLabel("Location").fill("Tromsø");
  await page.getByLabel("Accessibility").fill("A warm gradient");
  await page.getByRole("button", { name: "Share" }).click();

  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Post created")).toBeVisible();
  const card = page.getByRole("feed").getByRole("article", { name });
  await expect(card).toContainText("The light we stayed for.");
  await expect(card).toContainText("Tromsø");
  await expect(card).toContainText("just now");
  const photo = card.getByRole("img", { name: "A warm gradient" });
  await expect(photo).toBeVisible();

  const url = (await photo.getAttribute("src")) ?? "";
  for (const variant of ["", "/feed", "/thumb"]) {
    const bytes = await (await page.request.get(url + variant)).body();
    const { width = 0, height = 0, format, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    // The camera's file is rotated by its EXIF orientation; upright it is taller than wide.
    expect(height, variant).toBeGreaterThan(width);
    expect({ format, exif, icc, xmp, orientation }).toEqual({ format: "webp" });
    for (const secret of Object.values(secrets)) expect(bytes.includes(secret)).toBe(false);
  }

  const stranger = await join("stranger");
  await stranger.page.goto("/feed");
  await expect(stranger.page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
});

test("a post opens from its URL and from the profile", async ({ join }) => {
  const { page, username } = await join();
  await sharePhoto(page, "On its own page");
  await page.getByRole("link", { name: /, view post$/ }).click();
  await expect(page.getByRole("heading", { name: `Post by ${username}` })).toBeAttached();
  await page.reload();
  await expect(page.getByText("On its own page")).toBeVisible();
  await page.getByRole("link", { name: "Back to feed" }).click();
  await expect(page).toHaveURL("/feed");

  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: username })).toBeVisible();
  await page.getByRole("region", { name: "Posts" }).getByRole("link").click();
  await expect(page.getByText("On its own page")).toBeVisible();
});

test("the landing page describes the product and links on, without JavaScript", async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  await expect(header.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
  await expect(page.getByRole("heading", { name: "Share moments, create memories" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Get Started" })).toHaveAttribute("href", "/signup");
  await expect(main.getByRole("link", { name: "Log in" })).toHaveAttribute("href", "/login");
  await expect(main.getByRole("link", { name: "See it in action" })).toHaveAttribute("href", "/signup");
  for (const feature of ["Connect & Share", "Seamless Messaging", "AI Image Creation"])
    await expect(main.getByRole("heading", { name: feature })).toBeVisible();
  const footer = page.getByRole("contentinfo");
  for (const column of ["Company", "Resources", "Legal"])
    expect(await footer.getByRole("navigation", { name: column }).getByRole("link").count()).toBeGreaterThan(
      1,
    );
  for (const [link, title] of [
    ["Terms", "Terms"],
    ["Privacy", "Privacy"],
  ] as const) {
    await page.goto("/");
    await footer.getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  }
  expect(await page.locator("script[type=module]").count()).toBe(0);
});

test("unknown pages, posts and profiles show a not-found page", async ({ page, join }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  const member = await join();
  await member.page.goto("/post/0190a6b2-0000-7000-8000-000000000000");
  await expect(member.page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
  await member.page.goto("/profile/nobody.by.this.name");
  await expect(member.page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
});
async function sharePhoto(page: import("@playwright/test").Page, caption: string) {
  await page.goto("/post");
  const buffer = await cameraJpeg({ width: 600, height: 400 });
  await page.getByLabel("Image").setInputFiles({ name: "small.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByLabel("Caption").fill(caption);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
}
