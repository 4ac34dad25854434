import { expectAccessible } from "./axe";
import { openSynced, ownPhotoFile, sharePosts, suspend } from "./fixtures";
import { expect, test, toast } from "./test";
import { PASSWORD } from "./test-server";

// Chromium logs the replies to refused decisions and log-ins as errors.
test.use({ allowedErrors: [/status of 4(0[1349]|22)/] });

test("a report is decided by keyboard, its member appeals, and another moderator reverses the decision @desktop", async ({
  join,
  signIn,
}) => {
  const [ada, eve] = [await signIn("ada"), await join("eve")];
  const [mo, mia] = [await join("mo", { role: "moderator" }), await join("mia", { role: "moderator" })];
  // A photo of its own: other tests could not upload theirs while it is removed.
  const upload = await eve.page.request.post("/api/media", {
    multipart: { file: await ownPhotoFile() },
  });
  const { url: mediaUrl } = await upload.json();
  const shared = { mediaUrl, caption: "Nobody likes you", altText: "A dark sky" };
  const post = await eve.page.request.post("/api/posts", { data: shared });
  const { id: postId } = await post.json();
  const data = { postId, reason: "harassment", details: "About my sister" };
  expect((await ada.request.post("/api/reports", { data })).status()).toBe(204);

  // The queue, by keyboard.
  const { page } = mo;
  await page.goto("/moderation?kind=post");
  await page.getByRole("button", { name: "Your menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Moderation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("About")).toHaveValue("post");
  const line = page.getByRole("link", { name: `${eve.username} · 1 report` });
  await expect(line).toBeVisible();
  await expectAccessible(page, "the queue");
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(line).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Post by ${eve.username}` })).toBeVisible();
  await expect(page.getByText("Nobody likes you")).toBeVisible();
  await expect(page.getByText("About my sister")).toBeVisible();
  const photo = page.getByRole("img", { name: "A dark sky" });
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page, "a report");

  // A decision with a note: the content is removed.
  await page.keyboard.press("n");
  await page.keyboard.type("Clear case");
  const remove = page.getByRole("button", { name: "Remove…" });
  await remove.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Remove this post?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expectAccessible(page, "the question before a removal");
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Remove" }).click();
  const undo = page.getByRole("alert").filter({ hasText: `Removed · Post · ${eve.username}` });
  await expect(undo).toBeVisible();
  await expect(page.getByRole("link", { name: "Queue" })).toHaveAttribute("aria-current", "page");

  // A mistake is undone, and decided again.
  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Decision undone")).toBeVisible();
  expect((await ada.request.get(`/api/posts/${postId}`)).status()).toBe(200);
  await line.click();
  await remove.click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(undo).toBeVisible();
  expect((await ada.request.get(`/api/posts/${postId}`)).status()).toBe(404);

  // The reporter sees the outcome, the member the rule and the content.
  const settings = await ada.request.get("/settings/reports");
  expect(await settings.text()).toContain("We reviewed it and took action. Thank you.");
  await eve.page.goto("/settings/reports");
  const decisions = eve.page.getByRole("region", { name: "Decisions of moderators" });
  await expect(decisions.getByText("We removed your post: Harassment").first()).toBeVisible();
  await expect(decisions.getByText("Nobody likes you").first()).toBeVisible();
  await decisions.getByLabel("Why is this decision wrong?").fill("It is a line of a song.");
  await decisions.getByRole("button", { name: "Appeal" }).click();
  await expect(toast(eve.page, "Appeal sent")).toBeVisible();
  await expect(decisions.getByText("Another moderator is reviewing your appeal.")).toBeVisible();

  await mia.page.goto("/moderation");
  await mia.page.getByRole("link", { name: `${eve.username} appeals` }).click();
  await expect(mia.page.getByText("It is a line of a song.")).toBeVisible();
  await expectAccessible(mia.page, "a decision");
  await mia.page.getByRole("button", { name: "Undo the decision" }).click();
  await expect(toast(mia.page, "Decision undone")).toBeVisible();
  expect((await ada.request.get(`/api/posts/${postId}`)).status()).toBe(200);
  const granted = await eve.page.request.get("/settings/reports");
  expect(await granted.text()).toContain("Your appeal was granted.");

  await mia.page.goto("/moderation/log");
  await expect(mia.page.getByRole("listitem").filter({ hasText: eve.username }).first()).toContainText(
    "Undone",
  );
  await expectAccessible(mia.page, "the log");
  await mia.page.goto("/moderation/site");
  await expect(mia.page.getByText(/^Afterglow \d+\.\d+\.\d+( · [0-9a-f]{7})?$/)).toBeVisible();
  await expectAccessible(mia.page, "the switches of the site");
});

test("a suspended member is logged out at once, reads why at the log-in, and appeals @desktop @all", async ({
  join,
  signIn,
}) => {
  const [ada, eve, mo] = [await signIn("ada"), await join("eve"), await signIn("mo", { role: "moderator" })];
  await openSynced(eve.page, "/feed");
  await suspend(mo, eve, ada);

  // The closed channel tells the open page that its session has ended.
  await expect(eve.page).toHaveURL(/\/login/);
  await eve.page.getByLabel("Email").fill(eve.email);
  await eve.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await eve.page.getByRole("button", { name: "Log in" }).click();
  const text = /^Until \d+ \w+ \d+\. Reason: Spam or a scam\.$/;
  await expect(eve.page.getByRole("heading", { name: "Your account is suspended" })).toBeVisible();
  await expect(eve.page.getByText(text)).toBeVisible();
  await expectAccessible(eve.page, "a suspension");
  await eve.page.getByLabel("Why is this decision wrong?").fill("I was hacked.");
  await eve.page.getByRole("button", { name: "Send appeal" }).click();
  await expect(eve.page.getByRole("heading", { name: "Appeal sent" })).toBeVisible();
  await expectAccessible(eve.page, "a sent appeal");
});

test("the desk fits a phone @desktop @all", async ({ join, signIn }) => {
  const [ada, eve, mo] = [await signIn("ada"), await signIn("eve"), await join("mo", { role: "moderator" })];
  const [postId] = await sharePosts(eve, [{ caption: "A very long caption ".repeat(20) }]);
  const data = { postId, reason: "child", details: "Look" };
  expect((await ada.request.post("/api/reports", { data })).status()).toBe(204);
  const { page } = mo;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/moderation");
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await fits()).toBe(true);
  await page
    .getByRole("link", { name: `${eve.username} · 1 report` })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: `Post by ${eve.username}` })).toBeVisible();
  expect(await fits()).toBe(true);
});
