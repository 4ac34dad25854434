import { openRows, photoFile } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";

// Chromium logs the 404 replies of missing pages as errors.
test.use({ allowedErrors: [/status of 404|landing\/\w+\.webp/] });

test("a visitor signs up, sets up a profile, shares a photo and opens its post", async ({ page }) => {
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
  await page.getByLabel("Image").setInputFiles(await photoFile("dusk.jpg", 600, 400));
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByLabel("Caption").fill("The light we stayed for.");
  await openRows(page, "Location", "Accessibility");
  await page.getByLabel("Location").fill("Tromsø");
  await page.getByLabel("Accessibility").fill("A warm gradient");
  await page.getByRole("button", { name: "Share" }).click();

  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Post created")).toBeVisible();
  const card = page.getByRole("feed").getByRole("article", { name });
  await expect(card).toContainText("The light we stayed for.");
  await expect(card).toContainText("Tromsø");
  await expect(card).toContainText("just now");
  await expect(card.getByRole("img", { name: "A warm gradient" })).toBeVisible();

  await test.step("the post opens from the feed and from the profile", async () => {
    await card.getByRole("link", { name: /, view post$/ }).click();
    await expect(page.getByRole("heading", { name: `Post by ${name}` })).toBeAttached();
    await page.getByRole("link", { name: "Back to feed" }).click();
    await expect(page).toHaveURL("/feed");
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await page.getByRole("region", { name: "Posts" }).getByRole("link").click();
    await expect(page.getByText("The light we stayed for.")).toBeVisible();
    await expect(page.getByRole("heading", { name: `Post by ${name}` })).toBeAttached();
  });
});

test("the landing page describes the product and links on, without JavaScript @desktop", async ({ page }) => {
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
  for (const [link, to] of [
    ["About", "/about"],
    ["API", "/api/openapi.json"],
    ["Security", "/.well-known/security.txt"],
    ["Terms", "/terms"],
    ["Privacy", "/privacy"],
  ] as const)
    await expect(footer.getByRole("link", { name: link })).toHaveAttribute("href", to);
  expect(await page.locator("script[type=module]").count()).toBe(0);
});

test("unknown pages, posts, profiles and collections have a document that says so @desktop", async ({
  request,
  signIn,
}) => {
  const member = await signIn();
  for (const [path, title, by] of [
    ["/no/such/page", "404 Page Not Found", request],
    ["/post/0190a6b2-0000-7000-8000-000000000000", "Post Not Found", member.request],
    ["/profile/nobody.by.this.name", "User Not Found", member.request],
    ["/collections/0190a6b2-0000-7000-8000-000000000000", "Collection Not Found", member.request],
  ] as const) {
    const reply = await by.get(path);
    expect(reply.status(), path).toBe(404);
    expect(await reply.text(), path).toContain(title);
  }
});
