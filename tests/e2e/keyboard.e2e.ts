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

/** Presses Tab until the target has the focus. @returns each stop's name and the faults of its focus indicator */
async function tabStops(page: Page, target: Locator): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < 60) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(describeFocus));
    if (await target.evaluate((element) => element === document.activeElement)) return stops;
  }
  return stops;
}

function describeFocus(): string {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  const labels = isField ? [...(focused.labels ?? [])] : [];
  const isMarked = (element: Element) => getComputedStyle(element).outlineStyle === "solid";
  const isReachable = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const shown = [...labels, focused].find((element) => element && isMarked(element));
  const name = focused?.ariaLabel ?? labels[0]?.textContent ?? focused?.textContent ?? "";
  return `${name}${shown ? "" : ": no ring"}${!shown || isReachable(shown) ? "" : ": covered"}`;
}

test("a set is put together and shared with the keyboard alone, on a narrow window @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  await expect(input).toHaveJSProperty("multiple", true);
  await input.setInputFiles(await Promise.all(["a", "b", "c"].map((name) => photoFile(`${name}.jpg`))));
  const share = page.getByRole("button", { name: "Share", exact: true });
  const thumbnail = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(thumbnail("Photo 3 of 3, no alt text")).toBeVisible();

  await input.focus();
  expect(await tabStops(page, share)).toEqual([
    "Edit image",
    "Remove image",
    "Photo 1 of 3, no alt text",
    "Photo 2 of 3, no alt text",
    "Photo 3 of 3, no alt text",
    "Move earlier",
    "Move later",
    "Caption",
    "Accessibility0 of 3 described",
    "LocationAdd",
    "FrameOriginal",
    "Show camera data of the first photoAurora Optics Lumen X100",
    "Mark as sensitive",
    "Who can see itEveryone on Afterglow",
    "Share",
  ]);

  await tabTo(page, input);
  await press(page, thumbnail("Photo 3 of 3, no alt text"), "Shift+ArrowLeft");
  await expect(thumbnail("Photo 2 of 3, no alt text")).toBeFocused();
  await type(page, page.getByRole("textbox", { name: "Caption" }), "Three from the hut");
  await press(page, page.getByRole("button", { name: "Accessibility 0 of 3 described" }));
  await type(page, page.getByLabel("Accessibility"), "A gull");
  await press(page, page.getByRole("button", { name: "Next", exact: true }));
  await expect(page.getByLabel("Accessibility")).toBeFocused();
  await page.keyboard.type("A pier");
  await press(page, page.getByRole("button", { name: "Location Add" }));
  await type(page, page.getByLabel("Location"), "Oslo");
  await press(page, page.getByRole("button", { name: "Frame Original" }));
  await press(page, page.getByRole("radio", { name: "Original" }), "ArrowRight");
  await press(page, page.getByRole("checkbox", { name: "Mark as sensitive" }), "Space");
  await press(page, page.getByRole("button", { name: "Who can see it Everyone on Afterglow" }));
  await press(page, page.getByRole("radio", { name: "Everyone" }), "ArrowDown");

  await input.focus();
  expect((await tabStops(page, share)).filter((stop) => /: (no ring|covered)/.test(stop))).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Post created")).toBeVisible();
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({
    caption: "Three from the hut",
    location: "Oslo",
    frame: "4:5",
    cover: "owner",
    visibility: "connections",
  });
  expect(post.photos.map(({ altText }: { altText: string }) => altText)).toEqual(["A gull", "A pier", ""]);
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
