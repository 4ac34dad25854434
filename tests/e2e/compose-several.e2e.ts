import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { gate, photoFile } from "./fixtures";
import { expect, test, toast } from "./test";

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

test("several photos are ordered by keys and buttons, each with its alt text, and shared in order", async ({
  join,
}) => {
  const { page } = await join();
  await choose(page, await photoFiles(3));
  await expect(thumbnails(page)).toHaveCount(3);
  await expect(status(page)).toHaveText("3 photos chosen");
  await expect(thumbnail(page, 1, 3)).toHaveAttribute("aria-current", "true");
  const altText = page.getByLabel("Accessibility");
  await altText.fill("The first");
  await thumbnail(page, 2, 3).click();
  await expect(altText).toHaveValue("");
  await expect(page.getByText("Describe photo 2 in a sentence.")).toBeVisible();
  await altText.fill("The second");
  await expect(page.getByRole("img", { name: "The second" })).toBeVisible();
  await expect(page.getByText("No alt text yet")).toHaveCount(0);

  // By keyboard. The focus goes with the photo.
  await thumbnail(page, 2, 3, "The second").press("Shift+ArrowLeft");
  await expect(thumbnail(page, 1, 3, "The second")).toBeFocused();
  await expect(status(page)).toHaveText("Moved to place 1 of 3");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(thumbnail(page, 2, 3, "The second")).toBeFocused();
  await expectAccessible(page, "the composer with several photos");

  // By the buttons, which stay at an end.
  const [earlier, later] = [
    page.getByRole("button", { name: "Move earlier" }),
    page.getByRole("button", { name: "Move later" }),
  ];
  await later.click();
  await expect(later).toHaveAttribute("aria-disabled", "true");
  await expect.poll(() => widths(page)).toEqual([310, 330, 320]);
  await earlier.click();
  await earlier.click();
  await expect(earlier).toHaveAttribute("aria-disabled", "true");
  await expect.poll(() => widths(page)).toEqual([320, 310, 330]);
  await share(page).click();
  expect(await sharedPhotos(page)).toEqual([
    [320, "The second"],
    [310, "The first"],
    [330, ""],
  ]);
});

test("a drag by mouse or finger moves a photo", async ({ join }) => {
  const { page } = await join();
  await choose(page, await photoFiles(4));
  await expect(thumbnails(page)).toHaveCount(4);
  const [from, to] = [await centreOf(thumbnail(page, 1, 4)), await centreOf(thumbnail(page, 3, 4))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => widths(page)).toEqual([320, 330, 310, 340]);
  await expect(status(page)).toHaveText("Moved to place 3 of 4");

  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", to);
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch("touchMove", { x: to.x + (from.x - to.x) * part, y: to.y });
  await touch("touchEnd");
  await expect.poll(() => widths(page)).toEqual([310, 320, 330, 340]);
  // A press without a drag selects.
  await thumbnail(page, 4, 4).click();
  await expect(thumbnail(page, 4, 4)).toHaveAttribute("aria-current", "true");
});

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  await element.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

test("the keys that move a photo are mirrored on a page from right to left @desktop", async ({ join }) => {
  const { page } = await join();
  await choose(page, await photoFiles(2));
  await expect(thumbnails(page)).toHaveCount(2);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  await thumbnail(page, 1, 2).press("Shift+ArrowLeft");
  await expect.poll(() => widths(page)).toEqual([320, 310]);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => widths(page)).toEqual([310, 320]);
});

test("the eleventh photo and a broken file are left out, with a message @desktop", async ({ join }) => {
  const { page } = await join();
  const [first, ...others] = await photoFiles(11);
  if (!first) throw new Error("There are eleven.");
  await choose(page, [first, words, ...others]);
  await expect(toast(page, "Image error")).toContainText(
    "words.jpg: This image could not be loaded. Please try another one. A post can have up to 10 photos. 2 were left out.",
  );
  await expect(thumbnails(page)).toHaveCount(9);
  await expect(status(page)).toHaveText("9 photos chosen");
  const message = page.getByRole("main").getByText("A post can have up to 10 photos.");
  await expect(message).toBeVisible();

  await page.locator("input[type=file]").setInputFiles(others.slice(0, 2));
  await expect(toast(page, "Too many photos")).toContainText("One was left out.");
  await expect(thumbnails(page)).toHaveCount(10);
  await expect(page.getByText("Add photos")).toHaveCount(0);

  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(message).toHaveCount(0);
  await expect(status(page)).toHaveText("Photo removed, 9 photos left");
  await expect(page.getByText("Add photos")).toHaveCount(1);
});

test("files can be dropped and pasted, several at once @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  const transfer = await filesIn(page, await photoFiles(4));
  await page.getByText("Choose a photo").dispatchEvent("drop", { dataTransfer: transfer });
  await expect(thumbnails(page)).toHaveCount(4);
  await transfer.evaluate((dataTransfer) => {
    while (dataTransfer.items.length > 2) dataTransfer.items.remove(0);
    const paste = new ClipboardEvent("paste", { clipboardData: dataTransfer, bubbles: true });
    document.body.dispatchEvent(paste);
  });
  await expect.poll(() => widths(page)).toEqual([310, 320, 330, 340, 330, 340]);
});

/** Returns a `DataTransfer` of the page with files. */
function filesIn(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    type: mimeType,
    data: buffer.toString("base64"),
  }));
  return page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, data } of all) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, sent);
}

test("each photo has its own edits @desktop", async ({ join }) => {
  const { page } = await join();
  await choose(page, await photoFiles(2));
  await thumbnail(page, 2, 2).click();
  await page.getByRole("button", { name: "Edit image" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await dialog.getByText("Square").click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => widths(page)).toEqual([310, 300]);
  await thumbnail(page, 1, 2).click();
  await page.getByRole("button", { name: "Edit image" }).click();
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await expect(dialog.getByRole("radio", { name: "Original" })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await share(page).click();
  expect(await sharedPhotos(page)).toEqual([
    [310, ""],
    [300, ""],
  ]);
});

test("a photo can be added to an AI image, which keeps its badge @desktop", async ({ join }) => {
  const { page } = await join();
  const made = await page.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl } = await made.json();
  await page.goto(`/post?imageUrl=${encodeURIComponent(imageUrl)}`);
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(await photoFile());
  await expect(thumbnails(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Edit image" })).toHaveCount(0);
  await share(page).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed", { maxRetries: 2 })).json();
  expect(post.photos).toMatchObject([{ isAi: true }, { isAi: false }]);
});

test("each upload shows its progress, and all can be cancelled @desktop", async ({ join }) => {
  const { page } = await join();
  await choose(page, await photoFiles(4));
  const held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  await expect(thumbnails(page)).toHaveCount(4);
  await share(page).click();
  for (const place of [1, 2, 3, 4])
    await expect(page.getByRole("progressbar", { name: `Uploading photo ${place} of 4` })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Uploading your photos" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(share(page)).toBeVisible();
  held.open();
  await share(page).click();
  expect(await sharedPhotos(page)).toHaveLength(4);
});

test.describe("an upload that fails", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("does not stop the others, and is retried alone @desktop", async ({ join }) => {
    const { page } = await join();
    await choose(page, await photoFiles(4));
    await expect(thumbnails(page)).toHaveCount(4);
    let uploads = 0;
    await page.route("**/api/media", (route) => (++uploads === 2 ? route.abort() : route.continue()));
    await share(page).click();
    await expect(toast(page, "Error")).toContainText("Failed to upload image");
    const message = page.getByText("1 of 4 photos was not uploaded. Please retry or remove it.");
    await expect(message).toBeVisible();
    await expect(row(page).getByRole("button", { name: /not uploaded/ })).toHaveCount(1);
    await expect(row(page).getByRole("button", { name: /not uploaded/ })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await expectAccessible(page, "the composer with a failed upload");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(row(page).getByRole("button", { name: /not uploaded/ })).toHaveCount(0);
    await expect(message).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
    await share(page).click();
    expect((await sharedPhotos(page)).map(([width]) => width)).toEqual([310, 320, 330, 340]);
    expect(uploads).toBe(5);
  });
});
