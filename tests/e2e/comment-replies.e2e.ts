import { expectAccessible } from "./axe";
import { addComment, connect, openWithSocket, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("a reply is written under its comment, opened by others, and notifies its author", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await addComment(noah, postId, "What a sky");
  const { page } = mara;
  await page.goto(`/post/${postId}`);
  await page.getByRole("button", { name: `Reply to ${noah.username}` }).click();
  const field = page.getByRole("textbox", { name: `Reply to ${noah.username}` });
  await expect(field).toBeFocused();
  await expectAccessible(page, "a post with a reply form");
  await field.fill("Thank you");
  await field.press("Enter");
  const replies = (on: typeof page) => on.getByRole("list", { name: `Replies to ${noah.username}` });
  await expect(replies(page).getByRole("listitem")).toHaveText([/Thank you/]);
  await expect(page.getByText("2 comments")).toBeVisible();
  await expect(field).toHaveCount(0);

  await noah.page.goto(`/post/${postId}`);
  await expect(noah.page.getByText("Thank you")).toHaveCount(0);
  await noah.page.getByRole("button", { name: "View 1 reply" }).click();
  await expect(replies(noah.page).getByRole("listitem")).toHaveText([/Thank you/]);
  await expectAccessible(noah.page, "a post with open replies");
  // A reply to a reply mentions its author.
  await replies(noah.page)
    .getByRole("button", { name: `Reply to ${mara.username}` })
    .click();
  const answer = noah.page.getByRole("textbox", { name: `Reply to ${mara.username}` });
  await expect(answer).toHaveValue(`@${mara.username} `);
  await answer.pressSequentially("always");
  await answer.press("Enter");
  await expect(replies(noah.page).getByRole("listitem")).toHaveText([/Thank you/, /always/]);
  await noah.page.getByRole("button", { name: "Hide replies" }).click();
  await expect(replies(noah.page)).toHaveCount(0);
  await noah.page.getByRole("button", { name: "View 2 replies" }).click();
  await expect(replies(noah.page).getByRole("listitem")).toHaveCount(2);
  await replies(noah.page)
    .getByRole("button", { name: `Options of comment by ${noah.username}` })
    .click();
  await noah.page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(replies(noah.page).getByRole("listitem")).toHaveText([/Thank you/]);
  await expect(noah.page.getByText("2 comments")).toBeVisible();

  await noah.page.getByRole("button", { name: /^Notifications/ }).click();
  await noah.page.getByRole("link", { name: `${mara.username} replied to your comment` }).click();
  await expect(noah.page).toHaveURL(/\?comment=/);
  await expect(replies(noah.page).locator("[data-linked]")).toContainText("Thank you");
});

test("the number of replies is live, and the replies of others are loaded on request", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const commentId = await addComment(noah, postId, "What a sky");
  const { page } = noah;
  await openWithSocket(page, `/post/${postId}`);
  await addComment(mara, postId, "First reply", commentId);
  await page.getByRole("button", { name: "View 1 reply" }).click();
  const replies = page.getByRole("list", { name: `Replies to ${noah.username}` }).getByRole("listitem");
  await expect(replies).toHaveText([/First reply/]);
  const second = await addComment(mara, postId, "Second reply", commentId);
  await page.getByRole("button", { name: "View more replies" }).click();
  await expect(replies).toHaveText([/First reply/, /Second reply/]);
  await expect(page.getByRole("button", { name: "View more replies" })).toHaveCount(0);
  await mara.page.request.delete(`/api/posts/${postId}/comments/${second}`);
  await expect(page.getByText("2 comments")).toBeVisible();
  await page.getByRole("button", { name: "Hide replies" }).click();
  await expect(page.getByRole("button", { name: "View 1 reply" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
});

test("a comment with replies is deleted after a confirmation", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const commentId = await addComment(mara, postId, "What a sky");
  for (const text of ["One", "Two"]) await addComment(noah, postId, text, commentId);
  await addComment(mara, postId, "What a sea");
  const { page } = mara;
  await page.goto(`/post/${postId}`);
  const comments = page.getByRole("list", { name: "Comments", exact: true }).getByRole("listitem");
  const remove = async () => {
    await page
      .getByRole("button", { name: `Options of comment by ${mara.username}` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
  };
  const dialog = page.getByRole("alertdialog", { name: "Delete comment?" });
  await remove();
  await expect(dialog).toContainText("Its 2 replies are deleted too. This cannot be undone.");
  await expectAccessible(page, "the confirmation before a comment is deleted");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(comments).toHaveText([/What a sky/, /What a sea/]);
  await remove();
  await dialog.getByRole("button", { name: "Delete comment" }).click();
  await expect(comments).toHaveText([/What a sea/]);
  await expect(page.getByText("1 comment")).toBeVisible();
  // One without replies is deleted at once.
  await remove();
  await expect(page.getByText("No comments yet.")).toBeVisible();
});

test("an address of a comment opens the post at it, and says so when it is gone", async ({ join }) => {
  const mara = await join("mara");
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const ids: string[] = [];
  for (let n = 1; n <= 23; n++) ids.push(await addComment(mara, postId, `Comment no. ${n}.`));
  const reply = await addComment(mara, postId, "The reply", ids[22]);
  const { page } = mara;
  const linked = page.locator("[data-linked]");
  await page.goto(`/post/${postId}?comment=${ids[22]}`);
  await expect(linked).toContainText("Comment no. 23.");
  await expect(linked).toBeFocused();
  await expect(linked).toBeInViewport();
  await page.goto(`/post/${postId}?comment=${reply}`);
  await expect(linked).toContainText("The reply");
  await expect(linked).toBeInViewport();
  // The comments between are still loaded in order.
  await page.getByRole("button", { name: "Load more" }).click();
  const rows = page.getByRole("list", { name: "Comments", exact: true }).getByText(/Comment no\. \d+\./);
  await expect(rows).toHaveText(ids.map((_, n) => new RegExp(`no\\. ${n + 1}\\.$`)));
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await page.request.delete(`/api/posts/${postId}/comments/${ids[22]}`);
  for (const gone of [ids[22], reply]) {
    await page.goto(`/post/${postId}?comment=${gone}`);
    await expect(page.getByText("This comment is no longer available.")).toBeVisible();
  }
});
