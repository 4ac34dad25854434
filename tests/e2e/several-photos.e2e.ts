import type { Locator } from "@playwright/test";
import { expectAccessible } from "./axe";
import { sharePosts, shareSeveral } from "./fixtures";
import { expect, test, toast } from "./test";

/** The strip of photos in a main or on a post's page. */
const stripIn = (place: Locator) => place.getByRole("group", { name: /^\d+ photos$/ });
const slideIn = (place: Locator, at: number, count: number) =>
  place.getByRole("group", { name: `Photo ${at} of ${count}`, exact: true });

test("the arrow keys move the strip of a post's page, which loads the photos up to the next one", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 4, { caption: "A walk" });
  await page.goto(`/post/${id}`);
  const main = page.getByRole("main");
  const strip = stripIn(main);
  await expect(slideIn(main, 1, 4).getByRole("img", { name: "Photo 1" })).toBeInViewport();
  // The next photo is loaded, the others are not.
  await expect(slideIn(main, 2, 4).locator("img")).toHaveJSProperty("complete", true);
  await expect(slideIn(main, 3, 4).locator("img")).toHaveCount(0);
  const height = (await strip.boundingBox())?.height;

  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(slideIn(main, 1, 4)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("ArrowRight");
  await expect(slideIn(main, 2, 4)).toBeInViewport({ ratio: 0.9 });
  await expect(main.getByText("2/4")).toBeVisible();
  await expect(main.getByRole("status")).toHaveText("Photo 2 of 4");
  await expect(slideIn(main, 3, 4).locator("img")).toHaveCount(1);
  await expect(slideIn(main, 4, 4).locator("img")).toHaveCount(0);
  await page.keyboard.press("End");
  await expect(main.getByText("4/4")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
  await expect(main.getByText("1/4")).toBeVisible();
  // The keys of the strip open no other post.
  await expect(page).toHaveURL(`/post/${id}`);
  expect((await strip.boundingBox())?.height).toBe(height);
  await expectAccessible(page, "a post with several photos");
});

test("the buttons move the strip, and stay where the focus is at its end @desktop", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 2, { caption: "A walk" });
  await page.goto(`/post/${id}`);
  const main = page.getByRole("main");
  await stripIn(main).hover();
  const next = main.getByRole("button", { name: "Next photo" });
  const previous = main.getByRole("button", { name: "Previous photo" });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(main.getByText("2/2")).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await previous.click();
  await expect(main.getByText("1/2")).toBeVisible();
});

test("the strip of a page from right to left begins at the right, and its keys are mirrored @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 3, { caption: "A walk" });
  await page.goto(`/post/${id}`);
  const main = page.getByRole("main");
  await expect(main.getByText("1/3")).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await stripIn(main).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(main.getByText("2/3")).toBeVisible();
  await expect(slideIn(main, 2, 3)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press("ArrowRight");
  await expect(main.getByText("1/3")).toBeVisible();
});

test("a double press on any photo likes the post", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 3, { caption: "A walk" });
  await page.goto(`/post/${id}`);
  const main = page.getByRole("main");
  await expect(main.getByText("1/3")).toBeVisible();
  await stripIn(main).focus();
  await page.keyboard.press("ArrowRight");
  await expect(slideIn(main, 2, 3)).toBeInViewport({ ratio: 0.9 });
  await slideIn(main, 2, 3).getByRole("link").dblclick();
  await expect(main).toContainText("1 like ·");
});

test("the owner edits the alt text of each photo", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const id = await shareSeveral(mara, 3, { caption: "A walk" });
  await page.goto(`/post/${id}`);
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  const second = dialog.getByLabel("Photo 2 of 3");
  await expect(second).toHaveValue("Photo 2");
  await second.fill("x".repeat(501));
  await expect(dialog.getByText("Alt text must not be longer than 500 characters.")).toBeVisible();
  await second.fill("A gull");
  await dialog.getByLabel("Photo 3 of 3").fill("");
  await expectAccessible(page, "the alt texts of several photos");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Post updated")).toBeVisible();
  const main = page.getByRole("main");
  await expect(slideIn(main, 2, 3).locator("img")).toHaveAttribute("alt", "A gull");
  const stored = await (await page.request.get(`/api/posts/${id}`, { maxRetries: 2 })).json();
  expect(stored.photos.map(({ altText }: { altText: string }) => altText)).toEqual(["Photo 1", "A gull", ""]);
});

test("a tile says how many photos its post has", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ altText: "A gull" }]);
  await shareSeveral(mara, 3, { caption: "A walk" });
  await page.goto(`/profile/${mara.username}`);
  await expect(page.getByRole("link", { name: /Photo 1.*3 photos/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /A gull/ })).not.toContainText("photos");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the strip scrolls to every photo, and has no buttons @desktop", async ({ join }) => {
    const mara = await join();
    const id = await shareSeveral(mara, 3, { caption: "A walk" });
    await mara.page.goto(`/post/${id}`);
    const main = mara.page.getByRole("main");
    await expect(main.getByRole("img", { name: "Photo 1" })).toBeVisible();
    await expect(main.getByRole("button", { name: "Next photo" })).toBeHidden();
    await slideIn(main, 3, 3).scrollIntoViewIfNeeded();
    await expect(main.getByRole("img", { name: "Photo 3" })).toBeInViewport({ ratio: 0.9 });
  });
});
