import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { openSynced, shareNumberedPosts } from "./fixtures";
import { expect, test, toast } from "./test";

test.use({ allowedErrors: [/status of (404|500)/] });

const tiles = (page: Page) => page.getByRole("main").locator('a[href^="/post/"]');
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

/** Shares posts with the alt texts "Photo 1" to "Photo {count}" and saves them in this order. @returns their ids */
async function savePosts(page: Page, count: number): Promise<string[]> {
  const ids = await shareNumberedPosts(page, count);
  for (const id of ids) expect((await page.request.post(`/api/posts/${id}/save`)).status()).toBe(200);
  return ids;
}

/** Creates a collection with posts over the API. @returns its id */
async function collect(page: Page, name: string, postIds: string[]): Promise<string> {
  const created = await page.request.post("/api/collections", { data: { name } });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  if (postIds.length === 0) return id;
  const moved = await page.request.post("/api/posts/saved/move", { data: { postIds, collectionId: id } });
  expect((await moved.json()).postIds).toHaveLength(postIds.length);
  return id;
}

test("saved posts are selected and moved to a new collection, which is renamed and deleted", async ({
  join,
}) => {
  const { page } = await join();
  await savePosts(page, 3);
  await test.step("collections that fail to load do not hide the posts", async () => {
    await page.route("**/api/collections", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.goto("/profile?tab=saved");
    await expect(page.getByText("Your collections could not be loaded.")).toBeVisible();
    await expect(tiles(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Your collections could not be loaded.")).toBeHidden();
  });
  await page.getByRole("button", { name: "Select" }).click();
  await expect(page.getByText("0 selected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add to collection" })).toBeDisabled();
  await box(page, "Photo 1").check();
  await box(page, "Photo 3").check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectAccessible(page, "selected posts");
  await page.getByRole("button", { name: "Add to collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to collection" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Please name this collection")).toBeVisible();
  await expectAccessible(page, "the dialog without collections");
  await dialog.getByLabel("New collection").fill("Harbour");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Added to Harbour")).toBeVisible();
  await expect(dialog).toBeHidden();
  // The posts stay in the Saved tab.
  await expect(tiles(page)).toHaveCount(3);

  await page.getByRole("link", { name: "Harbour 2 posts" }).click();
  await expect(page).toHaveURL(/\/collections\//);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour");
  await expect(tiles(page)).toHaveCount(2);
  await expectAccessible(page, "a collection");

  await page.getByRole("button", { name: "Collection menu" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const rename = page.getByRole("dialog", { name: "Rename collection" });
  await expect(rename.getByLabel("Name")).toHaveValue("Harbour");
  await rename.getByLabel("Name").fill(" ");
  await rename.getByRole("button", { name: "Rename" }).click();
  await expect(rename.getByText("Please name this collection")).toBeVisible();
  await rename.getByLabel("Name").fill("Ports");
  await rename.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ports");
  await expect(rename).toBeHidden();

  await page.getByRole("button", { name: "Collection menu" }).click();
  await page.getByRole("menuitem", { name: "Delete collection" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete collection?" });
  await expect(question).toContainText("Its posts stay saved.");
  await question.getByRole("button", { name: "Delete collection" }).click();
  await expect(toast(page, "Collection deleted")).toBeVisible();
  await expect(page).toHaveURL("/profile?tab=saved");
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name: "Ports" })).toHaveCount(0);

  await test.step("the Saved tab creates a collection", async () => {
    await page.getByRole("button", { name: "New collection" }).click();
    const creation = page.getByRole("dialog", { name: "New collection" });
    await creation.getByLabel("Name").fill("A name that is so long that nobody would read it all");
    await creation.getByRole("button", { name: "Create" }).click();
    await expect(creation.getByText("A name must not be longer than 50 characters")).toBeVisible();
    await creation.getByLabel("Name").fill("Harbour");
    await creation.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour");
    await expect(page.getByRole("heading", { name: "Nothing Here Yet" })).toBeVisible();
    await expectAccessible(page, "an empty collection");
  });
});

test("a collection's posts are moved by the keyboard, removed and made its cover", async ({ join }) => {
  const { page } = await join();
  const ids = await savePosts(page, 3);
  const id = await collect(page, "Harbour", ids);
  await collect(page, "Skies", []);
  const read = async () => (await page.request.get(`/api/collections/${id}`)).json();
  await page.goto(`/collections/${id}`);
  await expect(tiles(page)).toHaveCount(3);
  const mode = page.getByRole("button", { name: "Select" });
  await mode.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await box(page, "Photo 1").focus();
  await page.keyboard.press("Space");
  await expect(box(page, "Photo 1")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(box(page, "Photo 1")).toHaveCount(0);

  await mode.click();
  await box(page, "Photo 1").check();
  await page.getByRole("button", { name: "Use as cover" }).click();
  await expect(toast(page, "Cover changed")).toBeVisible();
  await expect.poll(async () => (await read()).coverPhoto.postId).toBe(ids[0]);

  await mode.click();
  await box(page, "Photo 2").check();
  await box(page, "Photo 3").check();
  await expect(page.getByRole("button", { name: "Use as cover" })).toBeDisabled();
  await page.getByRole("button", { name: "Add to collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to collection" });
  await expect(dialog.getByRole("button", { name: /^Harbour/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: /^Skies/ }).click();
  await expect(toast(page, "Added to Skies")).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  await expect(page.getByText("1 post", { exact: true })).toBeVisible();

  await mode.click();
  await box(page, "Photo 1").check();
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "Removed from collection")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing Here Yet" })).toBeVisible();

  await test.step("a post that is unsaved in another tab leaves the collection on the screen", async () => {
    await openSynced(page, `/collections/${await collect(page, "Piers", ids)}`);
    await expect(tiles(page)).toHaveCount(3);
    expect((await page.request.delete(`/api/posts/${ids[0]}/save`)).status()).toBe(200);
    await expect(tiles(page)).toHaveCount(2);
  });
});

test("a post's page adds the post to a collection and saves it; failures are shown and can be retried", async ({
  join,
}) => {
  const { page } = await join();
  const [id = ""] = await shareNumberedPosts(page, 1);
  await collect(page, "Harbour", []);
  await page.goto(`/post/${id}`);
  // The save of the button is still in flight when the dialog moves the post.
  let reply = () => {};
  const isAsked = new Promise<void>((resolve) => {
    reply = resolve;
  });
  await page.route(`**/api/posts/${id}/save`, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.route("**/api/collections", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.getByRole("button", { name: "Add to collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to collection" });
  await expect(dialog.getByText("Your collections could not be loaded")).toBeVisible();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await page.route("**/api/posts/saved/move", (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await dialog.getByRole("button", { name: "Harbour No posts yet" }).click();
  reply();
  await expect(toast(page, "Failed to move posts")).toBeVisible();
  await dialog.getByRole("button", { name: "Harbour No posts yet" }).click();
  await expect(toast(page, "Added to Harbour")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});
