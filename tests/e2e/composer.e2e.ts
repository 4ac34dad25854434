import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { allowEmulatedWebgl } from "../factories/emulated-webgl";
import { expectAccessible } from "./axe";
import { gate, photoFile, storedDrafts } from "./fixtures";
import { expect, test, toast } from "./test";

const photo = () => photoFile("a.jpg", 600, 400);

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
    // Its details move "Share": a press could begin on the button and end beside it.
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
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
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
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

/** A photo of 600 × 400 pixels, red on the left and blue on the right. */
async function redAndBlue() {
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#00f" } })
    .composite([
      { input: { create: { width: 300, height: 400, channels: 3, background: "#f00" } }, left: 0, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  return { name: "a.jpg", mimeType: "image/jpeg", buffer };
}

/** Chooses a photo in the composer and returns locators of its dialog. */
async function openDarkroom(page: Page, file: Awaited<ReturnType<typeof redAndBlue>>) {
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(file);
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  const open = async (tab: string) => {
    await page.getByRole("button", { name: "Edit image" }).click();
    await dialog.getByRole("tab", { name: tab }).click();
  };
  return {
    preview,
    dialog,
    open,
    apply: async () => {
      await dialog.getByRole("button", { name: "Apply" }).click();
      await expect(dialog).toBeHidden();
    },
    size: () =>
      preview.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight, img.complete]),
  };
}

test("a photo is cropped by keyboard and by pointer, and the crop can be undone", async ({ join }) => {
  const { page } = await join();
  const { preview, dialog, open, apply, size } = await openDarkroom(page, await redAndBlue());
  await expect.poll(size).toEqual([600, 400, true]);
  const frame = dialog.getByRole("application");
  const reset = dialog.getByRole("button", { name: "Reset" });

  await open("Crop");
  await dialog.getByRole("radio", { name: "Square" }).press("Space");
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  await expectAccessible(page, "the crop of a photo");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(size).toEqual([600, 400, true]);

  // By pointer: dragging to the right brings the left side into the frame.
  await open("Crop");
  await dialog.getByText("Square").click();
  const { x = 0, y = 0, width = 0, height = 0 } = (await frame.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await apply();
  await expect.poll(size).toEqual([400, 400, true]);
  expect(await centreColour(preview)).toBe("red");

  // By keyboard: the right side, zoomed in. The dialog opens with the last crop.
  await open("Crop");
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  await reset.click();
  await dialog.getByRole("radio", { name: "Square" }).press("Space");
  for (let n = 0; n < 12; n++) await frame.press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).fill("2");
  await apply();
  await expect.poll(size).toEqual([200, 200, true]);
  expect(await centreColour(preview)).toBe("blue");

  await open("Crop");
  await reset.click();
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  await expect(zoom).toHaveValue("1");
  await pinch(frame, 30, 60);
  await expect(zoom).toHaveValue("2");
  await pinch(frame, 60, 30);
  await expect(zoom).toHaveValue("1");
  await apply();
  await expect.poll(size).toEqual([600, 400, true]);
  await open("Crop");
  await dialog.getByRole("radio", { name: "4 : 5" }).press("Space");
  await apply();
  await expect.poll(size).toEqual([320, 400, true]);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({ width: 320, height: 400 });
});

test("a photo is turned, mirrored and straightened, and each step can be undone @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const { preview, dialog, open, apply, size } = await openDarkroom(page, await redAndBlue());
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
  await open("Crop");
  await press("Flip");
  await press("Rotate");
  await apply();
  await expect.poll(size).toEqual([400, 600, true]);
  // The flip brings blue to the left, and the turn brings the left to the top.
  expect(await colourAt(preview, 0.5, 0.25)).toBe("blue");
  expect(await colourAt(preview, 0.5, 0.75)).toBe("red");

  await open("Crop");
  await press("Rotate");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(dialog.getByRole("button", { name: "Redo" })).toBeEnabled();
  await press("Redo");
  const straighten = dialog.getByRole("slider", { name: "Straighten" });
  await straighten.fill("30");
  await straighten.fill("45");
  await expect(straighten).toHaveAttribute("aria-valuetext", "45°");
  // The changes of a slider in a row are one step.
  await press("Undo");
  await expect(straighten).toHaveValue("0");
  await press("Undo");
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeDisabled();
  await press("Redo");
  await apply();
  await expect.poll(size).toEqual([600, 400, true]);
  // Mirrored and turned twice by 90 degrees: as at first, upside down.
  expect(await colourAt(preview, 0.25, 0.5)).toBe("red");
});

test("the wheel zooms the crop, and does not scroll @desktop", async ({ join }) => {
  const { page } = await join();
  const { dialog, open } = await openDarkroom(page, await redAndBlue());
  await open("Crop");
  await dialog.getByRole("application").hover();
  await page.mouse.wheel(0, -400);
  await expect(dialog.getByRole("slider", { name: "Zoom" })).toHaveValue("2");
});

test("looks and adjustments change the colours, and holding shows the photo without them", async ({
  join,
}) => {
  const { page } = await join();
  const { preview, dialog, open, apply } = await openDarkroom(page, await redAndBlue());
  await open("Looks");
  await dialog.getByRole("radio", { name: "Ink" }).press("Space");
  await expect(dialog.getByRole("radio", { name: "Ink" })).toBeChecked();
  await expectAccessible(page, "the looks of a photo");
  await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: true });
  const compare = dialog.getByRole("button", { name: "Hold to compare" });
  await compare.hover();
  await page.mouse.down();
  await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: false });
  await page.mouse.up();
  await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: true });
  await apply();
  await expect.poll(() => colourAt(preview, 0.25, 0.5)).toBe("gray");

  await open("Adjust");
  await expectAccessible(page, "the adjustments of a photo");
  await expect(dialog.getByRole("slider", { name: "Saturation" })).toHaveValue("-100");
  await dialog.getByRole("slider", { name: "Saturation" }).fill("0");
  await dialog.getByRole("tab", { name: "Looks" }).click();
  await expect(dialog.getByRole("radio", { name: "Ink" })).not.toBeChecked();
  await apply();
  await expect.poll(() => colourAt(preview, 0.25, 0.5)).toBe("red");
});

test("a canvas takes over when the browser loses WebGL @desktop", async ({ join }) => {
  const { page } = await join();
  // This machine has no graphics processor.
  await page.addInitScript(allowEmulatedWebgl);
  const { preview, dialog, open, apply } = await openDarkroom(page, await redAndBlue());
  await open("Looks");
  const canvas = dialog.locator("canvas[data-renderer]");
  await expect(canvas).toHaveAttribute("data-renderer", "webgl");
  const differenceFrom = async (pixels: Buffer) => {
    const shown = await shownPixels(dialog);
    return pixels.reduce((sum, one, at) => sum + Math.abs(one - (shown[at] ?? 0)), 0) / pixels.length;
  };
  const unadjusted = await shownPixels(dialog);
  await dialog.getByRole("radio", { name: "Dusk" }).press("Space");
  await expect.poll(() => differenceFrom(unadjusted)).toBeGreaterThan(5);
  const byWebgl = await shownPixels(dialog);
  await canvas.evaluate((element: HTMLCanvasElement) =>
    element.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext(),
  );
  await expect(canvas).toHaveAttribute("data-renderer", "canvas");
  await expect.poll(() => differenceFrom(byWebgl)).toBeLessThan(2);
  await dialog.getByRole("radio", { name: "Slate" }).press("Space");
  await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: true });
  await apply();
  await expect.poll(() => colourAt(preview, 0.25, 0.5)).toBe("gray");
});

/** Returns the bytes of the preview of the dialog, as RGB. A screenshot, because WebGL's pixels cannot be read. */
async function shownPixels(dialog: Locator): Promise<Buffer> {
  const shot = await dialog.locator("canvas[data-renderer]").screenshot();
  return sharp(shot).removeAlpha().raw().toBuffer();
}

/** Returns whether the preview of the dialog is gray at a fraction of its width. A screenshot, because WebGL's pixels cannot be read. */
async function shownColour(dialog: Locator, x: number): Promise<{ isGray: boolean }> {
  const shot = await dialog.locator("canvas[data-renderer]").screenshot();
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return { isGray: Math.abs(red - blue) < 12 };
}

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

function centreColour(image: Locator): Promise<string> {
  return colourAt(image, 0.5, 0.5);
}

/** Returns the dominant colour of a pixel of the image, at fractions of its width and height: red, blue or gray. */
function colourAt(image: Locator, x: number, y: number): Promise<string> {
  return image.evaluate(
    (img: HTMLImageElement, [x = 0, y = 0]) => {
      const pen = document.createElement("canvas").getContext("2d");
      pen?.drawImage(img, img.naturalWidth * x, img.naturalHeight * y, 1, 1, 0, 0, 1, 1);
      const [red = 0, , blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? [];
      if (Math.abs(red - blue) < 12) return "gray";
      return red > blue ? "red" : "blue";
    },
    [x, y],
  );
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

test("a press of Share while the photo is being opened shares it once it is open @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const held = gate();
  await page.route("**/assets/camera-of.client-*.js", async (route) => {
    await held.passed;
    await route.continue();
  });
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  await page.getByLabel("Caption").fill("In a hurry");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sharing..." })).toBeVisible();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toHaveCount(0);
  held.open();
  await expect(page.getByRole("feed").getByText("In a hurry")).toBeVisible();
});

test("a photo that is added during an upload is shared too @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  const input = page.locator("input[type=file]");
  await input.setInputFiles(await photo());
  await page.getByRole("button", { name: "Suggest" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading your photo" })).toBeVisible();
  await input.setInputFiles(await photoFile("b.jpg", 300, 300));
  await expect(page.getByRole("button", { name: "Photo 2 of 2, no alt text" })).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  held.open();
  await expect(page).toHaveURL("/feed");
  // The server may close an idle keep-alive connection just as it is reused.
  const [post] = await (await page.request.get("/api/feed", { maxRetries: 2 })).json();
  expect(post.photos).toMatchObject([{ width: 400 }, { width: 300 }]);
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
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
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
  // The draft has the photo too.
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
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
  // Its details move "Share": a press could begin on the button and end beside it.
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
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
  await page.getByRole("button", { name: "Edit image" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await dialog.getByText("Square").click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(toast(page, "Image error")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.evaluate(() => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException("", "EncodingError"));
  });
  await page.getByRole("button", { name: "Edit image" }).click();
  await expect(toast(page, "Image error")).toBeVisible();
  await expect(preview).toBeVisible();
});
