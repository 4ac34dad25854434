import { expectAccessible } from "./axe";
import { messageLog, openChat, sendMessages } from "./chat";
import { connect, sharePosts } from "./fixtures";
import { expect, pressItem, test, toast } from "./test";

test("a comment and a message are reported, the author is blocked, and the settings show both reports @desktop @all", async ({
  join,
}) => {
  const [mara, eve] = [await join("mara"), await join("eve")];
  await connect(mara, eve);
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await eve.page.request.post(`/api/posts/${id}/comment`, { data: { comment: "Go away." } });
  await sendMessages(eve, mara, ["Hello", "You again?"]);

  await page.goto(`/post/${id}`);
  await page.getByRole("button", { name: `Options of comment by ${eve.username}` }).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  const comment = page.getByRole("dialog", { name: "Report this comment" });
  await expect(comment).toBeVisible();
  await expectAccessible(page, "the dialog that reports a comment", "[role=dialog]");
  await comment.getByLabel("Harassment").check();
  await comment.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, "Report sent")).toBeVisible();
  await expect(page.getByText("Go away.")).toBeVisible();

  await openChat(mara, eve);
  const message = messageLog(page, eve).getByRole("listitem").filter({ hasText: "You again?" });
  await message.getByRole("button", { name: "Options of this message" }).press("Enter");
  await pressItem(page.getByRole("menuitem", { name: "Report message" }));
  const report = page.getByRole("dialog", { name: "Report this message" });
  await expect(report).toBeVisible();
  await report.getByLabel("Violence or a threat").check();
  await report.getByLabel(`Also block ${eve.username}`).check();
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, `${eve.username} is blocked`)).toBeVisible();

  await page.goto("/settings/reports");
  const reports = page.getByRole("region", { name: "Your reports" });
  await expect(reports.getByRole("listitem")).toHaveText([
    new RegExp(`^A message from ${eve.username}Violence or a threat · .*We are reviewing it\\.$`),
    new RegExp(`^A comment by ${eve.username}Harassment · .*We are reviewing it\\.$`),
  ]);
});
