import { expectAccessible } from "./axe";
import { addComment, connect, openSynced, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test.use({ allowedErrors: [/Failed to load resource/] });

test("a like of a comment shows with those of others, and is rolled back when it cannot be stored", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  await connect(mara, noah);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const commentId = await addComment(noah, postId, "What a sky");
  const { page } = mara;
  await openSynced(page, `/post/${postId}`);
  const row = page.getByRole("list", { name: "Comments", exact: true }).getByRole("listitem");
  const heart = row.getByRole("button", { name: `Like comment by ${noah.username}` });

  await noah.request.post(`/api/posts/${postId}/comments/${commentId}/like`);
  await expect(row).toContainText("1 like");
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await expect(row).toContainText("2 likes");
  await expectAccessible(page, "a post with a liked comment");
  await expect(async () => {
    const [comment] = await (await page.request.get(`/api/posts/${postId}/comments`)).json();
    expect(comment).toMatchObject({ likeCount: 2, isLiked: true });
  }).toPass();
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(row).toContainText("1 like");

  await page.route(/\/comments\/[^/]+\/like$/, (route) => route.abort());
  await heart.click();
  await expect(page.getByText("Failed to like comment")).toBeVisible();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await expect(row).toContainText("1 like");
});
