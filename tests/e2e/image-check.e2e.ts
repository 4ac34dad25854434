import { expectAccessible } from "./axe";
import { connect, ownPhotoFile } from "./fixtures";
import { JUDGE_PATH } from "./members";
import { expect, type Member, test, toast } from "./test";

// Chromium logs the replies for a post that is held as errors.
test.use({ allowedErrors: [/status of 404/] });

/** Shares a photo of its own, which no other test uploads, because a held file cannot be uploaded. @returns the post's id */
async function share({ page }: Member, caption: string): Promise<string> {
  const file = await ownPhotoFile();
  const upload = await page.request.post("/api/media", { multipart: { file } });
  const { url: mediaUrl } = await upload.json();
  const post = await page.request.post("/api/posts", { data: { mediaUrl, caption } });
  expect(post.status()).toBe(201);
  return (await post.json()).id;
}

async function judge({ page }: Member, postId: string, verdict: string, reason: string): Promise<void> {
  const reply = await page.request.post(JUDGE_PATH, { data: { postId, verdict, reason } });
  expect(reply.status()).toBe(204);
}

test("a held post is seen by nobody until a moderator dismisses it, and its author reads why", async ({
  join,
}) => {
  const [eve, ada] = [await join("eve"), await join("ada")];
  const mo = await join("mo", { role: "moderator" });
  await connect(eve, ada);
  await eve.page.goto("/feed");
  const postId = await share(eve, "After the fall");
  await judge(eve, postId, "certain", "violence");

  // The notification arrives on the open page and leads to the text.
  await eve.page.getByRole("button", { name: /^Notifications/ }).click();
  await eve.page.getByText(`There is a decision about your account, ${eve.username}`).click();
  const decisions = eve.page.getByRole("region", { name: "Decisions of moderators" });
  await expect(decisions.getByText("Your post is held for a moderator: Violence or a threat")).toBeVisible();
  await expect(decisions.getByText("Nobody sees it until a moderator has looked at it")).toBeVisible();
  await expect(decisions.getByText("After the fall")).toBeVisible();
  await expect(decisions.getByRole("button", { name: "Appeal" })).toHaveCount(0);
  await expectAccessible(eve.page, "the settings with a held post");
  await ada.page.goto(`/post/${postId}`);
  await expect(ada.page.getByText("Post Not Found")).toBeVisible();

  await mo.page.goto("/moderation?kind=post");
  await mo.page.getByRole("link", { name: `${eve.username} · 1 report` }).click();
  await expect(mo.page.getByText("by the image check ·")).toBeVisible();
  const photo = mo.page.getByRole("img", { name: "Reported post" });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(
    mo.page.getByText("Held by the image check: nobody sees the post until a moderator decides."),
  ).toBeVisible();
  await expectAccessible(mo.page, "the report of a held post");
  await mo.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(mo.page, "Decision stored")).toBeVisible();

  await ada.page.goto(`/post/${postId}`);
  await expect(ada.page.locator("article img.photo-image")).toBeVisible();
  await eve.page.reload();
  await expect(decisions.getByText("A moderator has looked at it. It is shown again.")).toBeVisible();
});

test("the author of a photo that the check has covered can appeal @desktop", async ({ join }) => {
  const eve = await join("eve");
  const mo = await join("mo", { role: "moderator" });
  await judge(eve, await share(eve, "Statue of David"), "sensitive", "nudity");
  await eve.page.goto("/settings");
  const decisions = eve.page.getByRole("region", { name: "Decisions of moderators" });
  await expect(
    decisions.getByText("Your post seems to have a sensitive photo: Nudity or sexual content"),
  ).toBeVisible();
  await expectAccessible(eve.page, "the settings with an automatic cover");
  await decisions.getByLabel("Why is this decision wrong?").fill("It is made of marble.");
  await decisions.getByRole("button", { name: "Appeal" }).click();
  await expect(toast(eve.page, "Appeal sent")).toBeVisible();

  await mo.page.goto("/moderation");
  await mo.page.getByRole("link", { name: `${eve.username} appeals` }).click();
  await expect(mo.page.getByText("It is made of marble.")).toBeVisible();
  await mo.page.getByRole("button", { name: "Undo the decision" }).click();
  await expect(toast(mo.page, "Decision stored")).toBeVisible();
  await eve.page.reload();
  await expect(decisions.getByText("Your appeal was granted.")).toBeVisible();
});
