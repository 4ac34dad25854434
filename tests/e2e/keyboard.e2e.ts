import type { Locator, Page } from "@playwright/test";
import { photoFile, sharePosts } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";

/** Moves the focus to the target by pressing Tab only. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target, "is reached with Tab").toBeFocused();
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test("sign-up works with the keyboard alone, and every step is announced @desktop", async ({ page }) => {
  const name = freshName("mara");
  await page.goto("/");
  await press(page, page.getByRole("link", { name: "Sign up" }));
  await expect(page.getByRole("heading", { level: 1, name: "Create your account" })).toBeVisible();
  await type(page, page.getByRole("textbox", { name: "Full name" }), "Mara Lind");
  await type(page, page.getByRole("textbox", { name: "Email" }), `${name}@example.com`);
  await type(page, page.getByLabel("Password", { exact: true }), PASSWORD);
  await press(page, page.getByRole("checkbox"), "Space");
  await press(page, page.getByRole("button", { name: "Sign up" }));
  await expect(toast(page, "Account created")).toBeVisible();

  const username = page.getByRole("textbox", { name: "Username" });
  await tabTo(page, username);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Profile created")).toBeVisible();
});

test("sharing, liking, commenting and log-out work with the keyboard alone, and every step is announced @desktop", async ({
  join,
}) => {
  const { page, username: name } = await join();
  await page.goto("/feed");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await press(page, page.getByRole("main").getByRole("link", { name: "Create post" }));
  await expect(page.getByRole("heading", { level: 1, name: "Create a Post" })).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await press(page, page.getByLabel("Image"), "Space");
  await (await chooser).setFiles(await photoFile());
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await type(page, page.getByRole("textbox", { name: "Caption" }), "Found without a mouse");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(toast(page, "Post created")).toBeVisible();

  const card = page.getByRole("feed").getByRole("article", { name });
  const like = card.getByRole("button", { name: "Like" });
  await press(page, like);
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await type(page, card.getByRole("textbox", { name: /comment/i }), "Still here");
  await page.keyboard.press("Enter");
  await expect(card.getByRole("list", { name: "Comments" })).toContainText("Still here");

  await press(page, page.getByRole("button", { name: "Your menu" }));
  // The press that loads the menu focuses its first item, as later ones do.
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  // Closed and opened again within one task.
  await page.evaluate(async () => {
    const press = (target: Element | null, key: string) =>
      target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press(document.activeElement, "Escape");
    // React renders in a microtask.
    await null;
    press(document.querySelector("[aria-haspopup=menu][data-state]"), "Enter");
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Log out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("a navigation announces the new page and focuses it if nothing else has the focus @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const [older] = await sharePosts(mara, [{ caption: "One." }, { caption: "Two." }]);
  const announcement = (title: string) => page.getByRole("status").filter({ hasText: title });
  await page.goto(`/profile/${mara.username}`);
  const tile = page.locator(`a[href="/post/${older}"]`);
  await press(page, tile);
  await expect(page).toHaveURL(`/post/${older}`);
  await expect(announcement("Post · Afterglow")).toBeAttached();
  await expect(page).toHaveTitle("Post · Afterglow");
  await expect(page.getByRole("main")).toBeFocused();
  // A pressed link that stays mounted keeps the focus.
  const create = page.getByRole("banner").getByRole("link", { name: "Create with AI" });
  await create.press("Enter");
  await expect(announcement("Create with AI · Afterglow")).toBeAttached();
  await expect(create).toBeFocused();
  // Back neither announces the page nor moves the focus.
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Create with AI" })).toHaveCount(0);
  await expect(page).toHaveURL(`/post/${older}`);
  await expect(page.getByRole("main")).not.toBeFocused();
  await expect(announcement("Post · Afterglow")).toHaveCount(0);
  // A second visit replaces the node, because screen readers announce changes only.
  const before = await announcement("Create with AI · Afterglow").locator("span").elementHandle();
  await create.press("Enter");
  await expect(page).toHaveURL("/ai");
  await expect.poll(() => before?.evaluate((node) => node.isConnected)).toBe(false);
  await expect(announcement("Create with AI · Afterglow")).toBeAttached();
});
