import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./axe";
import { expect, test, toast } from "./test";

/** A photo with a shade for every column, so that a part of it differs from the whole. */
async function gradient(name = "a.jpg", width = 1200, height = 800) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n++) pixels.fill(((n % width) / width) * 255, n * 3, n * 3 + 3);
  const buffer = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

async function openDarkroom(page: Page, ...files: Awaited<ReturnType<typeof gradient>>[]): Promise<Locator> {
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(files);
  await page.getByRole("button", { name: "Edit image" }).click();
  return page.getByRole("dialog", { name: "Edit photo" });
}

test("the darkroom fills the window, keeps the photo in its place, and zooms to its own pixels by key and wheel @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const dialog = await openDarkroom(page, await gradient("a.jpg", 2000, 1000));
  const canvas = dialog.locator("canvas[data-renderer]");
  await expect(canvas).toBeVisible();
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBeGreaterThan(window.height * 0.85);

  await test.step("the photo stays while tools change", async () => {
    const before = await canvas.boundingBox();
    for (const tab of ["Light", "Colour", "Detail", "Effects", "Looks"]) {
      await dialog.getByRole("tab", { name: tab }).click();
      await expect(dialog.getByRole("tab", { name: tab })).toHaveAttribute("aria-selected", "true");
      expect(await canvas.boundingBox(), tab).toEqual(before);
    }
    await dialog.getByRole("tab", { name: "Crop" }).click();
    const frame = dialog.getByRole("application", { name: /^Visible part/ });
    await expect.poll(() => frame.boundingBox()).toEqual(before);
    await dialog.getByRole("tab", { name: "Looks" }).click();
  });

  await test.step("keys zoom, move and show the list of keys", async () => {
    const photo = dialog.getByRole("application");
    await photo.focus();
    await page.keyboard.press("z");
    await expect(dialog.getByRole("button", { name: "Fit the photo" })).toHaveText("100 %");
    const zoomed = await canvas.screenshot();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await canvas.screenshot()).equals(zoomed)).toBe(false);
    await page.keyboard.press("0");
    await expect(dialog.getByRole("button", { name: "Zoom to 100 %" })).toBeVisible();
    await photo.hover();
    await page.mouse.wheel(0, -400);
    await expect(dialog.getByRole("button", { name: "Fit the photo" })).toBeVisible();
    await photo.dblclick();
    await expect(dialog.getByRole("button", { name: "Zoom to 100 %" })).toBeVisible();
    await page.mouse.down();
    await expect(dialog.getByRole("button", { name: "Hold to compare" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.mouse.up();
    await expect(dialog.getByRole("button", { name: "Hold to compare" })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(keys).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(keys).toBeHidden();
    await expect(photo).toBeFocused();
    await page.keyboard.press("2");
    await expect(dialog.getByRole("tab", { name: "Light" })).toHaveAttribute("aria-selected", "true");
  });
});

test("a slider takes a typed number, is reset by a double press, and a drag is one step; a curve is drawn by keys @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const dialog = await openDarkroom(page, await gradient());
  await dialog.getByRole("tab", { name: "Light" }).click();
  const slider = dialog.getByRole("slider", { name: "Contrast" });
  const number = dialog.getByRole("textbox", { name: "Contrast, as a number" });
  const undo = dialog.getByRole("button", { name: "Undo" });

  await test.step("typed numbers stay within the range, and what is none changes nothing", async () => {
    await number.fill("-900");
    await number.press("Enter");
    await expect(slider).toHaveValue("-100");
    await number.fill("words");
    await number.press("Tab");
    await expect(slider).toHaveValue("-100");
    await number.fill("7");
    await number.press("Escape");
    await expect(number).toHaveValue("-100");
    await expect(dialog).toBeVisible();
    await dialog.getByText("Contrast", { exact: true }).dblclick();
    await expect(number).toHaveValue("0");
  });

  await test.step("a drag is one step", async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 3 });
    await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await expect(slider).not.toHaveValue("0");
    await undo.click();
    await expect(slider).toHaveValue("0");
  });

  await test.step("the curve", async () => {
    await dialog.getByRole("button", { name: "Add point" }).click();
    const point = dialog.getByRole("slider", { name: "Point 2 of 3" });
    await point.focus();
    for (let n = 0; n < 4; n++) await point.press("Shift+ArrowUp");
    await expect(point).toHaveAttribute("aria-valuetext", "128 becomes 168");
    await expectAccessible(page, "the tone curve");
    await undo.click();
    await expect(point).toHaveAttribute("aria-valuetext", "128 becomes 128");
    await point.press("Delete");
    await expect(point).toBeHidden();
  });
});

test("a look is weakened, saved under a name and applied to all photos; the darkroom remembers it on this device", async ({
  join,
}) => {
  const { page } = await join();
  const dialog = await openDarkroom(page, await gradient("a.jpg"), await gradient("b.jpg", 1000, 800));
  const look = (name: string) => dialog.getByRole("radio", { name, exact: true });
  await look("Ink").press("Space");
  await dialog.getByRole("slider", { name: "Strength" }).fill("50");
  await expect(look("Ink")).toBeChecked();
  await dialog.getByRole("tab", { name: "Colour" }).click();
  await expect(dialog.getByRole("slider", { name: "Saturation" })).toHaveValue("-50");
  await dialog.getByRole("tab", { name: "Looks" }).click();
  await dialog.getByRole("button", { name: "Save look" }).click();
  await dialog.getByLabel("Name of your look").fill("Half ink");
  await page.keyboard.press("Enter");
  await expect(look("Half ink")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Apply to all photos" }).check();
  await expectAccessible(page, "own looks");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Photo 2 of 2" }).click();
  await page.getByRole("button", { name: "Edit image" }).click();
  await expect(look("Ink")).toBeChecked();
  await expect(look("Last used")).toBeVisible();
  await look("Half ink").press("Space");
  await dialog.getByRole("button", { name: "Remove look" }).click();
  await expect(look("Half ink")).toBeHidden();
});

test("the darkroom that is left during an export changes nothing, and says when a photo cannot be opened @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const dialog = await openDarkroom(page, await gradient());
  const preview = page.getByRole("img", { name: "Preview of your photo" });
  const shown = await preview.getAttribute("src");
  await dialog.getByRole("radio", { name: "Ink" }).press("Space");

  await test.step("an export in progress ends when its edits are discarded", async () => {
    await page.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...settings) {
        addEventListener("encode", () => toBlob.apply(this, settings), { once: true });
        document.body.dataset.encoding = "";
      };
    });
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(page.locator("body[data-encoding]")).toBeAttached();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(dialog).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event("encode")));
    await page.getByRole("button", { name: "Edit image" }).click();
    await expect(dialog.getByRole("radio", { name: "Original" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(preview).toHaveAttribute("src", shown ?? "");
  });

  await test.step("a photo that the browser cannot open leaves the composer as it was", async () => {
    await page.evaluate(() => {
      window.createImageBitmap = () => Promise.reject(new Error("no memory"));
    });
    await page.getByRole("button", { name: "Edit image" }).click();
    await expect(toast(page, "Image error")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(preview).toBeVisible();
  });
});

test("the tools fit a phone on its side, and large text @desktop", async ({ join }) => {
  const { page } = await join();
  await page.setViewportSize({ width: 740, height: 360 });
  const dialog = await openDarkroom(page, await gradient());
  await expect(dialog.getByRole("tab", { name: "Crop" })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText("Ember", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("img", { name: /^Histogram/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await dialog.getByRole("tab", { name: "Light" }).click();
  await expect
    .poll(async () => (await dialog.getByRole("slider", { name: "Contrast" }).boundingBox())?.width)
    .toBeGreaterThan(200);
});
