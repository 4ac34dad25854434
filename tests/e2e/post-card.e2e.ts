import type { Locator } from "@playwright/test";
import { addComment, cardOf, connect, gate, sharePosts } from "./fixtures";
import { expect, freshName, test, toast } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ allowedErrors: [/Failed to load resource/] });

test("a like is optimistic and shows on every page; rapid taps send one request, and failures of likes and saves roll back", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  const like = card.getByRole("button", { name: "Like" });
  const photo = card.getByRole("link", { name: /, view photo$/ });

  await test.step("rapid taps send one request", async () => {
    const sent: string[] = [];
    const held = gate();
    await page.route("**/like", async (route) => {
      sent.push(route.request().method());
      await held.passed;
      await route.continue();
    });
    for (let n = 0; n < 7; n++) await like.click();
    await expect(like).toHaveAttribute("aria-pressed", "true");
    const responded = page.waitForResponse("**/like");
    held.open();
    await responded;
    await expect(card).toContainText("1 like");
    expect(sent).toEqual(["POST"]);
    await page.unroute("**/like");
  });

  await test.step("a failing like rolls back", async () => {
    await page.route("**/like", (route) => route.abort());
    await like.click();
    await expect(toast(page, "Error")).toContainText("Failed to like post");
    await expect(like).toHaveAttribute("aria-pressed", "true");
    await expect(card).toContainText("1 like");
    await page.unroute("**/like");
  });

  await test.step("a double tap likes and never unlikes", async () => {
    await photo.dblclick();
    await expect(page).toHaveURL("/feed");
    await expect(card).toContainText("1 like");
    await like.click();
    await expect(card).toContainText("No likes yet");
    await photo.dblclick();
    await expect(card).toContainText("1 like");
  });

  await test.step("saves", async () => {
    const save = card.getByRole("button", { name: "Save" });
    await save.click();
    await expect(toast(page, "Post saved")).toBeVisible();
    await page.route("**/save", (route) => route.abort());
    await save.click();
    await expect(toast(page, "Failed to remove post from saved")).toBeVisible();
    await expect(save).toHaveAttribute("aria-pressed", "true");
    await page.unroute("**/save");
    await save.click();
    await expect(toast(page, "Post removed from saved")).toBeVisible();
    await page.route("**/save", (route) => route.abort());
    await save.click();
    await expect(toast(page, "Failed to save post")).toBeVisible();
    await expect(save).toHaveAttribute("aria-pressed", "false");
  });

  await test.step("the post's page", async () => {
    await card.getByRole("link", { name: /, view post$/ }).click();
    await expect(page).toHaveURL(/\/post\//);
    await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
    const onPage = page.getByRole("button", { name: "Like" });
    await expect(onPage).toHaveAttribute("aria-pressed", "true");
    await onPage.click();
    await expect(page.getByText("No likes yet")).toBeVisible();
    await page.goBack();
    await expect(card).toContainText("No likes yet");
  });
});

test("a long caption expands with a button or Tab, tags link to their page, and the alt text names the photo and opens in a dialog @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const tag = `Fjord${Date.now()}`;
  await sharePosts(mara, [
    { caption: `Other #${tag}` },
    { caption: `Stanza one\n\n${"A line\n".repeat(3)}\nStanza two` },
    { caption: `#first\n${"More of the evening.\n".repeat(8)}#last` },
    {
      caption: `${"Long light over the fjord. ".repeat(20)}The very end.`,
      altText: "A fjord in orange light",
      location: "Flåm",
    },
  ]);
  await page.goto("/feed");
  const card = cardOf(page, "Long light");
  await expect(card).toContainText("Flåm");
  const photoIn = (post: Locator) => post.getByRole("link", { name: /, view photo$/ });
  await expect(photoIn(card)).toHaveAccessibleName("A fjord in orange light, view photo");
  await expect(photoIn(cardOf(page, "Other"))).toHaveAccessibleName(`Photo by ${mara.username}, view photo`);

  await test.step("the button", async () => {
    const text = card.getByRole("paragraph").filter({ hasText: "The very end." });
    const isTruncated = () => text.evaluate((element) => element.scrollHeight > element.clientHeight + 4);
    expect(await isTruncated()).toBe(true);
    await card.getByRole("button", { name: "more of the caption" }).click();
    await expect(text).toBeFocused();
    expect(await isTruncated()).toBe(false);
    await card.getByRole("button", { name: "Alt text" }).click();
    await expect(page.getByRole("dialog", { name: "Alt text" })).toContainText("A fjord in orange light");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a clamped caption has no blank lines, so that its last line is not an ellipsis alone", async () => {
    const stanzas = cardOf(page, "Stanza one");
    const blankLines = () =>
      stanzas
        .getByText("Stanza one")
        .evaluate(({ textContent }) => (textContent ?? "").split("\n").filter((line) => line === "").length);
    await expect.poll(blankLines).toBe(0);
    await stanzas.getByRole("button", { name: "more of the caption" }).click();
    await expect.poll(blankLines).toBe(2);
  });

  await test.step("Tab to a hidden link", async () => {
    const hidden = cardOf(page, "#first");
    const more = hidden.getByRole("button", { name: "more of the caption" });
    await hidden.getByRole("link", { name: "#first" }).focus();
    await expect(more).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(hidden.getByRole("link", { name: "#last" })).toBeFocused();
    await expect(more).toBeHidden();
    await expect(hidden.getByRole("link", { name: "#first" })).toBeInViewport({ ratio: 1 });
  });

  await cardOf(page, "Other")
    .getByRole("link", { name: `#${tag}` })
    .click();
  await expect(page).toHaveURL(`/tag/${tag.toLowerCase()}`);
  await expect(page.getByRole("heading", { name: `#${tag.toLowerCase()}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
});

test("comments: Enter sends, Shift+Enter breaks the line, blank text is not sent, a failure keeps the text, and so does the next comment", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  for (const comment of ["first", "second with #sky", "third"]) {
    await addComment(mara, `${id}`, comment);
  }
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  await expect(card.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(2);
  await expect(card.getByRole("link", { name: "View all 3 comments" })).toBeVisible();
  await expect(card.getByRole("link", { name: "#sky" })).toHaveAttribute("href", "/tag/sky");
  const box = card.getByLabel("Add a comment");
  const send = card.getByRole("button", { name: "Post", exact: true });
  await expect(send).toBeDisabled();
  await box.fill("   ");
  await expect(send).toBeDisabled();
  await page.route("**/comment", (route) => route.fulfill({ status: 500, body: "{}" }));
  await box.fill("<b>so</b>");
  await box.press("Shift+Enter");
  await box.pressSequentially("warm");
  await box.press("Enter");
  await expect(toast(page, "Error")).toContainText("Failed to add comment");
  await expect(box).toHaveValue("<b>so</b>\nwarm");
  await page.unroute("**/comment");
  await box.fill("x".repeat(2201));
  await box.press("Enter");
  await expect(toast(page, "Error").last()).toContainText("Comment must not be longer than 2200 characters.");
  await expect(box).toHaveValue("x".repeat(2201));
  // The comment is stored but its reply is lost; the retry must not create a second comment.
  await page.route("**/comment", async (route) => {
    await route.fetch({ maxRetries: 2 });
    await route.fulfill({ status: 500, body: "{}" });
  });
  await box.fill("<b>so</b>\nwarm");
  await box.press("Enter");
  await expect(card).toContainText("4 comments");
  await expect(send).toBeEnabled();
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  await expect(box).toHaveValue("<b>so</b>\nwarm");
  await page.unroute("**/comment");
  await box.press("Enter");
  await expect(toast(page, "Comment added")).toBeVisible();
  await expect(box).toHaveValue("");
  await expect(card.getByText("<b>so</b>")).toBeVisible();
  await expect(card).toContainText("4 comments");

  // Words typed while a comment is being sent stay in the field.
  const held = gate();
  await page.route("**/comment", async (route) => {
    await held.passed;
    await route.continue();
  });
  await box.fill("So warm");
  await box.press("Enter");
  await box.pressSequentially(" and more");
  held.open();
  await expect(card).toContainText("5 comments");
  await expect(box).toHaveValue(" and more");
  await card.getByRole("link", { name: "View all 5 comments" }).click();
  await expect(page.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(5);
});

test("the share popover copies the link, also where the share sheet fails or is missing, and sends to a connection", async ({
  join,
  signIn,
}) => {
  test
    .info()
    .annotations.push({ type: "note", description: "sharing permissions are tested in tests/workers" });
  const mara = await join();
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = () =>
      new Promise((_, reject) => setTimeout(() => reject(new DOMException("No sheet", "NotAllowedError"))));
  });
  await page.goto("/feed");
  const open = () => cardOf(page, "Dusk").getByRole("button", { name: "Share" }).click();
  await open();
  const panel = page.getByRole("dialog", { name: "Share post" });
  await expect(panel.getByText("You have no connections yet")).toBeVisible();
  await expect(panel).toContainText("Share with");
  const link = new URL(`/post/${id}`, page.url()).href;
  /** Expects that a press copies the link and closes the popover. */
  const expectCopy = async (name: string) => {
    await page.evaluate(() => navigator.clipboard.writeText("nothing"));
    await panel.getByRole("button", { name }).click();
    await expect(toast(page, "Link copied").last()).toBeVisible();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(panel).toBeHidden();
  };
  await expectCopy("Copy link");

  const grace = await signIn("grace");
  await connect(mara, grace);
  await open();
  await panel.getByRole("button", { name: grace.username }).click();
  await expect(toast(page, `Post shared with ${grace.username}`)).toBeVisible();
  const [notification] = await (await grace.request.get("/api/notifications")).json();
  expect(notification).toMatchObject({ type: "post_share", entityId: id });
  await page.route("**/share", (route) => route.abort(), { times: 1 });
  await open();
  await panel.getByRole("button", { name: grace.username }).click();
  await expect(toast(page, "Error")).toContainText("Failed to share post");
  await toast(page, "Error").getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page, "Error")).toHaveCount(0);

  // The share sheet fails, then there is none.
  await open();
  await expectCopy("Share externally");
  const failing = await page.evaluateHandle(() => navigator.share);
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await open();
  await expectCopy("Share externally");

  // As Safari does, which allows a copy only while a press is handled.
  await failing.evaluate((share) => {
    Object.assign(navigator, { share });
    const { clipboard } = navigator;
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) =>
      window.event?.type === "click"
        ? writeText(text)
        : Promise.reject(new DOMException("No press", "NotAllowedError"));
  });
  await open();
  await panel.getByRole("button", { name: "Share externally" }).click();
  await expect(toast(page, "Error")).toContainText("Failed to share post");
  await panel.getByRole("button", { name: "Copy link" }).click();
  await expect(panel).toBeHidden();
});

test("the share popover loads and searches connections that fill more than a page @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  const named = (username: string) => ({
    user: { id: username, username, fullName: username, profileImage: null },
  });
  let failsNext = true;
  await page.route(/api\/connections(\?|$)/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    if (query.has("q")) return route.fulfill({ json: query.get("q") === "noa" ? [named("noa")] : [] });
    if (query.has("cursor")) {
      const fails = failsNext;
      failsNext = false;
      return fails ? route.abort() : route.fulfill({ json: [named("zoe")] });
    }
    const headers = { Link: '</api/connections?cursor=next>; rel="next"' };
    return route.fulfill({ json: [named("grace")], headers });
  });
  await page.goto("/feed");
  await cardOf(page, "Dusk").getByRole("button", { name: "Share" }).click();
  const panel = page.getByRole("dialog", { name: "Share post" });
  const member = (name: string) => panel.getByRole("button", { name });
  await expect(member("grace")).toBeVisible();
  await panel.getByRole("button", { name: "Show more" }).click();
  await expect(panel.getByRole("alert")).toContainText("Your connections could not be loaded.");
  await panel.getByRole("button", { name: "Retry" }).click();
  await expect(member("zoe")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const search = panel.getByRole("searchbox", { name: "Search connections" });
  await search.fill("noa");
  await expect(member("noa")).toBeVisible();
  await expect(member("grace")).toHaveCount(0);
  await search.fill("nobody");
  await expect(panel.getByRole("status")).toContainText("No connections found");
  await search.fill("");
  await expect(member("grace")).toBeVisible();
});

test("the owner deletes a post, after a confirmation @desktop", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  await card.getByRole("button", { name: "Post menu" }).click();
  await expect(page.getByRole("menuitem", { name: "View details" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete post" }).click();
  await expect(toast(page, "Post deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
});

test("an owner renamed in another session can still delete the post and its comments @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await page.goto("/feed");
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  const renamed = await page.request.post("/api/users/profile-setup", {
    data: { username: freshName("ada") },
  });
  expect(renamed.status()).toBe(200);
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.request.post(`/api/posts/${id}/comment`, { data: { comment: "Mine." } });
  await page.getByRole("button", { name: "1 new post" }).click();
  const menu = page.getByRole("button", { name: "Post menu" });
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Delete post" })).toBeVisible();
  await page.getByRole("menuitem", { name: "View details" }).click();
  await page.getByRole("button", { name: /^Options of comment by/ }).click();
  await expect(page.getByRole("menuitem", { name: "Delete", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Delete post" })).toBeVisible();
});
