import { expectAccessible } from "./axe";
import { cardOf, connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("the owner of a post hides a comment, others open it, and the owner shows it again", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  for (const comment of ["Rude", "Kind"])
    await noah.page.request.post(`/api/posts/${postId}/comment`, { data: { comment } });
  const { page } = mara;
  await page.goto(`/post/${postId}`);
  const comments = page.getByRole("list", { name: "Comments", exact: true });
  const row = comments.getByRole("listitem").filter({ hasText: "Rude" });
  await row.getByRole("button", { name: `Options of comment by ${noah.username}` }).click();
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await expect(comments.getByRole("listitem")).toHaveCount(1);
  const toggle = (on: typeof page) => on.getByRole("button", { name: "1 hidden comment" });
  await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");

  await noah.page.goto("/feed");
  await expect(cardOf(noah.page, "Dusk").getByRole("listitem")).toHaveText([/Kind/]);
  await noah.page.goto(`/post/${postId}`);
  await expect(noah.page.getByText("Kind")).toBeVisible();
  await expect(noah.page.getByText("Rude")).toHaveCount(0);
  await toggle(noah.page).click();
  await expect(noah.page.getByText("Rude")).toBeVisible();
  await noah.page
    .getByRole("listitem")
    .filter({ hasText: "Rude" })
    .getByRole("button", { name: `Options of comment by ${noah.username}` })
    .click();
  await expect(noah.page.getByRole("menuitem")).toHaveText(["Edit", "Delete"]);
  await noah.page.keyboard.press("Escape");
  await expectAccessible(noah.page, "a post with an opened hidden comment");

  await toggle(page).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Rude" })
    .getByRole("button", { name: `Options of comment by ${noah.username}` })
    .click();
  await page.getByRole("menuitem", { name: "Show" }).click();
  await expect(comments.getByRole("listitem")).toHaveText([/Rude/, /Kind/]);
  await expect(toggle(page)).toHaveCount(0);
  await noah.page.reload();
  await expect(noah.page.getByText("Rude")).toBeVisible();
});

test("an address of a hidden comment, or of a reply to one, opens the hidden ones at it", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const add = async (comment: string, parentId?: string): Promise<string> => {
    const path = `/api/posts/${postId}/comment`;
    return (await (await noah.page.request.post(path, { data: { comment, parentId } })).json()).id;
  };
  const [kind, rude] = [await add("Kind"), await add("Rude")];
  const hidden = `/api/posts/${postId}/comments/${rude}/hidden`;
  expect((await mara.page.request.post(hidden)).ok()).toBe(true);
  const reply = await add("Ruder", rude);
  const { page } = mara;
  const linked = page.locator("[data-linked]");
  for (const [id, text] of [
    [rude, "Rude"],
    [reply, "Ruder"],
  ] as const) {
    await page.goto(`/post/${postId}?comment=${id}`);
    await expect(linked).toContainText(text);
    await expect(linked).toBeFocused();
    await expect(linked).toBeInViewport();
  }
  await expectAccessible(page, "a post at a reply to a hidden comment");
  await page.goto(`/post/${postId}?comment=${kind}`);
  await expect(linked).toContainText("Kind");
  await expect(page.getByText("Rude")).toHaveCount(0);
  await page.getByRole("button", { name: "1 hidden comment" }).click();
  await expect(page.getByText("Rude")).toBeVisible();
});
