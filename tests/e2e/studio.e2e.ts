import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { photoFile } from "./fixtures";
import { expect, test, toast } from "./test";

/** Expects the actions of a new result in the window, and the toast beside them. */
async function expectActionsFree(page: Page, tool: Locator) {
  const card = (await page.getByRole("button", { name: "Dismiss" }).locator("..").boundingBox()) ?? fail();
  for (const name of ["Use in Post", "Save", "Download", "Share"]) {
    const action = tool.getByRole("button", { name, exact: true });
    await expect(action).toBeInViewport({ ratio: 1 });
    const box = (await action.boundingBox()) ?? fail();
    const isBeside =
      box.y + box.height <= card.y ||
      box.y >= card.y + card.height ||
      box.x + box.width <= card.x ||
      box.x >= card.x + card.width;
    expect(isBeside, name).toBe(true);
  }
}
const fail = () => {
  throw new Error("An element has no box.");
};

test("an image is generated, saved, downloaded, used in a post and shown in the feed", async ({ join }) => {
  const { page, username } = await join();
  await page.goto("/feed");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create with AI" }).click();
  await expect(page.getByRole("heading", { name: "Create with AI" })).toBeVisible();
  const tool = page.getByRole("region", { name: "AI Image Creator" });

  await tool.getByRole("button", { name: "Generate Image" }).click();
  await expect(tool).toContainText("Please provide a detailed description of what you want to create.");
  await tool.getByLabel("Describe your image").fill("A lighthouse on a cliff at sunset");
  await tool.getByRole("button", { name: "Generate Image" }).click();
  await expect(toast(page, "Image generated")).toBeVisible();
  const image = tool.getByRole("img", { name: "AI image of: A lighthouse on a cliff at sunset" });
  await expect(image).toBeVisible();
  await expect(tool).toContainText("Made by the local engine");
  await expectActionsFree(page, tool);

  await tool.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Image saved")).toBeVisible();
  await expect(tool.getByRole("button", { name: "Saved" })).toBeDisabled();
  const download = page.waitForEvent("download");
  await tool.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^afterglow-ai-\d+\.png$/);
  expect((await sharp(await file.path()).metadata()).format).toBe("png");
  await expect(toast(page, "Image downloaded")).toBeVisible();

  // The image is still there after navigating away and back.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
  await expect(page).toHaveURL("/feed");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create with AI" }).click();
  await expect(image).toBeVisible();
  await expect(page.getByRole("region", { name: "Your images" }).getByRole("listitem")).toHaveCount(1);

  await tool.getByRole("button", { name: "Use in Post" }).click();
  await expect(page).toHaveURL("/post");
  await expect(page.getByLabel("Caption")).toHaveValue("Created with Afterglow AI ✨");
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  // The embedded engine describes nothing that it cannot see.
  await expect(page.getByText("No alt text yet. Describe the photo in a sentence.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Suggest" })).toHaveCount(0);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  const card = page.getByRole("feed").getByRole("article", { name: username });
  await expect(card).toContainText("Created with Afterglow AI ✨");
  await expect(card.getByText("Made with AI")).toBeVisible();

  await page.goto("/ai");
  await page.getByRole("button", { name: "A lighthouse on a cliff at sunset", exact: true }).click();
  await expect(tool.getByLabel("Describe your image")).toHaveValue("A lighthouse on a cliff at sunset");
});

test("an image is edited, styled, compared, saved and deleted in the collection @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/ai");
  const images = page.getByRole("region", { name: "Your images" });
  const newest = images.getByRole("listitem").first();
  const creator = page.getByRole("region", { name: "AI Image Creator" });
  const editor = page.getByRole("region", { name: "Edit Existing Image" });
  const styles = page.getByRole("region", { name: "Art Styles" });
  const choose = async (item: string) => {
    await newest.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  await test.step("an image is generated from an example", async () => {
    await creator.getByRole("button", { name: "A quiet forest lake in morning fog" }).click();
    await creator.getByRole("button", { name: "Generate Image" }).click();
    await expect(toast(page, "Image generated")).toBeVisible();
    await expect(newest).toContainText("A quiet forest lake in morning fog");
  });

  await test.step("a running tool cannot be reset, and loading another image cancels its request", async () => {
    const prompt = creator.getByLabel("Describe your image");
    const again = creator.getByRole("button", { name: "Create Another" });
    const working = creator.getByRole("progressbar");
    await expect(again).toBeVisible();
    await page.route("**/api/ai/generate", () => {});
    await prompt.fill("A lighthouse at dawn");
    await creator.getByRole("button", { name: "Generate Image" }).click();
    await expect(working).toBeVisible();
    await expect(again).toBeHidden();
    const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/ai/generate"));
    await choose("Use prompt and source again");
    await ended;
    await expect(working).toBeHidden();
    await expect(prompt).toHaveValue("A quiet forest lake in morning fog");
    await page.unroute("**/api/ai/generate");
  });

  await test.step("the image is edited by a prompt, and compared with the original", async () => {
    await choose("Edit this image");
    await expect(editor.getByRole("img", { name: "Your upload" })).toBeVisible();
    await editor.getByRole("button", { name: "Apply Edit" }).click();
    await expect(editor).toContainText("Please describe the changes you want.");
    await editor.getByRole("button", { name: "Add falling snow" }).click();
    await editor.getByLabel("Describe the changes").press("End");
    await editor.getByLabel("Describe the changes").pressSequentially(" on a teapot");
    const window = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await editor.getByRole("button", { name: "Apply Edit" }).click();
    await expect(toast(page, "Image edited")).toBeVisible();
    await expectActionsFree(page, editor);
    await page.setViewportSize(window ?? fail());
    await expect(editor.getByRole("paragraph").filter({ hasText: /^Left out: teapot$/ })).toBeVisible();
    await expect(editor.getByRole("status")).toHaveText("Left out: teapot");
    await expect(newest).toContainText("Add falling snow");
    const slider = editor.getByRole("slider", { name: "Compare before and after" });
    await slider.press("Home");
    await expect(slider).toHaveValue("0");
    await expect(editor.getByRole("img", { name: "Photo edited by AI: Add falling snow" })).toBeVisible();
    await editor.getByRole("button", { name: "Start Over" }).click();
    await expect(slider).toBeHidden();
    await expect(editor.getByLabel("Describe the changes")).toHaveValue("");
  });

  await test.step("an uploaded photo takes one of eight styles", async () => {
    const tiles = styles.getByRole("listitem");
    await expect(tiles).toHaveCount(4);
    await styles.getByRole("button", { name: "View More Styles" }).click();
    await expect(tiles).toHaveCount(8);
    await styles.getByRole("button", { name: "Show Less Styles" }).click();
    await expect(tiles).toHaveCount(4);
    await styles.getByLabel("Upload an image to style").setInputFiles(await photoFile());
    await expect(styles.getByRole("img", { name: "Your upload" })).toBeVisible();
    await page.route("**/api/ai/style", () => {}, { times: 1 });
    const tile = tiles.filter({ hasText: "Pixel Art" });
    await tile.getByRole("button", { name: "Pixel Art" }).click();
    await expect(tile.getByRole("progressbar")).toBeVisible();
    await expect(styles.getByRole("status")).toHaveText("Painting your image…");
    const other = styles.getByRole("button", { name: "Watercolor" });
    await expect(other).toBeDisabled();
    await expect(other).toHaveAccessibleDescription("Another image is being painted. Wait, or cancel it.");
    await tile.getByRole("button", { name: "Cancel" }).click();
    await expect(other).toBeEnabled();
    await expect(tile.getByRole("button", { name: "Pixel Art" })).toBeFocused();
    await tile.getByRole("button", { name: "Pixel Art" }).click();
    await expect(toast(page, "Style applied")).toBeVisible();
    await expectActionsFree(page, styles);
    await expect(styles.getByRole("img", { name: "Photo in the style Pixel Art" })).toBeVisible();
    await expect(images.getByRole("listitem")).toHaveCount(3);
  });

  await test.step("a style that is chosen while a photo opens is applied once it is open", async () => {
    await styles.getByRole("button", { name: "Start Over" }).click();
    // The photo stays unread until it is released.
    await page.evaluate(() => {
      const read = FileReader.prototype.readAsDataURL;
      FileReader.prototype.readAsDataURL = function (blob) {
        window.addEventListener("release", () => read.call(this, blob), { once: true });
      };
    });
    let choosers = 0;
    page.on("filechooser", () => {
      choosers += 1;
    });
    await styles.getByLabel("Upload an image to style").setInputFiles(await photoFile());
    const tile = styles.getByRole("button", { name: "Pixel Art" });
    await tile.click();
    await expect(tile).toHaveAttribute("aria-pressed", "true");
    await page.evaluate(() => window.dispatchEvent(new Event("release")));
    await expect(styles.getByRole("img", { name: "Photo in the style Pixel Art" })).toBeVisible();
    expect(choosers).toBe(0);
    await expect(images.getByRole("listitem")).toHaveCount(4);
  });

  await test.step("the collection opens in the viewer", async () => {
    await images.getByRole("link").first().click();
    const viewer = page.getByRole("dialog", { name: "Photo viewer" });
    await expect(viewer.getByRole("status")).toContainText("Photo 1 of 4");
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
  });

  await test.step("saving and deleting an image in the collection update its tool", async () => {
    const saved = styles.getByRole("button", { name: "Saved" });
    await newest.getByRole("button", { name: "Save image" }).click();
    await expect(saved).toBeDisabled();
    await choose("Delete image");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(toast(page, "Image deleted")).toBeVisible();
    await expect(saved).toBeHidden();
    await expect(images.getByRole("listitem")).toHaveCount(3);
  });
});

test.describe("a failing engine", () => {
  test.use({ allowedErrors: [/status of 502/] });

  test("shows the specified error and keeps the prompt, a request can be cancelled, and a file over 10 MB is rejected @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    await page.goto("/ai");
    const tool = page.getByRole("region", { name: "AI Image Creator" });
    await page.route("**/api/ai/generate", (route) =>
      route.fulfill({ status: 502, json: { message: "Failed to generate the image. Please try again." } }),
    );
    await tool.getByLabel("Describe your image").fill("A harbour");
    await tool.getByRole("button", { name: "Generate Image" }).click();
    await expect(toast(page, "Generation failed")).toContainText(
      "Failed to generate the image. Please try again.",
    );
    await expect(tool.getByLabel("Describe your image")).toHaveValue("A harbour");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(tool.getByText("Failed to generate the image. Please try again.")).toBeVisible();
    await page.unroute("**/api/ai/generate");
    for (const body of ["{}", "no JSON"]) {
      await page.route("**/api/ai/generate", (route) => route.fulfill({ body }), { times: 1 });
      await tool.getByRole("button", { name: "Generate Image" }).click();
      await expect(toast(page, "Generation failed"), body).toContainText("Failed to generate the image.");
      await page.getByRole("button", { name: "Dismiss" }).click();
    }
    const editor = page.getByRole("region", { name: "Edit Existing Image" });
    await editor.getByRole("button", { name: "Apply Edit" }).click();
    await expect(toast(page, "Image required")).toContainText("Please upload an image first");
    await page.route("**/api/ai/generate", () => {});
    await tool.getByRole("button", { name: "Generate Image" }).click();
    await tool.getByRole("button", { name: "Cancel" }).click();
    await expect(tool.getByRole("button", { name: "Generate Image" })).toBeFocused();
    await expect(tool.getByRole("progressbar")).toBeHidden();

    // The bytes of the file are made in the page: sending them there takes seconds.
    for (const [label, title] of [
      ["Upload an image to edit", "File too large"],
      ["Upload an image to style", "Image too large"],
    ] as const) {
      await page.getByLabel(label).evaluate((input: HTMLInputElement) => {
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], "big.jpg", { type: "image/jpeg" }));
        input.files = files.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
      await expect(toast(page, title)).toContainText("Please upload an image smaller than 10MB");
    }
  });
});
