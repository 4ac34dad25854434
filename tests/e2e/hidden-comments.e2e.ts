import { expectAccessible } from "./axe";
import { addComment, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

test("the owner of a post hides a comment, its address opens the hidden ones, and the owner shows and reports it", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await addComment(noah, postId, "Kind");
  const rude = await addComment(noah, postId, "Rude");
  const reply = await addComment(noah, postId, "Ruder", rude);
  const { page } = mara;
  await page.goto(`/post/${postId}`);
  const comments = page.getByRole("list", { name: "Comments", exact: true });
  const toggle = (on: typeof page) => on.getByRole("button", { name: "1 hidden comment" });
  const options = (on: typeof page) =>
    on
      .getByRole("listitem")
      .filter({ hasText: "Rude" })
      .getByRole("button", { name: `Options of comment by ${noah.username}` })
      .first();
  await options(page).click();
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(comments.getByRole("listitem")).toHaveCount(1);
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");

  await test.step("an address of a reply to it opens the hidden ones at it", async () => {
    await noah.page.goto(`/post/${postId}?comment=${reply}`);
    const linked = noah.page.locator("[data-linked]");
    await expect(linked).toContainText("Ruder");
    await expect(linked).toBeFocused();
    await expect(linked).toBeInViewport();
    await options(noah.page).click();
    await expect(noah.page.getByRole("menuitem")).toHaveText(["Edit", "Delete"]);
    await noah.page.keyboard.press("Escape");
    await expectAccessible(noah.page, "a post at a reply to a hidden comment");
  });

  await toggle(page).click();
  await options(page).click();
  await page.getByRole("menuitem", { name: "Show" }).click();
  await expect(comments.getByRole("listitem").filter({ hasText: "Rude" }).first()).toBeVisible();
  await expect(toggle(page)).toHaveCount(0);
  await options(page).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  const report = page.getByRole("dialog", { name: "Report this comment" });
  await report.getByLabel("Harassment").check();
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, "Report sent")).toBeVisible();
});
