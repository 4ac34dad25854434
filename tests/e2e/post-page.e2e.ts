import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addComment, photoFile, sharePosts, shareSeveral } from "./fixtures";
import { expect, type Session, test } from "./test";

const box = (page: Page) => page.getByRole("textbox", { name: "Add a comment" });
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });

/** Shares a post with a photo of that size. @returns its id */
async function shareSized({ request }: Session, width: number, height: number): Promise<string> {
  const file = await photoFile("sized.jpg", height, width);
  const { url } = await (await request.post("/api/media", { multipart: { file } })).json();
  return (await (await request.post("/api/posts", { data: { mediaUrl: url } })).json()).id;
}

/** Returns the box of the photo, in whole pixels. */
const photoOf = (page: Page) =>
  page
    .getByRole("article")
    .getByRole("img", { name: /^Photo/ })
    .first()
    .evaluate((image: HTMLImageElement) => {
      const { left, width, height } = image.getBoundingClientRect();
      return { left: Math.round(left), width: Math.round(width), height: Math.round(height) };
    });

test("the photo has the window, and comments scroll beside it above their box @desktop", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const [wide, tall, small] = [
    await shareSized(mara, 2400, 1600),
    await shareSized(mara, 1000, 2400),
    await shareSized(mara, 420, 300),
  ];
  for (let n = 1; n <= 20; n++) await addComment(mara, wide, `Comment ${n}`);
  await page.setViewportSize({ width: 1920, height: 1080 });

  await page.goto(`/post/${wide}`);
  expect(await photoOf(page)).toEqual({ left: 0, width: 1520, height: 1013 });
  const image = page.getByRole("article").getByRole("img").first();
  // The largest variant.
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.currentSrc))
    .toMatch(/\/media\/[^/]+$/);
  const last = page.getByText("Comment 20");
  await expect(last).not.toBeInViewport();
  await last.scrollIntoViewIfNeeded();
  await expect(box(page)).toBeInViewport();
  await expect(image).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page, "the photo beside its comments");

  await page.goto(`/post/${tall}`);
  expect((await photoOf(page)).height).toBe(1015);
  await page.goto(`/post/${small}`);
  expect(await photoOf(page)).toMatchObject({ width: 420, height: 300 });

  await page.setViewportSize({ width: 1280, height: 480 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(480);
});

test("previous and next stay within the page from which the member came, also in the viewer, and Back leads to it @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const tag = `dusk${Date.now().toString(36)}`;
  const [first] = await sharePosts(mara, [
    { caption: `One #${tag}`, altText: "One" },
    { caption: "Untagged" },
  ]);
  const second = await shareSeveral(noah, 2, { caption: `Two #${tag}` });
  const [third] = await sharePosts(mara, [{ caption: `Three #${tag}`, altText: "Three" }]);
  await page.goto(`/tag/${tag}`);
  const tiles = page.getByRole("main").getByRole("list").getByRole("link");
  await tiles.first().click();
  await expect(page).toHaveURL(`/post/${third}`);
  await expect(page.getByRole("link", { name: "Next post" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous post" })).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`/post/${second}`);
  await page.getByRole("link", { name: "Next post" }).click();
  await expect(page).toHaveURL(`/post/${first}`);
  await expect(page.getByRole("link", { name: "Next post" })).toHaveCount(0);

  await test.step("the viewer", async () => {
    const status = viewer(page).getByRole("status");
    await page.getByRole("link", { name: "One, view photo" }).press("Enter");
    await expect(status).toHaveText("One");
    await expect(viewer(page).getByRole("button", { name: "Previous photo" })).toBeEnabled();
    await page.keyboard.press("ArrowLeft");
    await expect(status).toHaveText("Photo 2 of 2: Photo 2");
    await page.keyboard.press("ArrowLeft");
    await expect(status).toHaveText("Photo 1 of 2: Photo 1");
    await expect(viewer(page).getByText("1 / 2")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`/post/${second}`);
    await expect(page.getByText(`Two #${tag}`)).toBeVisible();
    // Another overlay on the page that replaced the viewer's entry.
    await page.getByRole("link", { name: "Photo 1, view photo" }).press("Enter");
    await expect(status).toHaveText("Photo 1 of 2: Photo 1");
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
  });
  await page.getByRole("link", { name: `Back to #${tag}` }).click();
  await expect(page).toHaveURL(`/tag/${tag}`);
  await expect(tiles).toHaveCount(3);

  await test.step("the author's posts after a reload", async () => {
    await tiles.first().click();
    await expect(page).toHaveURL(`/post/${third}`);
    await page.reload();
    await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
    await page.getByRole("link", { name: "Next post" }).click();
    await expect(page.getByText("Untagged")).toBeVisible();
    await page.goto(`/post/${third}`);
    await page.getByRole("link", { name: "Three, view photo" }).press("Enter");
    const status = viewer(page).getByRole("status");
    for (const photo of [/Untagged/, "One"]) {
      await expect(viewer(page).getByRole("button", { name: "Next photo" })).toBeEnabled();
      await page.keyboard.press("ArrowRight");
      await expect(status).toHaveText(photo);
    }
    await expect(viewer(page).getByRole("button", { name: "Next photo" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`/post/${first}`);
  });
});

test("a printed post has all photos, author, caption and address, a printed feed its photos, and neither has controls @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 4, { caption: "Four evenings" });
  await addComment(mara, id, "What a light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`/post/${id}`);
  await expect(page.getByText("1/4")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  for (const photo of ["Photo 1", "Photo 2", "Photo 3", "Photo 4"])
    await expect(main.getByRole("img", { name: photo, exact: true })).toBeVisible();
  await expect(main.getByRole("article").getByRole("link", { name: mara.username })).toBeVisible();
  await expect(main.getByText("Four evenings")).toBeVisible();
  await expect(main.getByText(page.url())).toBeVisible();
  await expect(page.getByText("What a light")).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("color", "oklch(0.23 0.03 310)");

  await page.emulateMedia({ media: "screen" });
  await page.goto("/feed");
  await page.emulateMedia({ media: "print" });
  await expect(main.getByRole("img", { name: "Photo 1", exact: true })).toBeVisible();
  await expect(main.getByText("Four evenings")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
});

test.describe("with fingers", () => {
  test.skip(({ isMobile }) => !isMobile);

  /** Moves a finger along a line over the photo, by `dx` pixels. */
  async function swipe(page: Page, dx: number): Promise<void> {
    // A view transition covers the page.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
    const cdp = await page.context().newCDPSession(page);
    const from = 195 - dx / 2;
    const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: from + dx * part, y: 200 }],
      });
    await send("touchStart", 0);
    for (let step = 1; step <= 10; step++) await send("touchMove", step / 10);
    await send("touchEnd", 1);
    await cdp.detach();
  }

  test("a swipe opens the next post, a set scrolls first, and the comment box stays above the bar", async ({
    join,
  }) => {
    const mara = await join();
    const { page } = mara;
    const set = await shareSeveral(mara, 2);
    const [last = ""] = await sharePosts(mara, [{ altText: "A gull" }]);
    for (let n = 1; n <= 12; n++) await addComment(mara, last, `Comment ${n}`);
    await page.goto(`/profile/${mara.username}`);
    await page.getByRole("link", { name: /A gull/ }).click();
    await expect(page).toHaveURL(`/post/${last}`);
    await expect(page.getByRole("link", { name: "Next post" })).toBeVisible();
    const photo = page.getByRole("img", { name: "A gull" });
    const { x, width } = (await photo.boundingBox()) ?? {};
    expect({ x, width }).toEqual({ x: 0, width: 390 });
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    // Too short, and across.
    await swipe(page, -40);
    await swipe(page, -240);
    await expect(page).toHaveURL(`/post/${set}`);
    await expect(page.getByText("1/2")).toBeVisible();
    await swipe(page, -240);
    await expect(page.getByText("2/2")).toBeVisible();
    await expect(page).toHaveURL(`/post/${set}`);
    await swipe(page, 240);
    await expect(page.getByText("1/2")).toBeVisible();
    // The number changes half-way.
    const strip = page.getByRole("group", { name: "2 photos" });
    await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    await swipe(page, 240);
    await expect(page).toHaveURL(`/post/${last}`);
    await page.goBack();
    await expect(page).toHaveURL(`/profile/${mara.username}`);
  });
});
