import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { allowEmulatedWebgl } from "../factories/emulated-webgl";
import { expectAccessible } from "./axe";
import { gate, offerSuggestions, photoFile, storedDrafts } from "./fixtures";
import { expect, pauseClock, test, toast } from "./test";

const photo = () => photoFile("a.jpg", 600, 400);

/** Opens the composer with a photo. */
async function openWithPhoto(page: Page) {
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photo());
  // Its details move "Share": a press could begin on the button and end beside it.
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  await expect(preview).toBeVisible();
  return { preview, caption: page.getByLabel("Caption"), share: page.getByRole("button", { name: "Share" }) };
}

test.describe("a failing request", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("shows an error and keeps the photo and the fields; a lost reply creates no second post @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    const { preview, caption, share } = await openWithPhoto(page);
    await caption.fill("Sent four times");
    const dismiss = async () => {
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(toast(page, "Error")).toBeHidden();
    };
    await test.step("the upload", async () => {
      await page.route("**/api/media", (route) => route.abort());
      await share.click();
      await expect(toast(page, "Error")).toContainText("Failed to upload image");
      await dismiss();
      await page.unroute("**/api/media");
    });
    await test.step("the post", async () => {
      await page.route("**/post.data*", (route) => route.abort());
      await share.click();
      await expect(toast(page, "Error")).toContainText("Failed to create post");
      await expect(page.getByText("An error occurred")).toBeVisible();
      await expect(preview).toBeVisible();
      await expect(caption).toHaveValue("Sent four times");
      await dismiss();
      await page.unroute("**/post.data*");
    });
    await test.step("the reply", async () => {
      await page.route("**/post.data*", async (route) => {
        await route.fetch({ maxRedirects: 0, maxRetries: 2 });
        await route.abort();
      });
      await share.click();
      await expect(toast(page, "Error")).toContainText("Failed to create post");
      await page.unroute("**/post.data*");
    });
    await share.click();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByRole("feed").getByText("Sent four times")).toHaveCount(1);
  });
});

test("a photo is required, and one that cannot be opened, cropped or encoded is reported @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.clock.install();
  await page.goto("/post");
  const caption = page.getByLabel("Caption");
  const input = page.getByLabel("Image");
  const expectError = async () => {
    await expect(toast(page, "Image error")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page, "Image error")).toBeHidden();
  };
  await test.step("no photo", async () => {
    await expect(page.getByText("Alt text helps people with visual impairments")).toBeVisible();
    await caption.fill("Words alone");
    await page.getByRole("button", { name: "Share" }).click();
    await expect(toast(page, "Image required")).toContainText("Please upload an image for your post");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(caption).toHaveValue("Words alone");
  });
  await test.step("a file that is not an image", async () => {
    await input.setInputFiles({ name: "words.jpg", mimeType: "image/jpeg", buffer: Buffer.from("words") });
    await expectError();
  });
  await test.step("a photo that cannot be encoded or decoded for cropping", async () => {
    await input.setInputFiles(await photo());
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
    await expectError();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.evaluate(() => {
      const fail = () => Promise.reject(new DOMException("", "EncodingError"));
      HTMLImageElement.prototype.decode = fail;
      window.createImageBitmap = fail;
    });
    await page.getByRole("button", { name: "Edit image" }).click();
    await expectError();
    await expect(preview).toBeVisible();
  });
  await test.step("a photo that takes longer than 5 seconds to decode", async () => {
    await page.getByRole("button", { name: "Remove image" }).click();
    await expect(page.getByText("Choose a photo")).toBeVisible();
    await page.evaluate(() => {
      window.createImageBitmap = () => new Promise(() => undefined);
    });
    await pauseClock(page);
    await input.setInputFiles(await photo());
    await expect(page.getByText("Opening your photo…")).toBeVisible();
    await page.clock.runFor(4999);
    await expect(toast(page, "Image error")).toBeHidden();
    await page.clock.runFor(1);
    await expect(toast(page, "Image error")).toBeVisible();
  });
});

test("an AI image from the URL or the studio keeps the draft, adds its caption once, and takes a photo beside it @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const made = await page.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl } = await made.json();
  const [caption, location] = [page.getByLabel("Caption"), page.getByLabel("Location")];
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  await page.goto(`/post?imageUrl=${encodeURIComponent(imageUrl)}`);
  await expect(preview).toBeVisible();
  await expect(page).toHaveURL("/post");
  await expect(caption).toHaveValue("Created with Afterglow AI ✨");
  await location.fill("Oslo");
  // The image may still be on its way into the form.
  await expect(async () => {
    await caption.fill("An old thought");
    expect(await storedDrafts(page)).toContain('"An old thought"');
  }).toPass();
  for (const _ of ["first", "second"]) {
    await page.evaluate((image) => localStorage.setItem("afterglow_post_image", image), imageUrl);
    await page.goto("/post");
    await expect(preview).toBeVisible();
    await expect(location).toHaveValue("Oslo");
    await expect(caption).toHaveValue("Created with Afterglow AI ✨\nAn old thought");
  }
  const thumbnails = page.getByRole("list", { name: "Photos in order" }).getByRole("button");
  await page.locator("input[type=file]").setInputFiles(await photoFile());
  await expect(thumbnails).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Edit image" })).toHaveCount(0);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post.photos).toMatchObject([{ isAi: true }, { isAi: false }]);
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

test("a photo is cropped by keyboard, pointer and fingers, turned and mirrored, and each step can be undone @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const { preview, dialog, open, apply, size } = await openDarkroom(page, await redAndBlue());
  await expect.poll(size).toEqual([600, 400, true]);
  const frame = dialog.getByRole("application");
  const zoom = dialog.getByRole("slider", { name: "Zoom" });
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

  await open("Crop");
  await dialog.getByRole("radio", { name: "Square" }).press("Space");
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  await expectAccessible(page, "the crop of a photo");
  await test.step("leaving asks before it discards the edits", async () => {
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
    await press("Cancel");
    await question.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(size).toEqual([600, 400, true]);
  });

  await test.step("by pointer: dragging to the right brings the left side into the frame", async () => {
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
    expect(await colourAt(preview, 0.5, 0.5)).toBe("red");
  });

  await test.step("by keyboard: the right side, zoomed in", async () => {
    // The dialog opens with the last crop.
    await open("Crop");
    await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
    await press("Reset");
    await dialog.getByRole("radio", { name: "Square" }).press("Space");
    for (let n = 0; n < 12; n++) await frame.press("ArrowLeft");
    await zoom.fill("2");
    await apply();
    await expect.poll(size).toEqual([200, 200, true]);
    expect(await colourAt(preview, 0.5, 0.5)).toBe("blue");
  });

  await test.step("by two fingers and the wheel, which zoom", async () => {
    await open("Crop");
    await press("Reset");
    await expect(zoom).toHaveValue("1");
    await pinch(frame, 30, 60);
    await expect(zoom).toHaveValue("2");
    await pinch(frame, 60, 30);
    await expect(zoom).toHaveValue("1");
    await frame.hover();
    await page.mouse.wheel(0, -400);
    await expect(zoom).toHaveValue("2");
    await zoom.fill("1");
  });

  await test.step("by a flip and a turn: blue comes to the left, and the left to the top", async () => {
    await press("Flip");
    await press("Rotate");
    await apply();
    await expect.poll(size).toEqual([400, 600, true]);
    expect(await colourAt(preview, 0.5, 0.25)).toBe("blue");
    expect(await colourAt(preview, 0.5, 0.75)).toBe("red");
  });

  await test.step("undo and redo", async () => {
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
});

test("looks and adjustments change the colours in WebGL, and in a canvas once WebGL is lost @desktop", async ({
  join,
}) => {
  const { page } = await join();
  // This machine has no graphics processor.
  await page.addInitScript(allowEmulatedWebgl);
  const { preview, dialog, open, apply } = await openDarkroom(page, await redAndBlue());
  const look = (name: string) => dialog.getByRole("radio", { name });
  await open("Looks");
  const canvas = dialog.locator("canvas[data-renderer]");

  await test.step("a canvas takes over with the same colours", async () => {
    await expect(canvas).toHaveAttribute("data-renderer", "webgl");
    const differenceFrom = async (pixels: Buffer) => {
      const shown = await shownPixels(dialog);
      return pixels.reduce((sum, one, at) => sum + Math.abs(one - (shown[at] ?? 0)), 0) / pixels.length;
    };
    const unadjusted = await shownPixels(dialog);
    await look("Dusk").press("Space");
    await expect.poll(() => differenceFrom(unadjusted)).toBeGreaterThan(5);
    const byWebgl = await shownPixels(dialog);
    await canvas.evaluate((element: HTMLCanvasElement) =>
      element.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext(),
    );
    await expect(canvas).toHaveAttribute("data-renderer", "canvas");
    await expect.poll(() => differenceFrom(byWebgl)).toBeLessThan(2);
  });

  await test.step("holding a button shows the photo without its look", async () => {
    await look("Ink").press("Space");
    await expect(look("Ink")).toBeChecked();
    await expectAccessible(page, "the looks of a photo");
    await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: true });
    await dialog.getByRole("button", { name: "Hold to compare" }).hover();
    await page.mouse.down();
    await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: false });
    await page.mouse.up();
    await expect.poll(() => shownColour(dialog, 0.25)).toMatchObject({ isGray: true });
    await apply();
    await expect.poll(() => colourAt(preview, 0.25, 0.5)).toBe("gray");
  });

  await test.step("adjustments change the look", async () => {
    await open("Colour");
    await expectAccessible(page, "the adjustments of a photo");
    await expect(dialog.getByRole("slider", { name: "Saturation" })).toHaveValue("-100");
    await dialog.getByRole("slider", { name: "Saturation" }).fill("0");
    await dialog.getByRole("tab", { name: "Looks" }).click();
    await expect(look("Ink")).not.toBeChecked();
    await apply();
    await expect.poll(() => colourAt(preview, 0.25, 0.5)).toBe("red");
  });
});

/** Returns the bytes of the preview of the dialog, as RGB. A screenshot, because WebGL's pixels cannot be read. */
async function shownPixels(dialog: Locator): Promise<Buffer> {
  const shot = await dialog.locator("canvas[data-renderer]").screenshot();
  return sharp(shot).removeAlpha().raw().toBuffer();
}

/** Returns whether the dialog's preview is gray at a fraction of its width, by a screenshot: WebGL hides its pixels. */
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

test("Share waits for a photo that is being opened; each photo is uploaded once, also one added during an upload @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const input = page.locator("input[type=file]");
  await test.step("Share before the photo is open", async () => {
    const opening = gate();
    await page.route("**/assets/camera-of.client-*.js", async (route) => {
      await opening.passed;
      await route.continue();
    });
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photo());
    await page.getByLabel("Caption").fill("In a hurry");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.getByRole("button", { name: "Sharing..." })).toBeVisible();
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toHaveCount(0);
    opening.open();
    await expect(page.getByRole("feed").getByText("In a hurry")).toBeVisible();
  });
  await test.step("one upload for the suggestion of an alt text and the post", async () => {
    let uploads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/media")) uploads++;
    });
    const held = gate();
    await page.route("**/api/media", async (route) => {
      await held.passed;
      await route.continue();
    });
    await offerSuggestions(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create post" }).click();
    await input.setInputFiles(await photo());
    await page.getByRole("button", { name: "Suggest" }).click();
    await expect(page.getByRole("progressbar", { name: "Uploading your photo" })).toBeVisible();
    await input.setInputFiles(await photoFile("b.jpg", 300, 300));
    await expect(page.getByRole("button", { name: "Photo 2 of 2, no alt text" })).toBeVisible();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("button", { name: "Sharing..." })).toBeVisible();
    held.open();
    await expect(page).toHaveURL("/feed");
    const [post] = await (await page.request.get("/api/feed")).json();
    expect(post.photos).toMatchObject([{ width: 400 }, { width: 300 }]);
    expect(uploads).toBe(2);
  });
});

test("leaving during the upload or the post request asks: leaving keeps the draft, staying shares the post @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const main = page.getByRole("navigation", { name: "Main" });
  const confirmation = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  const progress = page.getByRole("progressbar", { name: "Uploading your photo" });
  let held = gate();
  await page.route("**/api/media", async (route) => {
    await held.passed;
    await route.continue();
  });
  const { preview, caption, share } = await openWithPhoto(page);
  await caption.fill("Not lost");
  const leave = async () => {
    await main.getByRole("link", { name: "Chat" }).click();
    await confirmation.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();
  };
  const comeBack = async () => {
    await main.getByRole("link", { name: "Create post" }).click();
    await expect(caption).toHaveValue("Not lost");
    // The draft has the photo too.
    await expect(preview).toBeVisible();
  };
  await test.step("leaving during the upload", async () => {
    await share.click();
    await expect(progress).toBeVisible();
    const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/media"));
    await leave();
    await cancelled;
    held.open();
    expect(await (await page.request.get("/api/feed")).json()).toEqual([]);
    await comeBack();
  });
  await test.step("leaving during the post request", async () => {
    await page.route("**/post.data*", () => {});
    const sent = page.waitForRequest("**/post.data*");
    await share.click();
    await sent;
    await leave();
    await page.unroute("**/post.data*");
    await comeBack();
  });
  await test.step("staying", async () => {
    held = gate();
    await share.click();
    await expect(progress).toBeVisible();
    await expect(page.getByText("Cancel to change your post.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("status")).toHaveText("Uploading…");
    await caption.press("!");
    // Playwright waits for a box that can be changed.
    await page.getByLabel("Mark as sensitive").click({ force: true });
    await page.getByLabel("Connections only").click({ force: true });
    await page.locator("input[type=file]").setInputFiles(await photoFile("late.jpg"));
    await main.getByRole("link", { name: "Chat" }).click();
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(progress).toBeVisible();
    // Photos that cannot be shared any more do not change either.
    await expect(caption).toHaveValue("Not lost");
    await expect(page.getByLabel("Mark as sensitive")).not.toBeChecked();
    await expect(page.getByLabel("Everyone on Afterglow")).toBeChecked();
    await expect(page.getByRole("list", { name: "Photos in order" })).toHaveCount(0);
    held.open();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByRole("feed").getByText("Not lost")).toBeVisible();
    expect(await storedDrafts(page)).toBe("");
  });
});
