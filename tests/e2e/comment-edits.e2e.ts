import { COMMENT_EDIT_MINUTES } from "~/contract/limits";
import { expectAccessible } from "./axe";
import { addComment, connect, openSynced, sharePosts } from "./fixtures";
import { expect, type Member, type Session, test, toast } from "./test";

const rowsOn = ({ page }: Member) =>
  page.getByRole("list", { name: "Comments", exact: true }).getByRole("listitem");

/** Chooses an item of the menu of the first comment by a member. */
async function choose({ page }: Member, author: Session, item: string): Promise<void> {
  await page
    .getByRole("button", { name: `Options of comment by ${author.username}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test.describe("an edit of a comment", () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test("is made by the keyboard, keeps its text when it is refused or its time ends, and is marked", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await signIn("mara"), await join("noah")];
    await connect(mara, noah);
    const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
    const commentId = await addComment(noah, postId, "What a sky");
    const { page } = noah;
    await openSynced(page, `/post/${postId}`);
    const field = page.getByRole("textbox", { name: "Edit comment" });

    await choose(noah, noah, "Edit");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("What a sky");
    await expectAccessible(page, "a comment that is edited");
    await field.fill("Never mind");
    await field.press("Escape");
    await expect(field).toHaveCount(0);
    await expect(rowsOn(noah)).toHaveText([/What a sky/]);

    await test.step("a refused edit says why, and keeps the text in the field", async () => {
      await choose(noah, noah, "Edit");
      await field.fill("What a sea");
      await mara.request.post("/api/users/commenters", { data: { from: "nobody" } });
      await field.press("Enter");
      await expect(page.getByText("This member has turned off comments.")).toBeVisible();
      await expect(field).toHaveValue("What a sea");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(rowsOn(noah)).toHaveText([/What a sky/]);
      await mara.request.post("/api/users/commenters", { data: { from: "everyone" } });
    });

    await test.step("an open edit keeps its text when the time to edit ends", async () => {
      await choose(noah, noah, "Edit");
      await field.fill(`What a sea, @${mara.username}`);
      // The browser's time is past the end; the frame of a reply renders the thread again.
      await page.clock.setFixedTime(Date.now() + (COMMENT_EDIT_MINUTES + 1) * 60_000);
      await addComment(mara, postId, "Yes", commentId);
      await expect(page.getByRole("button", { name: "View 1 reply" })).toBeVisible();
      await expect(field).toHaveValue(`What a sea, @${mara.username}`);
    });
    // The server decides by its own time.
    await field.press("Enter");
    await expect(toast(page, "Comment updated")).toBeVisible();
    await expect(field).toHaveCount(0);
    await expect(rowsOn(noah)).toHaveText([/What a sea.*edited/]);
    await expect(rowsOn(noah).getByRole("link", { name: `@${mara.username}` })).toBeVisible();
    await page.getByRole("button", { name: `Options of comment by ${noah.username}` }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Delete"]);
  });
});

test("the post's owner pins a comment, which is first, and another in its place", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await addComment(mara, postId, "One");
  await addComment(mara, postId, "Two");
  await addComment(noah, postId, "Three");
  const { page } = mara;
  await page.goto(`/post/${postId}`);
  await page.getByRole("button", { name: `Options of comment by ${noah.username}` }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Pin", "Hide", "Report", "Delete"]);
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(rowsOn(mara)).toHaveText([/Pinned.*Three/, /One/, /Two/]);
  await expectAccessible(page, "a post with a pinned comment");
  await page
    .getByRole("button", { name: `Options of comment by ${mara.username}` })
    .last()
    .click();
  await page.getByRole("menuitem", { name: "Pin", exact: true }).click();
  await expect(rowsOn(mara)).toHaveText([/Pinned.*Two/, /One/, /Three/]);
  await choose(mara, mara, "Unpin");
  await expect(rowsOn(mara)).toHaveText([/One/, /Two/, /Three/]);
  await expect(page.getByText("Pinned", { exact: true })).toHaveCount(0);
});
