import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { photoFile, storedDrafts, storedPhotos } from "./fixtures";
import { expect, test } from "./test";

test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

const row = (page: Page) => page.getByRole("list", { name: "Photos in order" });
const thumbnails = (page: Page) => row(page).getByRole("button");

/** Returns the widths of the thumbnails in order. */
const widths = (page: Page) =>
  thumbnails(page).evaluateAll((buttons) =>
    buttons.map((button) => button.querySelector("img")?.naturalWidth),
  );

/** Opens the composer and chooses two photos of 310 and 320 pixels. */
async function chooseTwo(page: Page): Promise<void> {
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  // The form takes several after hydration.
  await expect(input).toHaveJSProperty("multiple", true);
  // The files are stored on their side.
  await input.setInputFiles([await photoFile("a.jpg", 300, 310), await photoFile("b.jpg", 300, 320)]);
  await expect(thumbnails(page)).toHaveCount(2);
  await expect.poll(() => storedPhotos(page)).toEqual([2, 0]);
}

test("a draft keeps photos, order, alt texts and edits over a reload, and is deleted once it is shared", async ({
  join,
}) => {
  const { page } = await join();
  await chooseTwo(page);
  await page.getByLabel("Accessibility").fill("The first");
  await page.getByRole("button", { name: "Move later" }).click();
  await page.getByRole("button", { name: "Edit image" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await dialog.getByText("Square").click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => storedPhotos(page)).toEqual([2, 1]);
  await expect.poll(() => widths(page)).toEqual([320, 300]);

  await page.reload();
  await expect.poll(() => widths(page)).toEqual([320, 300]);
  const edited = page.getByRole("button", { name: "Photo 2 of 2, The first" });
  await edited.click();
  await page.getByRole("button", { name: "Edit image" }).click();
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => widths(page)).toEqual([320, 310]);
  await expectAccessible(page, "a restored draft");

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  // The server may close an idle keep-alive connection just as it is reused.
  const [post] = await (await page.request.get("/api/feed", { maxRetries: 2 })).json();
  expect(post.photos).toMatchObject([
    { width: 320, altText: "" },
    { width: 310, altText: "The first" },
  ]);
  await expect.poll(() => storedPhotos(page)).toEqual([0, 0]);
  expect(await storedDrafts(page)).toBe("");
});

test("leaving keeps the photos, and the draft can be discarded", async ({ join }) => {
  const { page } = await join();
  await chooseTwo(page);
  await page.getByLabel("Caption").fill("Second thoughts");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Chat" }).click();
  const leave = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await expect(leave).toContainText("Your photos and your text will be here when you come back.");
  await leave.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();

  await main.getByRole("link", { name: "Create post" }).click();
  await expect.poll(() => widths(page)).toEqual([310, 320]);
  await page.getByRole("button", { name: "Discard draft" }).click();
  const discard = page.getByRole("alertdialog", { name: "Discard this draft?" });
  await discard.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Choose a photo")).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("");
  await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
  await expect.poll(() => storedPhotos(page)).toEqual([0, 0]);
  expect(await storedDrafts(page)).toBe("");
});

test("a draft made without a network is there after reconnecting", async ({ join }) => {
  const { page } = await join();
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  await expect(input).toHaveJSProperty("multiple", true);
  // The composer loads the code of the storage when it opens: its request for the stored photos creates the database.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain("afterglow-drafts");
  await page.context().setOffline(true);
  await input.setInputFiles(await photoFile("a.jpg", 300, 310));
  await expect.poll(() => storedPhotos(page)).toEqual([1, 0]);
  await page.getByLabel("Caption").fill("From the mountain hut");
  await expect.poll(() => storedDrafts(page)).toContain("From the mountain hut");
  await page.context().setOffline(false);

  await page.reload();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("From the mountain hut");
});

test("two tabs share a draft, and another member of the browser has none", async ({ join }) => {
  const { page } = await join();
  const second = await page.context().newPage();
  await second.goto("/post");
  await expect(second.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  await chooseTwo(page);
  await second.locator("input[type=file]").setInputFiles(await photoFile("c.jpg", 300, 330));
  await expect.poll(() => storedPhotos(page)).toEqual([3, 0]);
  await second.reload();
  await expect.poll(() => widths(second).then((all) => all.toSorted())).toEqual([310, 320, 330]);

  // The other member signs in after the session has ended without a log-out.
  const other = await join("olga");
  await page.context().clearCookies();
  await page.context().addCookies(await other.page.context().cookies());
  await second.reload();
  await expect(second.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  await second.locator("input[type=file]").setInputFiles(await photoFile("d.jpg", 300, 340));
  // It is stored after the draft has been restored.
  await expect.poll(() => storedPhotos(second)).toEqual([4, 0]);
  await expect(second.getByRole("img", { name: "Preview of your photo" })).toHaveJSProperty(
    "naturalWidth",
    340,
  );
  await expect(row(second)).toHaveCount(0);
});

test("log-out deletes the photos of the draft", async ({ join }) => {
  const { page } = await join();
  await chooseTwo(page);
  await page.getByRole("button", { name: "Remove image" }).click();
  await expect.poll(() => storedPhotos(page)).toEqual([1, 0]);
  await page.goto("/feed");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  expect(await storedPhotos(page)).toEqual([0, 0]);
  expect(await storedDrafts(page)).toBe("");
});

test("photos for which the browser has no room stay in the composer, which says so", async ({ join }) => {
  const { page } = await join();
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
  });
  await page.goto("/post");
  const input = page.locator("input[type=file]");
  await expect(input).toHaveJSProperty("multiple", true);
  await input.setInputFiles(await photoFile());
  await expect(
    page.getByText("This browser has no room to keep your photo. Share before you leave this page."),
  ).toBeVisible();
  await page.getByLabel("Caption").fill("Shared all the same");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chat" }).click();
  const leave = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await expect(leave).toContainText("Your photo will not be saved.");
  await leave.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  await expect(page.getByRole("feed").getByText("Shared all the same")).toBeVisible();
});
