import { expectAccessible } from "./axe";
import { ownPhotoFile } from "./fixtures";
import { expect, type Member, test, toast } from "./test";
import { JUDGE_PATH } from "./test-server";

// Chromium logs the replies for a post that is held as errors.
test.use({ allowedErrors: [/status of 404/] });

/** Shares a photo that no other test uploads, because a held file cannot be uploaded. @returns the post's id */
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

test("the author of a held and of a covered photo reads why, and a moderator dismisses what was held", async ({
  join,
}) => {
  const eve = await join("eve");
  const mo = await join("mo", { role: "moderator" });
  const held = await share(eve, "After the fall");
  await judge(eve, held, "certain", "violence");
  await judge(eve, await share(eve, "Statue of David"), "sensitive", "nudity");
  await eve.page.goto("/settings/reports");
  const decisions = eve.page.getByRole("region", { name: "Decisions of moderators" });
  await expect(decisions.getByText("Your post is held for a moderator: Violence or a threat")).toBeVisible();
  await expect(decisions.getByText("Nobody sees it until a moderator has looked at it")).toBeVisible();
  await expect(decisions.getByText("After the fall")).toBeVisible();
  await expect(
    decisions.getByText("Your post seems to have a sensitive photo: Nudity or sexual content"),
  ).toBeVisible();
  // A cover by the check can be appealed, a post that waits for a moderator cannot.
  await expect(decisions.getByRole("button", { name: "Appeal" })).toHaveCount(1);
  await expectAccessible(eve.page, "the settings with decisions of the image check");

  await mo.page.goto("/moderation?kind=post");
  await mo.page.getByRole("link", { name: `${eve.username} · 1 report` }).click();
  await expect(mo.page.getByText("by the image check ·")).toBeVisible();
  const photo = mo.page.getByRole("img", { name: "Reported post" });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(
    mo.page.getByText("Held by the image check: nobody sees the post until a moderator decides."),
  ).toBeVisible();
  await mo.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(mo.page, "Decision stored")).toBeVisible();
  expect((await mo.page.request.get(`/api/posts/${held}`)).status()).toBe(200);
  const shown = await eve.page.request.get("/settings/reports");
  expect(await shown.text()).toContain("A moderator has looked at it. It is shown again.");
});
