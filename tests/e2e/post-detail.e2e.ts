import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { withNext } from "~/contract/next-path";
import { addComment, gate, idOf, photoFile, sharePosts } from "./fixtures";
import { expect, PASSWORD, type Session, test, toast } from "./test";

test.use({ allowedErrors: [/Failed to load resource/] });

/** Opens the menu of the comment with a text. */
async function openMenu(page: Page, text: string): Promise<void> {
  const row = page.getByRole("list", { name: "Comments" }).getByRole("listitem").filter({ hasText: text });
  await row.getByRole("button", { name: /^Options of comment by/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
}

test("the comments are paged, and the owner of the post deletes one", async ({ join, signIn }) => {
  const [mara, other] = [await join("mara"), await signIn("other")];
  const { page } = mara;
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  for (let n = 1; n <= 21; n++) await addComment(other, id, `Word ${n}.`);
  await page.goto(`/post/${id}`);
  const thread = page.getByRole("list", { name: "Comments" });
  await expect(thread.getByRole("listitem")).toHaveCount(20);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(thread.getByRole("listitem")).toHaveCount(21);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await openMenu(page, "Word 21.");
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await expect(toast(page, "Comment deleted")).toBeVisible();
  await expect(thread.getByRole("listitem")).toHaveCount(20);
  await expect(page.getByText("20 comments")).toBeVisible();
});

test("a comment in writing survives hydration, a reload, Back and the end of the session", async ({
  join,
}) => {
  const mara = await join("mara");
  const { page } = mara;
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const field = page.getByRole("textbox", { name: "Add a comment" });
  const scripts = gate();
  await test.step("hydration", async () => {
    await page.route("**/assets/entry.client-*.js", async (route) => {
      await scripts.passed;
      await route.continue();
    });
    await page.goto(`/post/${id}`, { waitUntil: "commit" });
    await field.fill("What a sky");
    await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
    scripts.open();
    await expect(page.getByRole("button", { name: "Post", exact: true })).toBeEnabled();
    await expect(field).toHaveValue("What a sky");
  });
  await test.step("a reload, and Back", async () => {
    await page.reload();
    await expect(field).toHaveValue("What a sky");
    await page.getByRole("link", { name: "Back to feed" }).click();
    await expect(page).toHaveURL("/feed");
    await page.goBack();
    await expect(field).toHaveValue("What a sky");
  });
  await test.step("the end of the session, which the reply to the comment reports", async () => {
    await page.routeWebSocket("/ws", (socket) => void socket.close());
    await page.reload();
    await field.pressSequentially("!");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page).toHaveURL(withNext("/login", `/post/${id}`));
    await expect(page.getByText("Please log in to continue.")).toBeVisible();
    await page.getByLabel("Email").fill(mara.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(`/post/${id}`);
    // The toast does not cover the button that is pressed next.
    await expect(toast(page, "Welcome back!")).toBeVisible();
    await expect(field).toHaveValue("What a sky!");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page.getByRole("list", { name: "Comments" }).getByText("What a sky!")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("");
  });
});

test("comments of a blocked member count, but are not offered for loading @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, other] = [await join(), await signIn("other")];
  const { page } = mara;
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const say = (by: Session, comment: string) =>
    by.request.post(`/api/posts/${id}/comment`, { data: { comment } });
  await say(other, "Unseen.");
  expect((await page.request.post(`/api/blocks/${await idOf(other)}`)).status()).toBe(204);
  await page.goto(`/post/${id}`);
  await expect(page.getByText("1 comment", { exact: false })).toBeVisible();
  await expect(page.getByText("No comments yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);

  for (let n = 1; n <= 21; n++) await say(mara, `Word ${n}.`);
  await page.reload();
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(21);
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
});

test("arrow keys and links open the previous and next post; the owner edits and deletes a post", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const [one, two, three] = await sharePosts(mara, [
    { caption: "One." },
    { caption: "Two." },
    { caption: "Three." },
  ]);
  await page.goto(`/post/${two}`);
  await expect(page.getByText("Two.")).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(`/post/${three}`, { timeout: 1000 });
  }).toPass();
  await expect(page.getByText("Three.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Previous post" })).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(`/post/${two}`);
  await expect(page.getByText("Two.")).toBeVisible();
  await page.getByRole("link", { name: "Next post" }).click();
  await expect(page).toHaveURL(`/post/${one}`);
  await expect(page.getByText("One.")).toBeVisible();

  await test.step("the owner edits caption, location and alt text, and the post is marked as edited", async () => {
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Edit post" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit post" });
    await dialog.getByLabel("Caption").fill("x".repeat(2201));
    await expect(dialog.getByText("Caption must not be longer than 2200 characters.")).toBeVisible();
    // Counts as the server does: an emoji is one character.
    await dialog.getByLabel("Caption").fill("🌅".repeat(2200));
    await expect(dialog.getByText("2200/2200")).toBeVisible();
    await expect(dialog.getByText("Caption must not be longer")).toHaveCount(0);
    await dialog.getByLabel("Caption").fill("Dawn, after all #dawn");
    await dialog.getByLabel("Location").fill("Bergen");
    await dialog.getByLabel("Accessibility").fill("A pale sky");
    await dialog.getByLabel("Accessibility").press("ControlOrMeta+Enter");
    await expect(toast(page, "Post updated")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(page.getByText("Dawn, after all")).toBeVisible();
      await expect(page.getByText("Bergen")).toBeVisible();
      await expect(page.getByText("· edited")).toBeVisible();
      await expect(page.getByRole("img", { name: "A pale sky" })).toBeVisible();
    }
  });

  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete post" }).click();
  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Post deleted")).toBeVisible();

  await test.step("a post that fails to load shows an error", async () => {
    await page.route(/\.data\?.*_routes=routes%2Fpost$/, (route) => route.abort());
    await page
      .getByRole("link", { name: /, view post$/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Error Loading Post" })).toBeVisible();
  });
});

test("an owner downloads the photos of a post as they are stored, which others are not offered @desktop", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  const [one] = await sharePosts(mara, [{ caption: "One" }]);
  const photos: { mediaUrl: string }[] = [];
  for (const width of [300, 301]) {
    const file = await photoFile("a.jpg", width, 200);
    const upload = await page.request.post("/api/media", { multipart: { file } });
    photos.push({ mediaUrl: (await upload.json()).url });
  }
  const several = await (await page.request.post("/api/posts", { data: { photos } })).json();
  const save = async (item: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    return download;
  };
  await page.goto(`/post/${one}`);
  const photo = await save("Download photo");
  expect(photo.suggestedFilename()).toMatch(/^afterglow-\d{4}-\d\d-\d\d\.webp$/);
  expect(await sharp(await photo.path()).metadata()).toMatchObject({ format: "webp", width: 400 });
  await expect(toast(page, "Photo downloaded")).toBeVisible();

  await page.goto(`/post/${several.id}`);
  const zip = await save("Download photos");
  expect(zip.suggestedFilename()).toMatch(/^afterglow-\d{4}-\d\d-\d\d\.zip$/);
  const names = readFileSync(await zip.path(), "latin1").match(/afterglow-[\d-]+\.webp/g);
  // Each name is in front of its file and in the list at the end.
  expect(new Set(names).size).toBe(2);
  await expect(toast(page, "Photos downloaded")).toBeVisible();

  await page.route("**/media/**", (route) => route.abort());
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Download photos" }).click();
  await expect(toast(page, "Error")).toContainText("Failed to download photo");

  await addComment(mara, `${one}`, "Mine.");
  await noah.page.goto(`/post/${one}`);
  await openMenu(noah.page, "Mine.");
  await expect(noah.page.getByRole("menuitem")).toHaveText(["Report"]);
  await noah.page.keyboard.press("Escape");
  await expect(noah.page.getByRole("menuitem")).toHaveCount(0);
  await noah.page.getByRole("button", { name: "Post menu" }).click();
  await expect(noah.page.getByRole("menuitem", { name: "Report" })).toBeVisible();
  await expect(noah.page.getByRole("menuitem", { name: /Download|Delete|Edit/ })).toHaveCount(0);
});
