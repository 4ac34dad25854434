import { expectAccessible } from "./axe";
import { sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

// Chromium logs the refused comment as an error.
test.use({ allowedErrors: [/status of 403/] });

test("a member closes comments, and others read why they cannot comment", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const { page } = noah;
  await page.goto(`/post/${postId}`);
  const field = page.getByLabel("Add a comment");
  await expect(field).toBeVisible();

  await mara.page.goto("/settings/privacy");
  const section = mara.page.getByRole("region", { name: "Who can comment" });
  await expect(section.getByLabel("Everyone")).toBeChecked();
  await section.getByLabel("Nobody").check();
  await expect(section.getByText("Saved", { exact: true })).toBeVisible();
  await expect(section.getByLabel("Nobody")).toBeChecked();

  // The open page has the box still; the call refuses with the reason.
  await field.fill("Lovely");
  await field.press("Enter");
  await expect(toast(page, "Error")).toContainText("This member has turned off comments.");
  await expect(field).toHaveValue("Lovely");
  await page.reload();
  await expect(page.getByText("This member has turned off comments.")).toBeVisible();
  await expect(field).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Comment", exact: true })).toHaveCount(0);
  await expectAccessible(page, "a post without a comment box");
});
