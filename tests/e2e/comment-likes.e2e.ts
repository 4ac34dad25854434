import { expectAccessible } from "./axe";
import { connect, openWithSocket, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("a like of a comment shows on both members' pages, and notifies its author", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await noah.page.request.post(`/api/posts/${postId}/comment`, { data: { comment: "What a sky" } });
  await openWithSocket(noah.page, `/post/${postId}`);
  await mara.page.goto(`/post/${postId}`);
  const rowOn = (page: typeof mara.page) =>
    page.getByRole("list", { name: "Comments", exact: true }).getByRole("listitem");
  const heartOn = (page: typeof mara.page) =>
    rowOn(page).getByRole("button", { name: `Like comment by ${noah.username}` });

  await heartOn(mara.page).click();
  await expect(heartOn(mara.page)).toHaveAttribute("aria-pressed", "true");
  await expect(rowOn(mara.page)).toContainText("1 like");
  await expect(rowOn(noah.page)).toContainText("1 like");
  await expect(heartOn(noah.page)).toHaveAttribute("aria-pressed", "false");
  await heartOn(noah.page).click();
  for (const { page } of [mara, noah]) await expect(rowOn(page)).toContainText("2 likes");
  await expectAccessible(noah.page, "a post with a liked comment");

  await noah.page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  const link = noah.page.getByRole("link", { name: `${mara.username} liked your comment: What a sky` });
  await expect(link).toHaveAttribute("href", new RegExp(`^/post/${postId}\\?comment=`));
  await noah.page.keyboard.press("Escape");

  await heartOn(mara.page).click();
  await expect(heartOn(mara.page)).toHaveAttribute("aria-pressed", "false");
  for (const { page } of [mara, noah]) await expect(rowOn(page)).toContainText("1 like");
  await expect(async () => {
    const [comment] = await (await mara.page.request.get(`/api/posts/${postId}/comments`)).json();
    expect(comment).toMatchObject({ likeCount: 1, isLiked: false });
  }).toPass();
  await mara.page.reload();
  await expect(rowOn(mara.page)).toContainText("1 like");
  await expect(heartOn(mara.page)).toHaveAttribute("aria-pressed", "false");
});

test.describe("a failing request", () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test("a like of a comment that cannot be stored is taken back", async ({ join }) => {
    const mara = await join("mara");
    const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
    await mara.page.request.post(`/api/posts/${postId}/comment`, { data: { comment: "Mine" } });
    await mara.page.goto(`/post/${postId}`);
    await mara.page.route(/\/comments\/[^/]+\/like$/, (route) => route.abort());
    const heart = mara.page.getByRole("button", { name: `Like comment by ${mara.username}` });
    await heart.click();
    await expect(mara.page.getByText("Failed to like comment")).toBeVisible();
    await expect(heart).toHaveAttribute("aria-pressed", "false");
  });
});
