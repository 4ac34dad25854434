import type { Locator } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { gate, sharePosts } from "./fixtures";
import { expect, type Member, pauseClock, pressUntilVisible, test, toast } from "./test";
import { isHydrated } from "./translate";

/** Shares a post over the API. @returns the URL of its photo */
async function sharePost({ page }: Member, caption: string): Promise<string> {
  const photo = {
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: await cameraJpeg({ width: 600, height: 400 }),
  };
  const { url } = await (await page.request.post("/api/media", { multipart: { file: photo } })).json();
  expect((await page.request.post("/api/posts", { data: { mediaUrl: url, caption } })).status()).toBe(201);
  return url;
}

test.describe("the theme", () => {
  test("follows the system's setting, and the stored choice from the first paint on @desktop", async ({
    page,
  }) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    /** Returns the colour of the browser's bars: of the first `theme-color` whose `media` matches. */
    const barColour = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].find(
            ({ media }) => matchMedia(media).matches,
          )?.content,
      );
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/login");
    expect(await theme()).toBe("dark");
    expect(await barColour()).toBe("#110d18");
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(theme).toBe("light");
    expect(await barColour()).toBe("#fdf9f5");

    await page.evaluate(() => localStorage.setItem("ui-theme", "dark"));
    // Read as soon as the body exists, before the first paint.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        document.documentElement.dataset.themeAtBody = document.documentElement.dataset.theme;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset.themeAtBody)).toBe("dark");
    expect(await barColour()).toBe("#110d18");
  });
});

test("text boxes grow with their text in a browser without field-sizing @desktop @all", async ({ join }) => {
  const { page } = await join();
  await page.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...query: string[]) => query[0] !== "field-sizing" && Reflect.apply(supports, CSS, query);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("textarea { field-sizing: fixed !important }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.goto("/ai");
  const prompt = page.getByLabel("Describe your image");
  const height = () => prompt.evaluate((box: HTMLTextAreaElement) => box.offsetHeight);
  const lowest = await height();
  await expect(async () => {
    await prompt.fill("A lighthouse\n".repeat(8));
    expect(await height()).toBeGreaterThan(lowest + 50);
  }).toPass();
  // A text that code sets.
  await page
    .getByRole("region", { name: "AI Image Creator" })
    .getByRole("listitem")
    .first()
    .getByRole("button")
    .click();
  await expect.poll(height).toBe(lowest);
});

test("replays a tap from before hydration once the page is hydrated @desktop", async ({ join }) => {
  const { page } = await join();
  const scripts = gate();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await scripts.passed;
    await route.continue();
  });
  await page.goto("/post", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Notifications" });
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  scripts.open();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
});

test("a press on a time lasts through hydration, which brings the time of the browser's clock @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
  const scripts = gate();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await scripts.passed;
    await route.continue();
  });
  await page.goto("/feed", { waitUntil: "commit" });
  await page.getByText("just now").hover();
  await page.mouse.down();
  scripts.open();
  await expect(page.getByText("3 hours ago")).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(`/post/${postId}`);
});

test("a toast shows for five seconds, one at a time, stays while hovered, has its place, and goes by a swipe", async ({
  join,
  isMobile,
}) => {
  const { page } = await join();
  await page.clock.install();
  await page.goto("/post");
  // A press before hydration waits for a timer.
  await page.waitForFunction(isHydrated);
  await pauseClock(page);
  /** Waits for a toast, and runs the frames that it needs to enter. */
  const appears = (shown: Locator) =>
    expect(async () => {
      await page.clock.runFor(50);
      await expect(shown).toBeVisible({ timeout: 100 });
    }).toPass();
  await page.getByRole("button", { name: "Share" }).click();
  const shown = toast(page, "Image required");
  const card = page.getByRole("button", { name: "Dismiss" }).locator("..");
  await appears(shown);

  await test.step("below the top bar of small screens and at the bottom right of wide ones", async () => {
    await expect
      .poll(async () => {
        const box = await page.getByText("Image required").boundingBox();
        const size = page.viewportSize();
        if (!box || !size) return null;
        return { top: box.y < size.height / 2, right: box.x > size.width / 2 };
      })
      .toEqual({ top: isMobile, right: !isMobile });
    const { width = 0, y = 0 } = (await card.boundingBox()) ?? {};
    expect(width).toBe(isMobile ? 390 - 2 * 16 : 420);
    const bar = await page.locator(".top-bar").boundingBox();
    expect(y).toBeGreaterThan(bar?.height ?? Number.NaN);
  });

  await page.clock.runFor(4000);
  await expect(shown).toBeVisible();
  await page
    .getByLabel("Image")
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(11e6) });
  await appears(toast(page, "File too large"));
  await expect(shown).toBeHidden();
  if (!isMobile) {
    await toast(page, "File too large").getByText("File too large").hover();
    await page.clock.runFor(10_000);
    await expect(toast(page, "File too large")).toBeVisible();
    await page.mouse.move(0, 0);
  }
  await page.clock.runFor(5100);
  await expect(toast(page, "File too large")).toBeHidden();

  await page.getByRole("button", { name: "Share" }).click();
  await appears(shown);
  const touch = { pointerType: "touch", clientY: 100, bubbles: true };
  await card.dispatchEvent("pointerdown", { ...touch, clientX: 200 });
  await card.dispatchEvent("pointerup", { ...touch, clientX: 230 });
  await expect(shown).toBeVisible();
  await card.dispatchEvent("pointerdown", { ...touch, clientX: 200 });
  await card.dispatchEvent("pointerup", { ...touch, clientX: 260 });
  await expect(shown).toBeHidden();
});

test("a tooltip opens after 700 ms, and stays hidden while the popover of its control is open @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.clock.install();
  await page.goto("/feed");
  const bell = page.getByRole("banner").getByRole("button", { name: "Notifications" });
  const ofBell = page.locator("[aria-hidden]").getByText("Notifications", { exact: true });
  await bell.hover();
  await page.clock.fastForward(1000);
  await expect(ofBell).toBeVisible();
  await bell.click();
  await expect(page.getByText("No notifications yet")).toBeVisible();
  await bell.hover({ force: true });
  await page.clock.fastForward(1000);
  await expect(ofBell).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No notifications yet")).toBeHidden();

  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" });
  await pauseClock(page);
  const tooltip = page.locator("[aria-hidden]").getByText("Create post", { exact: true });
  await link.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toBeHidden();
  await page.clock.runFor(100);
  await expect(tooltip).toBeVisible();
});

test.describe("a photo that fails to load", () => {
  test.use({ allowedErrors: [/net::ERR_FAILED/] });

  test("shows its caption, or an error text, and is retried once after two seconds @desktop", async ({
    join,
  }) => {
    const member = await join();
    const { page } = member;
    const url = await sharePost(member, "What you would have seen");
    await sharePost(member, "");
    // The time stands: a page that loads slowly would retry before the test looks.
    await page.clock.install();
    await pauseClock(page);
    const requests: string[] = [];
    await page.route(/\/media\//, (route) => {
      const { pathname } = new URL(route.request().url());
      const isRetry = requests.includes(pathname);
      requests.push(pathname);
      return isRetry && pathname.startsWith(url) ? route.continue() : route.abort();
    });
    await page.goto("/feed");
    const photo = page.getByRole("img", { name: "What you would have seen" });
    const boxes = page.getByRole("link", { name: /, view photo$/ });
    await expect(boxes.getByText("What you would have seen")).toBeVisible();
    await expect(page.getByText("Image unavailable")).toBeVisible();
    const before = requests.length;
    await page.clock.runFor(1500);
    expect(requests).toHaveLength(before);
    await page.clock.runFor(600);
    await expect
      .poll(() => photo.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByText("Image unavailable")).toBeVisible();
    await page.clock.runFor(5000);
    expect(requests).toHaveLength(before + 2);
  });
});

test.describe("in production", () => {
  test.use({ allowedErrors: [/status of 404/] });

  test("the design page does not exist @desktop", async ({ page }) => {
    await page.goto("/design");
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  });
});

test("Edit post and Report ask before Esc, a press outside or Back discards words @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  const { page } = mara;
  const [own] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const [other] = await sharePosts(noa, [{ caption: "Dawn" }]);
  const ways = {
    Esc: () => page.keyboard.press("Escape"),
    "a press outside": () => page.mouse.click(5, 5),
    Back: () => page.goBack({ waitUntil: "commit" }),
  };
  for (const { post, title, item, field, names } of [
    {
      post: own,
      item: "Edit post",
      title: "Edit post",
      field: "Caption",
      names: ["a press outside", "Back"],
    },
    { post: other, item: "Report", title: "Report this post", field: "Details", names: ["Esc"] },
  ] as const) {
    await page.goto(`/post/${post}`);
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    const dialog = page.getByRole("dialog", { name: title });
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    const words = dialog.getByLabel(field);
    await words.fill("Two gulls at dusk");
    for (const name of names) {
      await pressUntilVisible(ways[name], question, name);
      await question.getByRole("button", { name: "Keep editing" }).click();
      await expect(question).toBeHidden();
      await expect(words).toHaveValue("Two gulls at dusk");
    }
    await pressUntilVisible(ways.Esc, question, "Esc");
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/post/${post}`);
  }
});
