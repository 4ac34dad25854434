import { inEnglish } from "~/contract/messages";
import { COOKIES_NEEDED } from "~/contract/texts";
import { expectAccessible } from "./axe";
import { connect, sharePosts } from "./fixtures";
import { expect, PASSWORD, test } from "./test";

test("an empty feed offers first steps, people and posts, until the steps are done or dismissed @desktop", async ({
  join,
}) => {
  const [newcomer, neighbour] = [await join("new"), await join("noa")];
  await sharePosts(neighbour, [{ caption: "Lanterns on the water" }]);
  const { page } = newcomer;
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto("/feed");
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  const steps = page.getByRole("region", { name: "Make yourself at home" });
  await expect(steps.getByRole("link")).toHaveText([
    "Add a photo of yourself",
    "Connect with 3 people",
    "Share your first photo",
  ]);
  await expect(page.getByRole("heading", { name: "People you may know" })).toBeVisible();
  const posts = page.getByRole("region", { name: "Posts from Afterglow" });
  await expect(posts.getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page, "the feed of a new member");

  await test.step("a step that is done is marked", async () => {
    await sharePosts(newcomer, [{ caption: "My first" }]);
    await page.reload();
    await expect(page.getByText("My first")).toBeVisible();
    await expect(steps.getByRole("link")).toHaveCount(2);
    await expect(steps.getByText("Share your first photo (done)")).toBeVisible();
    await expect(posts).toHaveCount(0);
  });
  await test.step("a new connection counts at once, and no step has a request of its own", async () => {
    await connect(neighbour, newcomer);
    await expect(steps.getByText("1 of 3")).toBeVisible();
    expect(calls.filter((path) => path.startsWith("/api/users/profile/"))).toEqual([]);
  });
  await test.step("dismissed steps stay away", async () => {
    await steps.getByRole("button", { name: "Dismiss" }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("You're all caught up")).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});

test.describe("with cookies and storage blocked", () => {
  // The reply to the refused form.
  test.use({ allowedErrors: [/status of 403/] });

  test("log-in and sign-up say that they need cookies, and make no account @desktop", async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"])
        Object.defineProperty(window, name, { configurable: true, get });
      Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
    });
    const email = `no.cookies.${Date.now()}@example.com`;
    for (const [path, button] of [
      ["/signup", "Sign up"],
      ["/login", "Log in"],
    ] as const) {
      await page.goto(path);
      await expect(page.locator("form").getByRole("alert")).toHaveText(inEnglish(COOKIES_NEEDED));
      await context.clearCookies();
      if (path === "/signup") {
        await page.getByLabel("Full name").fill("No Cookies");
        await page.getByRole("checkbox").check();
      }
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      const reply = page.waitForResponse((one) => one.request().method() === "POST");
      await page.getByRole("button", { name: button, exact: true }).click();
      expect((await reply).status()).toBe(403);
      await expect(page).toHaveURL(path);
    }
    const { request } = context;
    const logIn = await request.post("/api/auth/login", { data: { email, password: PASSWORD } });
    expect(logIn.status()).toBe(401);
  });
});
