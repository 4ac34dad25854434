import { cardOf, connect, sharePosts } from "./fixtures";
import { expect, freshName, test, toast } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ allowedErrors: [/Failed to load resource/] });

test("a like is optimistic and shows on every page; a double tap likes and never unlikes", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  const like = card.getByRole("button", { name: "Like" });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(card).toContainText("1 like ·");
  await card.getByRole("link", { name: /, view photo$/ }).dblclick();
  await expect(page).toHaveURL("/feed");
  await expect(card).toContainText("1 like ·");
  await like.click();
  await expect(card).toContainText("0 likes ·");
  await card.getByRole("link", { name: /, view photo$/ }).dblclick();
  await expect(card).toContainText("1 like ·");

  await card.getByRole("link", { name: /, view post$/ }).click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
  const onPage = page.getByRole("button", { name: "Like" });
  await expect(onPage).toHaveAttribute("aria-pressed", "true");
  await onPage.click();
  await expect(page.getByText("0 likes ·")).toBeVisible();
  await page.goBack();
  await expect(card).toContainText("0 likes ·");
  await page.reload();
  await expect(card).toContainText("0 likes ·");
});

test("the photo's link is named after the alt text, or after the author @desktop", async ({ join }) => {
  const mara = await join();
  await sharePosts(mara, [{ caption: "Dusk", altText: "A gull over the harbour" }, { caption: "Dawn" }]);
  await mara.page.goto("/feed");
  await expect(cardOf(mara.page, "Dusk").getByRole("link", { name: /, view photo$/ })).toHaveAccessibleName(
    "A gull over the harbour, view photo",
  );
  await expect(cardOf(mara.page, "Dawn").getByRole("link", { name: /, view photo$/ })).toHaveAccessibleName(
    `Photo by ${mara.username}, view photo`,
  );
});

test("Tab to a hidden link of a caption expands the caption @desktop", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: `#first\n${"More of the evening.\n".repeat(8)}#last` }]);
  await page.goto("/feed");
  const card = cardOf(page, "#first");
  const more = card.getByRole("button", { name: "more of the caption" });
  await card.getByRole("link", { name: "#first" }).focus();
  await expect(more).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(card.getByRole("link", { name: "#last" })).toBeFocused();
  await expect(more).toBeHidden();
  await expect(card.getByRole("link", { name: "#first" })).toBeInViewport({ ratio: 1 });
});

test("rapid taps send one request; a failing like rolls back and shows an error", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  const like = card.getByRole("button", { name: "Like" });
  const sent: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/like", async (route) => {
    sent.push(route.request().method());
    await held;
    await route.continue();
  });
  for (let n = 0; n < 7; n++) await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  const responded = page.waitForResponse("**/like");
  release();
  await responded;
  await expect(card).toContainText("1 like ·");
  await page.unroute("**/like");
  await page.reload();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  expect(sent).toEqual(["POST"]);

  await page.route("**/like", (route) => route.abort());
  await like.click();
  await expect(toast(page, "Error")).toContainText("Failed to like post");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(card).toContainText("1 like ·");
});

test("saving and unsaving show a toast, and a failure shows an error", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const save = cardOf(page, "Dusk").getByRole("button", { name: "Save" });
  await save.click();
  await expect(toast(page, "Post saved")).toBeVisible();
  await page.route("**/save", (route) => route.abort());
  await save.click();
  await expect(toast(page, "Error")).toContainText("Failed to remove post from saved");
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await page.unroute("**/save");
  await save.click();
  await expect(toast(page, "Post removed from saved")).toBeVisible();
  await page.route("**/save", (route) => route.abort());
  await save.click();
  await expect(toast(page, "Error")).toContainText("Failed to save post");
});

test("comments: Enter sends, Shift+Enter breaks the line, blank text is not sent, a failure keeps the text", async ({
  join,
}) => {
  const mara = await join();
  const other = await join("other");
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  for (const comment of ["first", "second with #sky", "third"]) {
    expect((await other.page.request.post(`/api/posts/${id}/comment`, { data: { comment } })).status()).toBe(
      201,
    );
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
    await route.fetch();
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
  await card.getByRole("link", { name: "View all 4 comments" }).click();
  await expect(page.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(4);
});

test("the share popover copies the link, also without a device share sheet, and sends to a connection", async ({
  join,
}) => {
  test
    .info()
    .annotations.push({ type: "note", description: "sharing permissions are tested in tests/workers" });
  const mara = await join();
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/feed");
  const open = () => cardOf(page, "Dusk").getByRole("button", { name: "Share" }).click();
  await open();
  const panel = page.getByRole("dialog", { name: "Share post" });
  await expect(panel.getByText("You have no connections yet")).toBeVisible();
  await expect(panel).toContainText("Share with");
  await panel.getByRole("button", { name: "Copy link" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`/post/${id}`, page.url()).href,
  );

  const grace = await join("grace");
  await connect(mara, grace);
  await open();
  await panel.getByRole("button", { name: grace.username }).click();
  await expect(toast(page, `Post shared with ${grace.username}`)).toBeVisible();
  const [notification] = await (await grace.page.request.get("/api/notifications")).json();
  expect(notification).toMatchObject({ type: "post_share", entityId: id });
  await page.route("**/share", (route) => route.abort());
  await open();
  await panel.getByRole("button", { name: grace.username }).click();
  await expect(toast(page, "Error")).toContainText("Failed to share post");
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await open();
  await panel.getByRole("button", { name: "Share externally" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
});

test("a failed share sheet copies the link, or keeps the popover for a copy by a press of its own", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = () =>
      new Promise((_, reject) => setTimeout(() => reject(new DOMException("No sheet", "NotAllowedError"))));
  });
  await page.goto("/feed");
  const open = () => cardOf(page, "Dusk").getByRole("button", { name: "Share" }).click();
  await open();
  const panel = page.getByRole("dialog", { name: "Share post" });
  const external = panel.getByRole("button", { name: "Share externally" });
  await external.click();
  await expect(toast(page, "Link copied")).toBeVisible();
  await expect(panel).toBeHidden();

  // As Safari does, which allows a copy only while a press is handled.
  await page.evaluate(() => {
    const { clipboard } = navigator;
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) =>
      window.event?.type === "click"
        ? writeText(text)
        : Promise.reject(new DOMException("No press", "NotAllowedError"));
  });
  await open();
  await external.click();
  await expect(toast(page, "Error")).toContainText("Failed to share post");
  await panel.getByRole("button", { name: "Copy link" }).click();
  await expect(toast(page, "Link copied")).toBeVisible();
  await expect(panel).toBeHidden();
});

test("only the owner can delete a post, after a confirmation", async ({ join }) => {
  const mara = await join();
  const other = await join("other");
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await other.page.goto(`/post/${id}`);
  await expect(other.page.getByRole("button", { name: "Like" })).toBeVisible();
  await other.page.getByRole("button", { name: "Post menu" }).click();
  await expect(other.page.getByRole("menu")).toBeVisible();
  await expect(other.page.getByRole("menuitem", { name: "Delete post" })).toHaveCount(0);

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
  await page.reload();
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
});

test("an owner renamed in another session can still delete the post and its comments", async ({ join }) => {
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

test("a long caption expands with a button, tags link to their page, alt text opens in a dialog", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const caption = `${"Long light over the fjord. ".repeat(20)}The very end.`;
  const tag = `Fjord${Date.now()}`;
  await sharePosts(mara, [
    { caption: `Other #${tag}` },
    { caption, altText: "A fjord in orange light", location: "Flåm" },
  ]);
  await page.goto("/feed");
  const card = cardOf(page, "Long light");
  await expect(card).toContainText("Flåm");
  const text = card.getByText("The very end.");
  const isTruncated = await text.evaluate((element) => element.scrollHeight > element.clientHeight + 4);
  expect(isTruncated).toBe(true);
  await card.getByRole("button", { name: "more of the caption" }).click();
  expect(await text.evaluate((element) => element.scrollHeight > element.clientHeight + 4)).toBe(false);
  await expect(text).toBeFocused();
  await card.getByRole("button", { name: "Alt text" }).click();
  await expect(page.getByRole("dialog", { name: "Alt text" })).toContainText("A fjord in orange light");
  await page.keyboard.press("Escape");
  await cardOf(page, "Other")
    .getByRole("link", { name: `#${tag}` })
    .click();
  await expect(page).toHaveURL(`/tag/${tag.toLowerCase()}`);
  await expect(page.getByRole("heading", { name: `#${tag.toLowerCase()}` })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
});

test("words typed while a comment is being sent stay in the field", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  const box = cardOf(page, "Dusk").getByLabel("Add a comment");
  let store = () => {};
  const typed = new Promise<void>((resolve) => {
    store = resolve;
  });
  await page.route("**/comment", async (route) => {
    await typed;
    await route.continue();
  });
  await box.fill("So warm");
  await box.press("Enter");
  await box.pressSequentially(" and more");
  store();
  await expect(toast(page, "Comment added")).toBeVisible();
  await expect(box).toHaveValue(" and more");
});
