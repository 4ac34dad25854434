import { expectAccessible } from "./axe";
import { cardOf, connect, photoFile, storedDrafts } from "./fixtures";
import { expect, test, toast } from "./test";

test("an author shows a post to connections only, and to everyone later @desktop", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const { page } = mara;
  await page.goto("/post");
  const choice = page.getByRole("group", { name: "Who can see it" });
  await expect(choice.getByLabel("Everyone on Afterglow")).toBeChecked();
  await page.getByLabel("Caption").fill("For us alone");
  // The draft keeps the choice.
  await expect(async () => {
    await choice.getByLabel("Everyone on Afterglow").check();
    await choice.getByLabel("Connections only").check();
    await expect.poll(() => storedDrafts(page), { timeout: 2000 }).toContain('"visibility":"connections"');
  }).toPass();
  await page.reload();
  await expect(page.getByLabel("Caption")).toHaveValue("For us alone");
  await expect(choice.getByLabel("Connections only")).toBeChecked();
  await expect(choice.getByLabel("Connections only")).toHaveAccessibleDescription(
    "Only you and your connections, including people you connect with later. It stays out of Explore and hashtags.",
  );
  await page.getByLabel("Image").setInputFiles(await photoFile());
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await expectAccessible(page, "the composer with a post for connections");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(toast(page, "Post created")).toBeVisible();

  await noah.page.goto("/feed");
  const card = cardOf(noah.page, "For us alone");
  await expect(card).toContainText("Connections only");
  await card.getByRole("button", { name: "Share", exact: true }).click();
  await expect(noah.page.getByText(`Only connections of ${mara.username} can open it.`)).toBeVisible();

  await cardOf(page, "For us alone")
    .getByRole("link", { name: /view post$/ })
    .click();
  await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  await expect(dialog.getByLabel("Connections only")).toBeChecked();
  await dialog.getByLabel("Everyone on Afterglow").check();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Post updated")).toBeVisible();
  await expect(page.getByRole("article")).not.toContainText("Connections only");
});
