import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { expect, test, toast } from "./test";

const preview = (page: Page) => page.getByRole("img", { name: "Preview of your photo" });
const share = (page: Page) => page.getByRole("button", { name: "Share" });

async function smallPhoto() {
  return { name: "small.jpg", mimeType: "image/jpeg", buffer: await cameraJpeg({ width: 640, height: 480 }) };
}

/** A photo as a drop or a paste carries it. */
async function transferOf(page: Page) {
  const { buffer } = await smallPhoto();
  return page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "small.jpg", { type: "image/jpeg" }));
    return transfer;
  }, buffer.toString("base64"));
}

test("a post needs a photo, and the rules are told at their fields", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await expect(page.getByRole("heading", { name: "Create a Post" })).toBeVisible();
  await expect(page.getByText("Alt text helps people with visual impairments")).toBeVisible();
  await share(page).click();
  await expect(toast(page, "Image required")).toContainText("Please upload an image for your post");

  await page.getByLabel("Image").setInputFiles(await smallPhoto());
  await expect(preview(page)).toBeVisible();
  const long = { Caption: 2201, Location: 101, Accessibility: 501 };
  for (const [label, length] of Object.entries(long)) await page.getByLabel(label).fill("x".repeat(length));
  await share(page).click();
  await expect(page.getByText("Caption must not be longer than 2200 characters.")).toBeVisible();
  await expect(page.getByText("Location must not be longer than 100 characters.")).toBeVisible();
  await expect(page.getByText("Alt text must not be longer than 500 characters.")).toBeVisible();
  await expect(page.getByLabel("Caption")).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
  await expect(page).toHaveURL("/post");
});

test("a file that is too large or no picture is refused, and a chosen photo can be removed", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  const image = page.getByLabel("Image");
  await image.setInputFiles({
    name: "huge.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await expect(toast(page, "File too large")).toContainText("Please upload an image smaller than 10MB");
  await image.setInputFiles({
    name: "words.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("not a picture"),
  });
  await expect(toast(page, "Image error")).toBeVisible();
  await image.setInputFiles(await smallPhoto());
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect(preview(page)).toBeHidden();
  await expect(page.getByText("Choose a photo")).toBeVisible();
});

test("a photo can be dropped and pasted", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  await expect(share(page)).toBeEnabled();
  await page.getByText("Choose a photo").dispatchEvent("drop", { dataTransfer: await transferOf(page) });
  await expect(preview(page)).toBeVisible();
  await page.getByRole("button", { name: "Remove image" }).click();
  const clipboardData = await transferOf(page);
  await page.evaluate(
    (data) => document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })),
    clipboardData,
  );
  await expect(preview(page)).toBeVisible();
});

test("a large photo is scaled in the browser, and its upload shows how far it is", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const original = await cameraJpeg();
  await page.getByLabel("Image").setInputFiles({ name: "big.jpg", mimeType: "image/jpeg", buffer: original });
  await expect(preview(page)).toBeVisible();
  const upload = page.waitForRequest("/api/media");
  await share(page).click();
  await expect(page).toHaveURL("/feed");
  const sent = Number((await (await upload).allHeaders())["content-length"]);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(original.byteLength / 2);
  await expect(page.getByRole("feed").getByRole("img", { name: "Photo" })).toBeVisible();
});

test.describe("when the network fails", () => {
  test.use({ allowedErrors: [/net::ERR_/] });

  test("in the middle of an upload, nothing that was typed or chosen is lost", async ({ join }) => {
    const { page } = await join();
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await smallPhoto());
    await expect(preview(page)).toBeVisible();
    await page.getByLabel("Caption").fill("Kept through the tunnel");
    await page.route("/api/media", (route) => route.abort());
    await share(page).click();
    await expect(toast(page, "Failed to upload image")).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("Kept through the tunnel");
    await expect(preview(page)).toBeVisible();

    await page.unroute("/api/media");
    await share(page).click();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByText("Kept through the tunnel")).toBeVisible();
  });
});

test("the AI tools hand a picture over through browser storage, once", async ({ join }) => {
  const { page } = await join();
  const { buffer } = await smallPhoto();
  await page.goto("/feed");
  await page.evaluate(
    (url) => localStorage.setItem("afterglow_post_image", url),
    `data:image/jpeg;base64,${buffer.toString("base64")}`,
  );
  await page.goto("/post");
  await expect(preview(page)).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Created with Afterglow AI ✨");
  expect(await page.evaluate(() => localStorage.getItem("afterglow_post_image"))).toBeNull();
  await share(page).click();
  await expect(page).toHaveURL("/feed");
  await expect(page.getByText("Created with Afterglow AI ✨")).toBeVisible();
});

test("an address of one's own media is taken from the query, which then goes", async ({ join }) => {
  const { page } = await join();
  const upload = await page.request.post("/api/media", { multipart: { file: await smallPhoto() } });
  const { url } = await upload.json();
  await page.goto(`/post?imageUrl=${encodeURIComponent(url)}`);
  await expect(preview(page)).toHaveAttribute("src", url);
  await expect(page).toHaveURL("/post");
  await expect(page.getByLabel("Caption")).toHaveValue("");
  await share(page).click();
  await expect(page).toHaveURL("/feed");
});
