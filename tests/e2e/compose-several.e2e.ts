import type { Locator, Page, Route } from "@playwright/test";
import { expectAccessible } from "./axe";
import { gate, photoFile } from "./fixtures";
import { expect, test, toast } from "./test";
import { transferOf } from "./transfer";

/** Photos with different widths: 310, 320 and so on. The files are stored on their side. */
const photoFiles = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => photoFile(`${at + 1}.jpg`, 300, 310 + 10 * at)));
const words = { name: "words.jpg", mimeType: "image/jpeg", buffer: Buffer.from("words") };

/** Opens the composer and chooses photos. */
async function choose(page: Page, files: Awaited<ReturnType<typeof photoFiles>>): Promise<void> {
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  // The form takes several after hydration.
  await expect(input).toHaveJSProperty("multiple", true);
  await input.setInputFiles(files);
}

const row = (page: Page) => page.getByRole("list", { name: "Photos in order" });
const thumbnails = (page: Page) => row(page).getByRole("button");
const thumbnail = (page: Page, place: number, count: number, altText = "no alt text") =>
  row(page).getByRole("button", { name: `Photo ${place} of ${count}, ${altText}`, exact: true });
const status = (page: Page) => page.getByRole("main").getByRole("status");
const share = (page: Page) => page.getByRole("button", { name: "Share", exact: true });

/** Returns the widths of the thumbnails in order. */
const widths = (page: Page) =>
  thumbnails(page).evaluateAll((buttons) =>
    buttons.map((button) => button.querySelector("img")?.naturalWidth),
  );

/** Returns the widths and alt texts of the photos of the newest post in the feed. */
async function sharedPhotos(page: Page): Promise<[number, string][]> {
  await expect(page).toHaveURL("/feed");
  // The server may close an idle keep-alive connection just as it is reused.
  const [post] = await (await page.request.get("/api/feed", { maxRetries: 2 })).json();
  return post.photos.map(({ width, altText }: { width: number; altText: string }) => [width, altText]);
}

test("several photos are ordered by keys, buttons, mouse and finger, each with its alt text and edits, and shared in order @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await choose(page, await photoFiles(3));
  await expect(thumbnails(page)).toHaveCount(3);
  await expect(status(page)).toHaveText("3 photos chosen");
  await expect(thumbnail(page, 1, 3)).toHaveAttribute("aria-current", "true");

  await test.step("a drag by mouse or finger moves a photo", async () => {
    const [from, to] = [await centreOf(thumbnail(page, 1, 3)), await centreOf(thumbnail(page, 3, 3))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => widths(page)).toEqual([320, 330, 310]);
    await expect(status(page)).toHaveText("Moved to place 3 of 3");
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    await touch("touchStart", to);
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch("touchMove", { x: to.x + (from.x - to.x) * part, y: to.y });
    await touch("touchEnd");
    await expect.poll(() => widths(page)).toEqual([310, 320, 330]);
  });

  await test.step("each photo has its alt text", async () => {
    const altText = page.getByLabel("Accessibility");
    await thumbnail(page, 1, 3).click();
    await altText.fill("The first");
    // A press without a drag selects.
    await thumbnail(page, 2, 3).click();
    await expect(thumbnail(page, 2, 3)).toHaveAttribute("aria-current", "true");
    await expect(altText).toHaveValue("");
    await expect(page.getByText("Describe photo 2 in a sentence.")).toBeVisible();
    await altText.fill("The second");
    await expect(page.getByRole("img", { name: "The second" })).toBeVisible();
    await expect(page.getByText("No alt text yet")).toHaveCount(0);
  });

  await test.step("keys move a photo, and the focus goes with it", async () => {
    await thumbnail(page, 2, 3, "The second").press("Shift+ArrowLeft");
    await expect(thumbnail(page, 1, 3, "The second")).toBeFocused();
    await expect(status(page)).toHaveText("Moved to place 1 of 3");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(thumbnail(page, 2, 3, "The second")).toBeFocused();
    await expectAccessible(page, "the composer with several photos");
  });

  await test.step("buttons move a photo, and stay at an end", async () => {
    const earlier = page.getByRole("button", { name: "Move earlier" });
    const later = page.getByRole("button", { name: "Move later" });
    await later.click();
    await expect(later).toHaveAttribute("aria-disabled", "true");
    await expect.poll(() => widths(page)).toEqual([310, 330, 320]);
    await earlier.click();
    await earlier.click();
    await expect(earlier).toHaveAttribute("aria-disabled", "true");
    await expect.poll(() => widths(page)).toEqual([320, 310, 330]);
  });

  await test.step("each photo has its own edits", async () => {
    const dialog = page.getByRole("dialog", { name: "Edit photo" });
    const openCrop = async () => {
      await page.getByRole("button", { name: "Edit image" }).click();
      await dialog.getByRole("tab", { name: "Crop" }).click();
    };
    await openCrop();
    await dialog.getByText("Square").click();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => widths(page)).toEqual([300, 310, 330]);
    await thumbnail(page, 3, 3).click();
    await openCrop();
    await expect(dialog.getByRole("radio", { name: "Original" })).toBeChecked();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await share(page).click();
  expect(await sharedPhotos(page)).toEqual([
    [300, "The second"],
    [310, "The first"],
    [330, ""],
  ]);
});

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

test("files can be dropped and pasted; the eleventh photo and a broken file are left out, with a message @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  const [first, ...others] = await photoFiles(11);
  if (!first) throw new Error("There are eleven.");
  const transfer = await transferOf(page, [first, words, ...others]);
  await page.getByText("Choose a photo").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(toast(page, "Image error")).toContainText(
    "words.jpg: This image could not be loaded. Please try another one. A post can have up to 10 photos. 2 were left out.",
  );
  await expect.poll(() => widths(page)).toEqual([310, 320, 330, 340, 350, 360, 370, 380, 390]);
  await expect(status(page)).toHaveText("9 photos chosen");
  const message = page.getByRole("main").getByText("A post can have up to 10 photos.");
  await expect(message).toBeVisible();

  await transfer.evaluate((dataTransfer) => {
    // The first two photos: the second file is broken.
    dataTransfer.items.remove(1);
    while (dataTransfer.items.length > 2) dataTransfer.items.remove(2);
    const paste = new ClipboardEvent("paste", { clipboardData: dataTransfer, bubbles: true });
    document.body.dispatchEvent(paste);
  });
  await expect(toast(page, "Too many photos")).toContainText("One was left out.");
  await expect.poll(() => widths(page).then((all) => all.slice(8))).toEqual([390, 310]);
  await expect(page.getByText("Add photos")).toHaveCount(0);

  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(message).toHaveCount(0);
  await expect(status(page)).toHaveText("Photo removed, 9 photos left");
  await expect(page.getByText("Add photos")).toHaveCount(1);

  await test.step("the keys that move a photo are mirrored on a page from right to left", async () => {
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    const [one, two, ...rest] = await widths(page);
    await thumbnail(page, 1, 9).press("Shift+ArrowLeft");
    await expect.poll(() => widths(page)).toEqual([two, one, ...rest]);
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => widths(page)).toEqual([one, two, ...rest]);
    // Else it would read as 5 : 4.
    await expect(page.getByText("4 : 5", { exact: true })).toHaveCSS("direction", "ltr");
  });
});

test.describe("an upload", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("shows its progress, can be cancelled, is confirmed before the page closes, and is retried alone when it fails @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    await choose(page, await photoFiles(4));
    await expect(thumbnails(page)).toHaveCount(4);
    let held = gate();
    let reply = (route: Route) => route.continue();
    await page.route("**/api/media", async (route) => {
      const replyNow = reply;
      await held.passed;
      await replyNow(route);
    });
    const progress = page.getByRole("progressbar", { name: "Uploading your photos" });
    await test.step("progress and cancellation", async () => {
      await share(page).click();
      for (const place of [1, 2, 3, 4])
        await expect(page.getByRole("progressbar", { name: `Uploading photo ${place} of 4` })).toBeVisible();
      await expect(progress).toBeVisible();
      await page.locator("input[type=file]").setInputFiles(await photoFile());
      await expect(toast(page, "Photo not added")).toContainText("Your post is already being shared.");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page.getByRole("progressbar")).toHaveCount(0);
      await expect(page).toHaveURL("/post");
      held.open();
    });

    held = gate();
    let uploads = 0;
    reply = (route) => (++uploads === 2 ? route.abort() : route.continue());
    await test.step("confirmation before the page closes", async () => {
      await share(page).click();
      await expect(progress).toBeVisible();
      const dialogOpened = page.waitForEvent("dialog");
      await page.close({ runBeforeUnload: true });
      const confirmation = await dialogOpened;
      expect(confirmation.type()).toBe("beforeunload");
      await confirmation.dismiss();
      await expect(progress).toBeVisible();
      held.open();
    });

    await test.step("a failed upload does not stop the others, and is retried alone", async () => {
      await expect(toast(page, "Error")).toContainText("Failed to upload image");
      const message = page.getByText("1 of 4 photos was not uploaded. Please retry or remove it.");
      await expect(message).toBeVisible();
      const failed = row(page).getByRole("button", { name: /not uploaded/ });
      await expect(failed).toHaveCount(1);
      await expect(failed).toHaveAttribute("aria-current", "true");
      await expectAccessible(page, "the composer with a failed upload");
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(failed).toHaveCount(0);
      await expect(message).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
      await share(page).click();
      expect((await sharedPhotos(page)).map(([width]) => width)).toEqual([310, 320, 330, 340]);
      expect(uploads).toBe(5);
    });
  });
});
