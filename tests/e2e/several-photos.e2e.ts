import type { Locator } from "@playwright/test";
import { expectAccessible } from "./axe";
import { cardOf, connect, gate, openSynced, photoFile, sharePosts, shareSeveral } from "./fixtures";
import { expect, test, toast } from "./test";

/** The strip of photos in a main or on a post's page. */
const stripIn = (place: Locator) => place.getByRole("group", { name: /^\d+ photos$/ });
const slideIn = (place: Locator, at: number, count: number) =>
  place.getByRole("group", { name: `Photo ${at} of ${count}`, exact: true });

test("keys, buttons and double presses on the strip of a post's page, and the alt text of each photo @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ altText: "A gull" }]);
  const id = await shareSeveral(mara, 4, { caption: "A walk" });
  await page.goto(`/profile/${mara.username}`);
  await expect(page.getByRole("link", { name: /A gull/ })).not.toContainText("photos");
  // A tile says how many photos its post has.
  await page.getByRole("link", { name: /Photo 1.*4 photos/ }).click();
  await expect(page).toHaveURL(`/post/${id}`);
  const main = page.getByRole("main");
  const strip = stripIn(main);
  await expect(slideIn(main, 1, 4).getByRole("img", { name: "Photo 1" })).toBeInViewport();
  // The next photo is loaded, the others are not.
  await expect(slideIn(main, 2, 4).locator("img")).toHaveJSProperty("complete", true);
  await expect(slideIn(main, 3, 4).locator("img")).toHaveCount(0);
  const height = (await strip.boundingBox())?.height;

  await test.step("arrow keys", async () => {
    await strip.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(slideIn(main, 1, 4)).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press("ArrowRight");
    await expect(slideIn(main, 2, 4)).toBeInViewport({ ratio: 0.9 });
    await expect(main.getByText("2/4")).toBeVisible();
    await expect(main.getByRole("status")).toHaveText("Photo 2 of 4");
    await expect(slideIn(main, 3, 4).locator("img")).toHaveCount(1);
    await expect(slideIn(main, 4, 4).locator("img")).toHaveCount(0);
    await expectAccessible(page, "a post with several photos", "article");
  });

  await test.step("a double press on any photo likes the post", async () => {
    await slideIn(main, 2, 4).getByRole("link").dblclick();
    await expect(main).toContainText("1 like");
  });

  await test.step("End and Home", async () => {
    await strip.focus();
    await page.keyboard.press("End");
    await expect(main.getByText("4/4")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Home");
    await expect(main.getByText("1/4")).toBeVisible();
    // The keys of the strip open no other post.
    await expect(page).toHaveURL(`/post/${id}`);
    expect((await strip.boundingBox())?.height).toBe(height);
  });

  await test.step("buttons, which stay where the focus is at the end", async () => {
    await strip.hover();
    const next = main.getByRole("button", { name: "Next photo" });
    const previous = main.getByRole("button", { name: "Previous photo" });
    await expect(previous).toHaveAttribute("aria-disabled", "true");
    await next.focus();
    for (const count of ["2/4", "3/4", "4/4"]) {
      await page.keyboard.press("Enter");
      await expect(main.getByText(count)).toBeVisible();
    }
    await expect(next).toBeFocused();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await previous.click();
    await expect(main.getByText("3/4")).toBeVisible();
    await strip.focus();
    await page.keyboard.press("Home");
    await expect(main.getByText("1/4")).toBeVisible();
  });

  await test.step("the owner edits the alt text of each photo", async () => {
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Edit post" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit post" });
    const second = dialog.getByLabel("Photo 2 of 4");
    await expect(second).toHaveValue("Photo 2");
    await second.fill("x".repeat(501));
    await expect(dialog.getByText("Alt text must not be longer than 500 characters.")).toBeVisible();
    await second.fill("A gull");
    await dialog.getByLabel("Photo 3 of 4").fill("");
    await expectAccessible(page, "the alt texts of several photos", "[role=dialog]");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "Post updated")).toBeVisible();
    await expect(slideIn(main, 2, 4).locator("img")).toHaveAttribute("alt", "A gull");
    const stored = await (await page.request.get(`/api/posts/${id}`)).json();
    const alts = stored.photos.map(({ altText }: { altText: string }) => altText);
    expect(alts).toEqual(["Photo 1", "A gull", "", "Photo 4"]);
  });

  await test.step("a page from right to left begins at the right, and its keys are mirrored", async () => {
    await page.reload();
    await expect(main.getByText("1/4")).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    await strip.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(main.getByText("2/4")).toBeVisible();
    await expect(slideIn(main, 2, 4)).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press("ArrowRight");
    await expect(main.getByText("1/4")).toBeVisible();
  });
});

test("the strip of a card takes over the focus when its code arrives, its keys move it, and a covered post has one once it is shown @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await shareSeveral(mara, 2, { caption: "Scars", isSensitive: true });
  const id = await shareSeveral(mara, 3, { caption: "A walk" });
  const held = gate();
  const asked = page.waitForRequest("**/assets/card-strip.client-*.js");
  await page.route("**/assets/card-strip.client-*.js", async (route) => {
    await held.passed;
    await route.continue();
  });
  await page.goto("/feed");
  await asked;
  const card = cardOf(page, "A walk");
  const link = card.getByRole("link", { name: /, view photo$/ }).first();
  await link.focus();
  held.open();
  await expect(stripIn(card)).toBeVisible();
  await expect(link).toBeFocused();

  await stripIn(card).focus();
  await page.keyboard.press("ArrowRight");
  await expect(card.getByText("2/3")).toBeVisible();
  await expect(card.getByRole("status")).toHaveText("Photo 2 of 3");
  await expect(slideIn(card, 2, 3).getByRole("link")).toHaveAttribute("href", `/post/${id}`);
  // The viewer opens at the same photo.
  await slideIn(card, 2, 3).getByRole("link").click();
  await expect(page.getByText("2 / 3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 / 3")).toHaveCount(0);

  const covered = cardOf(page, "Scars");
  await expect(covered.getByText("Sensitive photo")).toBeVisible();
  await expect(stripIn(covered)).toHaveCount(0);
  await covered.getByRole("button", { name: "Show photo" }).click();
  await expect(slideIn(covered, 1, 2).getByRole("img", { name: "Photo 1" })).toBeVisible();
});

test("a member shares three photos in a frame, and a connection in the feed sees them at once, swipes, opens and likes them @desktop", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  await noah.page.setViewportSize({ width: 390, height: 844 });
  await openSynced(noah.page, "/feed");
  await openSynced(mara.page, "/post");
  const input = mara.page.locator("input[type=file]");
  // The form takes several after hydration.
  await expect(input).toHaveJSProperty("multiple", true);
  // Wide ones: the file is stored on its side.
  const file = await photoFile("wide.jpg", 200, 300);
  await input.setInputFiles([file, file, file]);
  for (const at of [1, 2]) {
    await mara.page.getByRole("button", { name: `Photo ${at} of 3, no alt text` }).click();
    await mara.page.getByLabel("Accessibility").fill(`View ${at}`);
  }
  await mara.page.getByText("4 : 5", { exact: true }).click();
  await mara.page.getByLabel("Caption").fill("A walk in three");
  await mara.page.getByRole("button", { name: "Share", exact: true }).click();
  const hers = cardOf(mara.page, "A walk in three");
  await expect(hers).toContainText("No likes yet");

  await noah.page.getByRole("button", { name: "1 new post" }).click();
  const his = cardOf(noah.page, "A walk in three");
  await expect(slideIn(his, 1, 3).getByRole("img", { name: "View 1" })).toBeInViewport({ ratio: 0.9 });
  await expect(his.getByText("1/3")).toBeVisible();
  for (const strip of [stripIn(hers), stripIn(his)]) await expect.poll(() => ratioOf(strip)).toBe("0.80");
  // The next photo is loaded, the others are not.
  await expect(slideIn(his, 2, 3).locator("img")).toHaveJSProperty("complete", true);
  await expect(slideIn(his, 3, 3).locator("img")).toHaveCount(0);
  await swipe(stripIn(his));
  await expect(slideIn(his, 2, 3).getByRole("img", { name: "View 2" })).toBeInViewport({ ratio: 0.9 });
  await expect(his.getByText("2/3")).toBeVisible();
  await expect(slideIn(his, 3, 3).locator("img")).toHaveCount(1);

  await his.getByRole("link", { name: /, view post$/ }).click();
  await expect(noah.page).toHaveURL(/\/post\//);
  const main = noah.page.getByRole("main");
  await expect(slideIn(main, 1, 3).getByRole("img", { name: "View 1" })).toBeVisible();
  await expect.poll(() => ratioOf(stripIn(main))).toBe("0.80");
  await main.getByRole("button", { name: "Like", exact: true }).click();
  await expect(hers).toContainText("1 like");
  await noah.page.goBack();
  await expect(his).toContainText("1 like");
});

/** Returns an element's width divided by its height. */
async function ratioOf(element: Locator): Promise<string> {
  const { width = 0, height = 1 } = (await element.boundingBox()) ?? {};
  return (width / height).toFixed(2);
}

/** Swipes an element to the left with a finger. */
async function swipe(element: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const cdp = await element.page().context().newCDPSession(element.page());
  const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width * (0.85 - 0.7 * part), y: y + height / 2 }],
    });
  await send("touchStart", 0);
  for (let step = 1; step <= 10; step++) await send("touchMove", step / 10);
  await send("touchEnd", 1);
}

test.describe("a strip whose code cannot be loaded", () => {
  test.use({ allowedErrors: [/ERR_FAILED|dynamically imported module/] });

  test("leaves the first photo and the number of photos on the card @desktop @all", async ({ join }) => {
    const mara = await join();
    const { page } = mara;
    await shareSeveral(mara, 3, { caption: "A walk" });
    const requested = page.waitForRequest(/card-strip/);
    await page.route(/card-strip/, (route) => route.abort());
    await page.goto("/feed");
    await requested;
    const card = cardOf(page, "A walk");
    await expect(card.getByRole("img", { name: "Photo 1" })).toBeVisible();
    await expect(card.getByText("1/3")).toBeVisible();
    await expect(stripIn(card)).toHaveCount(0);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the strip of a post scrolls to every photo without buttons, and a card shows the first photo and their number @desktop @all", async ({
    join,
  }) => {
    const mara = await join();
    const id = await shareSeveral(mara, 3, { caption: "A walk" });
    await mara.page.goto(`/post/${id}`);
    const main = mara.page.getByRole("main");
    await expect(main.getByRole("img", { name: "Photo 1" })).toBeVisible();
    await expect(main.getByRole("button", { name: "Next photo" })).toBeHidden();
    await slideIn(main, 3, 3).scrollIntoViewIfNeeded();
    await expect(main.getByRole("img", { name: "Photo 3" })).toBeInViewport({ ratio: 0.9 });
    await mara.page.goto("/feed");
    await expect(mara.page.getByRole("img", { name: "Photo 1" })).toBeVisible();
    await expect(mara.page.getByText("1/3")).toBeVisible();
  });
});
