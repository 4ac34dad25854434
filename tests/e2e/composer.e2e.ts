import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { gate, photoFile } from "./fixtures";
import { expect, test, toast } from "./test";

const photo = () => photoFile("a.jpg", 600, 400);

/** Returns the post drafts in local storage, joined. */
const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("afterglow_draft_post"))
      .map((key) => localStorage.getItem(key))
      .join(),
  );

test("a draft survives a reload and is deleted once the post is shared", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const caption = page.getByLabel("Caption");
  await expect(async () => {
    await caption.fill("Half a thought");
    expect(await storedDrafts(page)).toContain("Half a thought");
  }).toPass();
  await page.getByLabel("Location").fill("Oslo");
  await page.reload();
  await expect(caption).toHaveValue("Half a thought");
  await expect(page.getByLabel("Location")).toHaveValue("Oslo");
  await page.getByLabel("Image").setInputFiles(await photo());
  await expect(page.getByText("No alt text yet")).toBeVisible();
  await page.getByLabel("Accessibility").fill("A wall");
  await expect(page.getByText("No alt text yet")).toHaveCount(0);
  await caption.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Post created")).toBeVisible();
  await expect(page.getByRole("feed").getByText("Half a thought")).toBeVisible();
  await page.goto("/post");
  await expect(caption).toHaveValue("");
});

test("navigating away with a chosen photo asks for confirmation", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  const toFeed = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" });
  await toFeed.click();
  const confirmation = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await toFeed.click();
  await confirmation.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/feed");
});

test.describe("a failing request", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("for the upload or the post shows an error and keeps the photo and the fields @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photo());
    await page.getByLabel("Caption").fill("Sent three times");
    const share = page.getByRole("button", { name: "Share" });
    await page.route("**/api/media", (route) => route.abort());
    await share.click();
    await expect(toast(page, "Error")).toContainText("Failed to upload image");
    await page.unroute("**/api/media");

    await page.route("**/post.data*", (route) => route.abort());
    await share.click();
    await expect(toast(page, "Error")).toContainText("Failed to create post");
    await expect(page.getByText("An error occurred")).toBeVisible();
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("Sent three times");
    await page.unroute("**/post.data*");

    await share.click();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByRole("feed").getByText("Sent three times")).toBeVisible();
  });
});

test.describe("a lost reply", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("does not create a second post on retry @desktop", async ({ join }) => {
    const { page } = await join();
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photo());
    await page.getByLabel("Caption").fill("Shared once");
    const share = page.getByRole("button", { name: "Share" });
    await page.route("**/post.data*", async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await share.click();
    await expect(toast(page, "Error")).toContainText("Failed to create post");
    await page.unroute("**/post.data*");
    await share.click();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByRole("feed").getByText("Shared once")).toHaveCount(1);
  });
});

test("rejects a file that is not an image or takes longer than 5 seconds to decode @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.clock.install();
  await page.goto("/post");
  const textFile = { name: "words.jpg", mimeType: "image/jpeg", buffer: Buffer.from("words") };
  await page.getByLabel("Image").setInputFiles(textFile);
  await expect(toast(page, "Image error")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page, "Image error")).toBeHidden();

  await page.evaluate(() => {
    window.createImageBitmap = () => new Promise(() => undefined);
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Image").setInputFiles(await photo());
  await expect(page.locator("[data-unsaved]")).toBeVisible();
  await page.clock.runFor(4999);
  await expect(toast(page, "Image error")).toBeHidden();
  await page.clock.runFor(1);
  await expect(toast(page, "Image error")).toBeVisible();
});

test("an image from the URL fills the preview and the caption, and its parameter leaves the URL @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const made = await page.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl } = await made.json();
  await page.goto(`/post?imageUrl=${encodeURIComponent(imageUrl)}`);
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Created with Afterglow AI ✨");
  await expect(page).toHaveURL("/post");
});

test("sharing without a photo shows an error and keeps the caption @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await expect(page.getByText("Alt text helps people with visual impairments")).toBeVisible();
  await page.getByLabel("Caption").fill("Words alone");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(toast(page, "Image required")).toContainText("Please upload an image for your post");
  await expect(page.getByLabel("Caption")).toHaveValue("Words alone");
});

test("a photo is cropped by keyboard and by pointer, and the crop can be undone", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  // Red on the left, blue on the right.
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#00f" } })
    .composite([
      { input: { create: { width: 300, height: 400, channels: 3, background: "#f00" } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  await page.getByLabel("Image").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  const size = () =>
    preview.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight, img.complete]);
  await expect.poll(size).toEqual([600, 400, true]);
  const open = () => page.getByRole("button", { name: "Crop image" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop photo" });
  const use = () => dialog.getByRole("button", { name: "Apply crop" }).click();
  const frame = dialog.getByRole("application");

  await open();
  await dialog.getByRole("radio", { name: "Square" }).press("Space");
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(size).toEqual([600, 400, true]);

  // By pointer: dragging to the right brings the left side into the frame.
  await open();
  await dialog.getByText("Square").click();
  const { x = 0, y = 0, width = 0, height = 0 } = (await frame.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await use();
  await expect.poll(size).toEqual([400, 400, true]);
  expect(await centreColour(preview)).toBe("red");

  // By keyboard, starting from the uncropped photo: the right side, zoomed in.
  await open();
  await dialog.getByRole("radio", { name: "Square" }).press("Space");
  for (let n = 0; n < 12; n++) await frame.press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).fill("2");
  await use();
  await expect.poll(size).toEqual([200, 200, true]);
  expect(await centreColour(preview)).toBe("blue");

  await open();
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await expect(zoom).toHaveValue("1");
  await pinch(frame, 30, 60);
  await expect(zoom).toHaveValue("2");
  await pinch(frame, 60, 30);
  await expect(zoom).toHaveValue("1");
  await use();
  await expect.poll(size).toEqual([600, 400, true]);
  await open();
  await dialog.getByRole("radio", { name: "4 : 5" }).press("Space");
  await use();
  await expect.poll(size).toEqual([320, 400, true]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({ width: 320, height: 400 });
});

/** Moves two fingers, each at `from` pixels beside the centre of the element, to `to` pixels. */
async function pinch(element: Locator, from: number, to: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const cdp = await element.page().context().newCDPSession(element.page());
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", distances: number[]) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: distances.map((distance, id) => ({ id, x: x + width / 2 + distance, y: y + height / 2 })),
    });
  await touch("touchStart", [-from, from]);
  await touch("touchMove", [-to, to]);
  await touch("touchEnd", []);
}

/** Returns the dominant colour of the image's central pixel: red or blue. */
function centreColour(image: Locator): Promise<string> {
  return image.evaluate((img: HTMLImageElement) => {
    const pen = document.createElement("canvas").getContext("2d");
    pen?.drawImage(img, img.naturalWidth / 2, img.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? [];
    return red > blue ? "red" : "blue";
  });
}

test("an upload shows its progress and can be cancelled; closing the page asks for confirmation @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  await expect(preview).toBeVisible();
  await page.getByLabel("Caption").fill("Second thoughts");
  const held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading your photo" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(preview).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Second thoughts");
  await expect(page).toHaveURL("/post");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading your photo" })).toBeVisible();
  const dialogOpened = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const confirmation = await dialogOpened;
  expect(confirmation.type()).toBe("beforeunload");
  await confirmation.dismiss();
  await expect(preview).toBeVisible();
  held.open();
  await expect(page).toHaveURL("/feed");
});

test("choosing another photo during an upload shares the new photo @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  const width = () => preview.evaluate((img: HTMLImageElement) => img.naturalWidth);
  const held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  await page.getByLabel("Image").setInputFiles(await photo());
  await page.getByRole("button", { name: "Suggest" }).click();
  const progress = page.getByRole("progressbar", { name: "Uploading your photo" });
  await expect(progress).toBeVisible();
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/media"));
  await page.getByLabel("Image").setInputFiles(await photoFile("b.jpg", 300, 300));
  await cancelled;
  await expect.poll(width).toBe(300);
  await expect(progress).toBeHidden();
  held.open();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  // The server may close an idle keep-alive connection just as it is reused.
  const [post] = await (await page.request.get("/api/feed", { maxRetries: 2 })).json();
  expect(post).toMatchObject({ width: 300, height: 300, altText: "" });
});

test("a photo is uploaded once for the alt text suggestion and the post @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  let uploads = 0;
  const held = gate();
  await page.route("**/api/media", async (route) => {
    uploads++;
    await held.passed;
    await route.continue();
  });
  await page.getByLabel("Image").setInputFiles(await photo());
  await page.getByRole("button", { name: "Suggest" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading your photo" })).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("button", { name: "Sharing..." })).toBeVisible();
  held.open();
  await expect(page).toHaveURL("/feed");
  expect(uploads).toBe(1);
});

test("navigating away during an upload asks: leaving keeps the draft, staying shares the post @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const main = page.getByRole("navigation", { name: "Main" });
  const toChat = main.getByRole("link", { name: "Chat" });
  const confirmation = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  const progress = page.getByRole("progressbar", { name: "Uploading your photo" });
  const share = page.getByRole("button", { name: "Share" });
  const caption = page.getByLabel("Caption");
  let held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  await caption.fill("Not lost");
  await share.click();
  await expect(progress).toBeVisible();
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/media"));
  await toChat.click();
  await confirmation.getByRole("button", { name: "Leave" }).click();
  await cancelled;
  held.open();
  await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();
  expect(await (await page.request.get("/api/feed", { maxRetries: 2 })).json()).toEqual([]);

  held = gate();
  await main.getByRole("link", { name: "Create post" }).click();
  await expect(caption).toHaveValue("Not lost");
  await page.getByLabel("Image").setInputFiles(await photo());
  await share.click();
  await expect(progress).toBeVisible();
  await toChat.click();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toBeVisible();
  held.open();
  await expect(page).toHaveURL("/feed");
  await expect(page.getByRole("feed").getByText("Not lost")).toBeVisible();
  expect(await storedDrafts(page)).toBe("");
});

test("leaving while the post request is in flight keeps the draft @desktop", async ({ join }) => {
  const { page } = await join();
  const main = page.getByRole("navigation", { name: "Main" });
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  await page.getByLabel("Caption").fill("Called back");
  await page.route("**/post.data*", () => {});
  const sent = page.waitForRequest("**/post.data*");
  await page.getByRole("button", { name: "Share" }).click();
  await sent;
  await main.getByRole("link", { name: "Chat" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await confirmation.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();
  await page.unroute("**/post.data*");
  await main.getByRole("link", { name: "Create post" }).click();
  await expect(page.getByLabel("Caption")).toHaveValue("Called back");
});

test("the caption of an AI image is added once, before the draft's caption @desktop", async ({ join }) => {
  const { page } = await join();
  const upload = await page.request.post("/api/media", { multipart: { file: await photo() } });
  const { url } = await upload.json();
  const [caption, location] = [page.getByLabel("Caption"), page.getByLabel("Location")];
  const openWithImage = async () => {
    await page.evaluate((image) => localStorage.setItem("afterglow_post_image", image), url);
    await page.goto("/post");
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  };
  await page.goto("/post");
  await expect(async () => {
    await location.fill("Oslo");
    expect(await storedDrafts(page)).toContain("Oslo");
  }).toPass();
  await openWithImage();
  await expect(location).toHaveValue("Oslo");
  await expect(caption).toHaveValue("Created with Afterglow AI ✨");
  await caption.fill("An old thought");
  for (const _ of ["first", "second"]) {
    await openWithImage();
    await expect(location).toHaveValue("Oslo");
    await expect(caption).toHaveValue("Created with Afterglow AI ✨\nAn old thought");
  }
});

test("a photo that cannot be encoded or decoded for cropping shows an error and stays @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  await expect(preview).toBeVisible();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await page.getByRole("button", { name: "Crop image" }).click();
  const dialog = page.getByRole("dialog", { name: "Crop photo" });
  await dialog.getByText("Square").click();
  await dialog.getByRole("button", { name: "Apply crop" }).click();
  await expect(toast(page, "Image error")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.evaluate(() => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("", "EncodingError"));
  });
  await page.getByRole("button", { name: "Crop image" }).click();
  await expect(toast(page, "Image error")).toBeVisible();
  await expect(preview).toBeVisible();
});
