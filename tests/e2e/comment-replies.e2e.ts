import { expectAccessible } from "./axe";
import { addComment, connect, openSynced, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("replies to a comment are written under it, are live and loaded on request, and are deleted with it after a confirmation", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await signIn("mara"), await join("noah")];
  await connect(mara, noah);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const commentId = await addComment(noah, postId, "What a sky");
  const { page } = noah;
  await openSynced(page, `/post/${postId}`);
  const replies = page.getByRole("list", { name: `Replies to ${noah.username}` });
  const rows = replies.getByRole("listitem");
  let secondId = "";

  await test.step("replies of others are counted live, and loaded on request", async () => {
    await addComment(mara, postId, "First reply", commentId);
    await expect(page.getByText("First reply")).toHaveCount(0);
    await page.getByRole("button", { name: "View 1 reply" }).click();
    await expect(rows).toHaveText([/First reply/]);
    secondId = await addComment(mara, postId, "Second reply", commentId);
    await page.getByRole("button", { name: "View more replies" }).click();
    await expect(rows).toHaveText([/First reply/, /Second reply/]);
    await expect(page.getByRole("button", { name: "View more replies" })).toHaveCount(0);
    await expect(page.getByText("3 comments")).toBeVisible();
    await page.getByRole("button", { name: "Hide replies" }).click();
    await expect(replies).toHaveCount(0);
    await page.getByRole("button", { name: "View 2 replies" }).click();
    await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  });

  await test.step("a reply is written under its comment", async () => {
    await page
      .getByRole("button", { name: `Reply to ${noah.username}` })
      .first()
      .click();
    const field = page.getByRole("textbox", { name: `Reply to ${noah.username}` });
    await expect(field).toBeFocused();
    await expectAccessible(page, "a post with open replies and a reply form");
    await field.fill("Thank you");
    await field.press("Enter");
    await expect(rows).toHaveText([/First reply/, /Second reply/, /Thank you/]);
    await expect(field).toHaveCount(0);
    await expect(page.getByText("4 comments")).toBeVisible();
  });

  await test.step("a reply to a reply mentions its author, and is deleted at once", async () => {
    await replies
      .getByRole("button", { name: `Reply to ${mara.username}` })
      .first()
      .click();
    const field = page.getByRole("textbox", { name: `Reply to ${mara.username}` });
    await expect(field).toHaveValue(`@${mara.username} `);
    await field.pressSequentially("always");
    await field.press("Enter");
    await expect(rows).toHaveText([/First reply/, /Second reply/, /Thank you/, /always/]);
    await replies
      .getByRole("button", { name: `Options of comment by ${noah.username}` })
      .last()
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(rows).toHaveText([/First reply/, /Second reply/, /Thank you/]);
  });

  await test.step("a comment with replies is deleted after a confirmation", async () => {
    const remove = async () => {
      await page
        .getByRole("button", { name: `Options of comment by ${noah.username}` })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
    };
    const dialog = page.getByRole("alertdialog", { name: "Delete comment?" });
    await mara.request.delete(`/api/posts/${postId}/comments/${secondId}`);
    await expect(page.getByText("3 comments")).toBeVisible();
    await remove();
    await expect(dialog).toContainText("Its 2 replies are deleted too. This cannot be undone.");
    await expectAccessible(page, "the confirmation before a comment is deleted");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("What a sky")).toBeVisible();
    await remove();
    await dialog.getByRole("button", { name: "Delete comment" }).click();
    await expect(page.getByText("No comments yet.")).toBeVisible();
  });
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
  await test.step("the last of many replies stays in view when those above it have loaded", async () => {
    const replies = [reply];
    for (let n = 2; n <= 24; n++) replies.push(await addComment(mara, postId, `Reply no. ${n}`, ids[22]));
    await page.goto(`/post/${postId}?comment=${replies.at(-1)}`);
    const list = page.getByRole("list", { name: /^Replies to/ }).getByRole("listitem");
    await expect(list).toHaveCount(24);
    await expect(list.last()).toContainText("Reply no. 24");
    await expect(linked).toBeInViewport();
    await expect(linked).toBeFocused();
  });
  await page.request.delete(`/api/posts/${postId}/comments/${ids[22]}`);
  for (const gone of [ids[22], reply]) {
    await page.goto(`/post/${postId}?comment=${gone}`);
    await expect(page.getByText("This comment is no longer available.")).toBeVisible();
  }
});
