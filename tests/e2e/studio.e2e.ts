import sharp from "sharp";
import { cameraJpeg } from "../factories/photos";
import { cardOf, gate, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

const photo = async () => ({
  name: "dusk.jpg",
  mimeType: "image/jpeg",
  buffer: await cameraJpeg({ width: 600, height: 400 }),
});

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
  await page.getByRole("button", { name: "Suggest" }).click();
  await expect(page.getByLabel("Accessibility")).toHaveValue(/lighthouse/);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  const card = page.getByRole("feed").getByRole("article", { name: username });
  await expect(card).toContainText("Created with Afterglow AI ✨");
  await expect(card.getByText("Made with AI")).toBeVisible();

  await page.goto("/ai");
  await page.getByRole("button", { name: "A lighthouse on a cliff at sunset", exact: true }).click();
  await expect(tool.getByLabel("Describe your image")).toHaveValue("A lighthouse on a cliff at sunset");
});

test("an image is generated, edited, styled, posted and shown in the feed", async ({ join }) => {
  const { page } = await join();
  await page.goto("/ai");
  const images = page.getByRole("region", { name: "Your images" });
  const newest = images.getByRole("listitem").first();

  const creator = page.getByRole("region", { name: "AI Image Creator" });
  await creator.getByRole("button", { name: "A quiet forest lake in morning fog" }).click();
  await creator.getByRole("button", { name: "Generate Image" }).click();
  await expect(toast(page, "Image generated")).toBeVisible();
  await expect(newest).toContainText("A quiet forest lake in morning fog");

  await newest.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit this image" }).click();
  const editor = page.getByRole("region", { name: "Edit Existing Image" });
  await expect(editor.getByRole("img", { name: "Your upload" })).toBeVisible();
  await editor.getByRole("button", { name: "Add falling snow" }).click();
  await editor.getByRole("button", { name: "Apply Edit" }).click();
  await expect(toast(page, "Image edited")).toBeVisible();
  await expect(newest).toContainText("Add falling snow");

  await newest.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Style this image" }).click();
  const styles = page.getByRole("region", { name: "Art Styles" });
  await expect(styles.getByRole("img", { name: "Your upload" })).toBeVisible();
  await styles.getByRole("button", { name: "Pixel Art" }).click();
  await expect(toast(page, "Style applied")).toBeVisible();
  await expect(images.getByRole("listitem")).toHaveCount(3);

  await styles.getByRole("button", { name: "Use in Post" }).click();
  await expect(page).toHaveURL("/post");
  await page.getByLabel("Caption").fill("Snow on the lake, in squares");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  await expect(cardOf(page, "Snow on the lake, in squares").getByText("Made with AI")).toBeVisible();
});

test("saving or deleting an image in the collection updates its tool", async ({ join }) => {
  const { page } = await join();
  await page.goto("/ai");
  const tool = page.getByRole("region", { name: "AI Image Creator" });
  await tool.getByLabel("Describe your image").fill("A harbour at dusk");
  await tool.getByRole("button", { name: "Generate Image" }).click();
  const image = page.getByRole("region", { name: "Your images" }).getByRole("listitem");
  await image.getByRole("button", { name: "Save image" }).click({ timeout: 20_000 });
  await expect(tool.getByRole("button", { name: "Saved" })).toBeDisabled();
  await image.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete image" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toast(page, "Image deleted")).toBeVisible();
  await expect(tool.getByRole("button", { name: "Saved" })).toBeHidden();
  await expect(tool.getByLabel("Describe your image")).toHaveValue("A harbour at dusk");
});

test("a running tool cannot be reset, and loading another image cancels its request", async ({ join }) => {
  const { page } = await join();
  await page.goto("/ai");
  const tool = page.getByRole("region", { name: "AI Image Creator" });
  const prompt = tool.getByLabel("Describe your image");
  const generate = tool.getByRole("button", { name: "Generate Image" });
  const working = tool.getByRole("progressbar");
  const images = page.getByRole("region", { name: "Your images" }).getByRole("listitem");
  await prompt.fill("A harbour at dusk");
  await generate.click();
  const again = tool.getByRole("button", { name: "Create Another" });
  await expect(again).toBeVisible();
  await expect(images).toHaveCount(1);

  const held = gate();
  await page.route("**/api/ai/generate", async (route) => {
    await held.passed;
    await route.continue();
  });
  await prompt.fill("A lighthouse at dawn");
  await generate.click();
  await expect(working).toBeVisible();
  await expect(again).toBeHidden();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/ai/generate"));
  await images.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Use prompt and source again" }).click();
  await ended;
  await expect(working).toBeHidden();
  await expect(prompt).toHaveValue("A harbour at dusk");
  held.open();
  await generate.click();
  await expect(tool.getByRole("img", { name: "AI image of: A harbour at dusk" })).toBeVisible({
    timeout: 20_000,
  });
  await expect(images).toHaveCount(2);
});

test("a photo is edited by a prompt, compared with the original and reset", async ({ join }) => {
  const { page } = await join();
  await page.goto("/ai");
  const tool = page.getByRole("region", { name: "Edit Existing Image" });
  await tool.getByLabel("Upload an image to edit").setInputFiles(await photo());
  await expect(tool.getByRole("img", { name: "Your upload" })).toBeVisible();
  await tool.getByRole("button", { name: "Apply Edit" }).click();
  await expect(tool).toContainText("Please describe the changes you want.");
  await tool.getByLabel("Describe the changes").fill("black and white");
  await tool.getByRole("button", { name: "Apply Edit" }).click();
  await expect(toast(page, "Image edited")).toBeVisible();
  const slider = tool.getByRole("slider", { name: "Compare before and after" });
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  await expect(tool.getByRole("img", { name: "Photo edited by AI: black and white" })).toBeVisible();
  await tool.getByRole("button", { name: "Start Over" }).click();
  await expect(slider).toBeHidden();
  await expect(tool.getByLabel("Describe the changes")).toHaveValue("");
});

test("shows four styles, then eight; pressing one styles the photo", async ({ join }) => {
  const { page } = await join();
  await page.goto("/ai");
  const tool = page.getByRole("region", { name: "Art Styles" });
  const tiles = tool.getByRole("listitem");
  await expect(tiles).toHaveCount(4);
  await tool.getByRole("button", { name: "View More Styles" }).click();
  await expect(tiles).toHaveCount(8);
  await tool.getByRole("button", { name: "Show Less Styles" }).click();
  await expect(tiles).toHaveCount(4);
  await tool.getByLabel("Upload an image to style").setInputFiles(await photo());
  await tool.getByRole("button", { name: "Pixel Art" }).click();
  await expect(toast(page, "Style applied")).toBeVisible();
  await expect(tool.getByRole("img", { name: "Photo in the style Pixel Art" })).toBeVisible();
});

test("hiding AI posts removes them from the feed and loads the posts behind them", async ({ join }) => {
  const [reader, friend] = [await join("reader"), await join("friend")];
  const { page } = reader;
  const friendUser = (await (await friend.page.request.get("/api/auth/me")).json()).user;
  const readerUser = (await (await page.request.get("/api/auth/me")).json()).user;
  await page.request.post(`/api/connections/request/${friendUser.id}`);
  await friend.page.request.post(`/api/connections/accept/${readerUser.id}`);
  await sharePosts(friend, [{ caption: "By hand, below" }]);
  const made = await friend.page.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl: mediaUrl } = await made.json();
  // More than one page of AI posts, so that the first page has no visible post.
  for (let count = 0; count < 21; count += 1) {
    await friend.page.request.post("/api/posts", { data: { mediaUrl, caption: "Made up" } });
  }
  await page.goto("/feed");
  await expect(cardOf(page, "Made up").first()).toBeVisible();

  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Feed" });
  await section.getByLabel("Hide posts made with AI").check();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await expect(section.getByLabel("Hide posts made with AI")).toBeChecked();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
  await expect(cardOf(page, "By hand, below")).toBeVisible();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(cardOf(page, "Made up")).toHaveCount(0);
});

test.describe("a failing engine", () => {
  test.use({ allowedErrors: [/status of 502/] });

  test("shows the specified error, keeps the prompt, and a request can be cancelled", async ({ join }) => {
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
    await page.unroute("**/api/ai/generate");
    for (const body of ["{}", "no JSON"]) {
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.route("**/api/ai/generate", (route) => route.fulfill({ body }), { times: 1 });
      await tool.getByRole("button", { name: "Generate Image" }).click();
      await expect(toast(page, "Generation failed"), body).toContainText("Failed to generate the image.");
    }
    const editor = page.getByRole("region", { name: "Edit Existing Image" });
    await editor.getByRole("button", { name: "Apply Edit" }).click();
    await expect(toast(page, "Image required")).toContainText("Please upload an image first");
    await page.route("**/api/ai/generate", () => {});
    await tool.getByRole("button", { name: "Generate Image" }).click();
    await tool.getByRole("button", { name: "Cancel" }).click();
    await expect(tool.getByRole("button", { name: "Generate Image" })).toBeVisible();
    await expect(tool.getByRole("progressbar")).toBeHidden();
  });

  test("a file over 10 MB is rejected", async ({ join }) => {
    const { page } = await join();
    await page.goto("/ai");
    const big = { name: "big.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await page.getByLabel("Upload an image to edit").setInputFiles(big);
    await expect(toast(page, "File too large")).toContainText("Please upload an image smaller than 10MB");
    await page.getByLabel("Upload an image to style").setInputFiles(big);
    await expect(toast(page, "Image too large")).toBeVisible();
  });
});
