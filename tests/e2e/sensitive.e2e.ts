import type { Locator } from "@playwright/test";
import { expectAccessible } from "./axe";
import { cardOf, connect, decide, linkedId, photoFile, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

test("an author covers a photo when sharing and editing, and others choose how they see it", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const { page } = mara;
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photoFile());
  await page.getByLabel("Caption").fill("Scars #skin");
  // The details of the photo move the box: a press could begin on it and end beside it.
  await expect(page.getByLabel("Show camera data")).toBeVisible();
  await page.getByLabel("Mark as sensitive").check();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(toast(page, "Post created")).toBeVisible();
  const show = (within = noah.page.locator("body")) => within.getByRole("button", { name: "Show photo" });

  await noah.page.goto("/feed");
  const card = cardOf(noah.page, "Scars");
  await expect(card.getByText("Sensitive photo")).toBeVisible();
  await expect(card.locator("img.photo-image")).toHaveCount(0);
  await expectAccessible(noah.page, "a covered card");
  // axe does not judge text over a picture.
  const colorOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(show(card))).toBe(await colorOf(card.getByText("Sensitive photo")));
  await show(card).click();
  await expect(card.locator("img.photo-image")).toBeVisible();
  await expect(show(card)).toHaveCount(0);
  await expect(card.locator(":focus").locator("img.photo-image")).toBeVisible();
  // The card, then the post: a photo that was shown stays so.
  await card.getByRole("link", { name: /view post$/ }).press("Enter");
  await expect(noah.page).toHaveURL(/\/post\//);
  await expect(noah.page.locator("article img.photo-image")).toBeVisible();

  // A new document covers it again, also in grids.
  await noah.page.goto(`/profile/${mara.username}`);
  const tile = noah.page.getByRole("main").getByRole("listitem").filter({ hasText: "Sensitive photo" });
  await expect(tile).toHaveCount(1);
  await expectAccessible(noah.page, "a covered tile", "main");
  const [box, button] = [await tile.boundingBox(), await show().boundingBox()];
  expect(button?.y).toBeLessThan((box?.y ?? 0) + (box?.width ?? 0) / 2);
  await show().click();
  await expect(tile).toHaveCount(0);
  await expect(noah.page.locator("li img.photo-image")).toBeVisible();

  await noah.page.goto("/settings/photos");
  const section = noah.page.getByRole("region", { name: "Sensitive photos" });
  await expect(section.getByLabel("Cover them")).toBeChecked();
  await expect(section).toContainText("Photos aren't checked automatically here.");
  await section.getByLabel("Show them").check();
  await expect(section.getByText("Saved", { exact: true })).toBeVisible();
  await noah.page.goto("/feed");
  await expect(card.locator("img.photo-image")).toBeVisible();

  // The owner uncovers it.
  await cardOf(page, "Scars")
    .getByRole("link", { name: /view post$/ })
    .click();
  await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  await expect(dialog.getByLabel("Mark as sensitive")).toBeChecked();
  await dialog.getByLabel("Mark as sensitive").uncheck();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Post updated")).toBeVisible();
  await expect(page.getByText("Sensitive photo")).toHaveCount(0);
  await expect(page.locator("article img.photo-image")).toBeVisible();
});

test("a moderator's cover stays checked in the owner's dialog @desktop @all", async ({ join, signIn }) => {
  const [mara, eve] = [await join("mara"), await signIn("eve")];
  const mo = await signIn("mo", { role: "moderator" });
  const [postId] = await sharePosts(mara, [{ caption: "Not for everybody" }]);
  const data = { postId, reason: "nudity" };
  expect((await eve.request.post("/api/reports", { data })).status()).toBe(204);
  const reportId = await linkedId(mo, "/moderation?kind=post", "reports", mara);
  await decide(mo, reportId, { action: "cover", reason: "nudity" });

  const { page } = mara;
  await page.goto(`/post/${postId}`);
  await expect(page.getByText("Sensitive photo")).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const box = page.getByLabel("Marked as sensitive by a moderator");
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await page.getByRole("dialog").getByLabel("Caption").fill("For some");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Post updated")).toBeVisible();
  const settings = await (await page.request.get("/settings/reports")).text();
  expect(settings).toContain("We covered the photo of your post as sensitive: ");
});
