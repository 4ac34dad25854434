import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { gate, photoFile, storedDrafts, storedPhotos } from "./fixtures";
import { expect, test, toast } from "./test";

test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

const row = (page: Page) => page.getByRole("list", { name: "Photos in order" });
const thumbnails = (page: Page) => row(page).getByRole("button");

/** Returns the widths of the thumbnails in order. */
const widths = (page: Page) =>
  thumbnails(page).evaluateAll((buttons) =>
    buttons.map((button) => button.querySelector("img")?.naturalWidth),
  );

/** Opens the composer and waits until it can store photos. */
async function openComposer(page: Page): Promise<void> {
  await page.goto("/post");
  // The form takes several after hydration.
  await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  // The composer loads the code of the storage when it opens: its request for the stored photos creates the database.
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain("afterglow-drafts");
}

/** Chooses two photos of 310 and 320 pixels. The files are stored on their side. */
async function chooseTwo(page: Page): Promise<void> {
  const files = [await photoFile("a.jpg", 300, 310), await photoFile("b.jpg", 300, 320)];
  await page.locator("input[type=file]").setInputFiles(files);
  await expect(thumbnails(page)).toHaveCount(2);
  await expect.poll(() => storedPhotos(page)).toEqual([2, 0]);
}

test("a draft made without a network keeps all that was chosen over a reload, and is deleted once it is shared", async ({
  join,
}) => {
  const { page } = await join();
  await openComposer(page);
  await page.context().setOffline(true);
  await chooseTwo(page);
  await page.getByLabel("Caption").fill("From the mountain hut");
  await page.getByLabel("Location").fill("Oslo");
  await page.getByLabel("Accessibility").fill("The first");
  await page.getByRole("button", { name: "Move later" }).click();
  await page.getByLabel("Mark as sensitive").check();
  await page.getByLabel("Connections only").check();
  await expect.poll(() => storedDrafts(page)).toContain("From the mountain hut");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Edit image" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await dialog.getByText("Square").click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => storedPhotos(page)).toEqual([2, 1]);
  await expect.poll(() => widths(page)).toEqual([320, 300]);

  await page.reload();
  await expect.poll(() => widths(page)).toEqual([320, 300]);
  await expect(page.getByLabel("Caption")).toHaveValue("From the mountain hut");
  await expect(page.getByLabel("Location")).toHaveValue("Oslo");
  await expect(page.getByLabel("Mark as sensitive")).toBeChecked();
  await expect(page.getByLabel("Connections only")).toBeChecked();
  await page.getByRole("button", { name: "Photo 2 of 2, The first" }).click();
  await page.getByRole("button", { name: "Edit image" }).click();
  await dialog.getByRole("tab", { name: "Crop" }).click();
  await expect(dialog.getByRole("radio", { name: "Square" })).toBeChecked();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => widths(page)).toEqual([320, 310]);
  await expectAccessible(page, "a restored draft");

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({ cover: "owner", visibility: "connections" });
  expect(post.photos).toMatchObject([
    { width: 320, altText: "" },
    { width: 310, altText: "The first" },
  ]);
  await expect.poll(() => storedPhotos(page)).toEqual([0, 0]);
  expect(await storedDrafts(page)).toBe("");
});

test("a choice that was set back and an alt text that was typed before hydration win over the draft @desktop", async ({
  join,
}) => {
  const { page } = await join();
  await openComposer(page);
  await chooseTwo(page);
  await page.getByLabel("Location").fill("Oslo");
  await page.getByLabel("Accessibility").fill("The draft's");
  await page.getByLabel("Mark as sensitive").check();
  await page.getByLabel("Connections only").check();
  await expect.poll(() => storedDrafts(page)).toContain('"visibility":"connections"');

  const scripts = gate();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await scripts.passed;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByLabel("Mark as sensitive").check();
  await page.getByLabel("Mark as sensitive").uncheck();
  await page.getByLabel("Connections only").check();
  await page.getByLabel("Everyone").check();
  await page.getByLabel("Accessibility").fill("Typed early");
  await page.getByLabel("Location").fill("Bergen");
  await page.getByLabel("Location").fill("");
  scripts.open();
  await expect.poll(() => widths(page)).toEqual([310, 320]);
  await expect(page.getByLabel("Mark as sensitive")).not.toBeChecked();
  await expect(page.getByLabel("Everyone")).toBeChecked();
  await expect(page.getByRole("button", { name: "Photo 1 of 2, Typed early" })).toBeVisible();
  await expect(page.getByLabel("Accessibility")).toHaveValue("Typed early");
  await expect(page.getByLabel("Location")).toHaveValue("Oslo");
});

test("leaving keeps the draft, which can be discarded, and a log-out deletes it; without room for it, the composer says so", async ({
  join,
}) => {
  const { page } = await join();
  const main = page.getByRole("navigation", { name: "Main" });
  const leave = page.getByRole("alertdialog", { name: "Leave without sharing?" });
  await openComposer(page);
  await chooseTwo(page);
  await page.getByLabel("Caption").fill("Second thoughts");
  await page.getByLabel("Mark as sensitive").check();
  await test.step("leaving keeps the photos, to which another tab adds one", async () => {
    await main.getByRole("link", { name: "Chat" }).click();
    await expect(leave).toContainText("Your photos and your text will be here when you come back.");
    await leave.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/post");
    await expect.poll(() => widths(other)).toEqual([310, 320]);
    await other.locator("input[type=file]").setInputFiles(await photoFile("c.jpg", 300, 330));
    await expect.poll(() => storedPhotos(other)).toEqual([3, 0]);
    await other.close();
    await main.getByRole("link", { name: "Create post" }).click();
    await expect.poll(() => widths(page).then((all) => all.toSorted())).toEqual([310, 320, 330]);
  });
  await test.step("the draft can be discarded", async () => {
    await expect(page.getByLabel("Mark as sensitive")).toBeChecked();
    await page.getByRole("button", { name: "Discard draft" }).click();
    const discard = page.getByRole("alertdialog", { name: "Discard this draft?" });
    await discard.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Choose a photo")).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("");
    await expect(page.getByLabel("Mark as sensitive")).not.toBeChecked();
    await expect(page.getByRole("button", { name: "Discard draft" })).toHaveCount(0);
    await expect.poll(() => storedPhotos(page)).toEqual([0, 0]);
    expect(await storedDrafts(page)).toBe("");
  });
  await test.step("a photo for which the browser has no room stays in the composer", async () => {
    await page.evaluate(() => {
      Object.assign(window, { put: IDBObjectStore.prototype.put });
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("No room.", "QuotaExceededError");
      };
    });
    await page.locator("input[type=file]").setInputFiles(await photoFile());
    await expect(
      page.getByText("This browser has no room to keep your photo. Share before you leave this page."),
    ).toBeVisible();
    await page.getByLabel("Caption").fill("Not kept");
    await main.getByRole("link", { name: "Chat" }).click();
    await expect(leave).toContainText("Your photo will not be saved.");
    await leave.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  });
  await test.step("a log-out deletes the photos", async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = Reflect.get(window, "put");
    });
    await page.locator("input[type=file]").setInputFiles(await photoFile("b.jpg"));
    await expect.poll(async () => (await storedPhotos(page))[0]).toBeGreaterThan(0);
    await main.getByRole("link", { name: "Chat" }).click();
    await leave.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL("/");
    expect(await storedPhotos(page)).toEqual([0, 0]);
    expect(await storedDrafts(page)).toBe("");
  });
});

test("two tabs share a draft, and another member of the browser has none @all", async ({ join }) => {
  const { page } = await join();
  const second = await page.context().newPage();
  await second.goto("/post");
  await expect(second.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  await openComposer(page);
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

test("an image of the AI tools joins a draft, and takes the place of none of ten photos @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const made = await page.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl } = await made.json();
  const handOff = () =>
    page.evaluate((image) => localStorage.setItem("afterglow_post_image", image), imageUrl);
  await openComposer(page);
  await chooseTwo(page);
  await page.getByLabel("Caption").fill("At the hut");
  await expect.poll(() => storedDrafts(page)).toContain("At the hut");
  await handOff();
  await page.goto("/post");
  await expect(thumbnails(page)).toHaveCount(3);
  await expect(thumbnails(page).nth(2)).toHaveAttribute("aria-current", "true");
  await expect(page.getByLabel("Caption")).toHaveValue("Created with Afterglow AI ✨\nAt the hut");

  await page.getByRole("button", { name: "Remove image" }).click();
  const files = await Promise.all(
    Array.from({ length: 8 }, (_, at) => photoFile(`${at}.jpg`, 300, 330 + at)),
  );
  await page.locator("input[type=file]").setInputFiles(files);
  await expect(thumbnails(page)).toHaveCount(10);
  await expect.poll(() => storedPhotos(page)).toEqual([10, 0]);
  await handOff();
  await page.goto("/post");
  await expect(toast(page, "Too many photos")).toContainText("One was left out.");
  await expect(thumbnails(page)).toHaveCount(10);
  await page.reload();
  await expect(thumbnails(page)).toHaveCount(10);
});
