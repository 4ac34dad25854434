import { expectAccessible } from "./axe";
import { gate, photoFile, shareNumberedPosts } from "./fixtures";
import { expect, freshName, pressUntilVisible, test, toast } from "./test";

test.use({ allowedErrors: [/status of (404|409|500)/] });

test("the member's own profile has its texts, keyboard tabs and highlights", async ({ join }) => {
  const { page, username } = await join();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: username })).toBeVisible();
  for (const label of ["Posts", "Connected", "Connecting"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Share Your First Photo" })).toHaveAttribute("href", "/post");

  await page.getByRole("tab", { name: "Posts" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("heading", { name: "No Saved Posts" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Tagged" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Photos of You" })).toBeVisible();

  // The focus ring shows for keyboard focus only.
  const [posts, saved] = [page.getByRole("tab", { name: "Posts" }), page.getByRole("tab", { name: "Saved" })];
  await page.reload();
  await posts.click();
  await expect(posts).toBeFocused();
  await expect(posts).toHaveCSS("outline-style", "none");
  await page.keyboard.press("ArrowRight");
  await expect(saved).toBeFocused();
  await expect(saved).toHaveCSS("outline-style", "solid");
  await posts.click();
  await expect(posts).toHaveCSS("outline-style", "none");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(posts).toBeFocused();
  await expect(posts).toHaveCSS("outline-style", "solid");

  await page.getByRole("list", { name: "Highlights" }).getByRole("button", { name: "New" }).click();
  await expect(toast(page, "Coming Soon")).toBeVisible();
  await expectAccessible(page, "the profile");
});

test("another member's profile has no Saved tab and no editing, and its bio is escaped", async ({ join }) => {
  const [mara, ivo] = [await join("mara"), await join("ivo")];
  const bio = "Dusk <b>only</b>\nSee https://example.com/a?b=1. Not javascript:alert(1)";
  await mara.page.request.post("/api/users/profile-setup", { data: { bio } });
  const { page } = ivo;
  await page.goto(`/profile/${mara.username.toUpperCase()}`);
  await expect(page.getByRole("heading", { name: mara.username })).toBeVisible();
  await page.goto(`/profile/${mara.username}?tab=saved`);
  await expect(page.getByRole("tab")).toHaveText(["Posts", "Tagged"]);
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Share Your First Photo" })).toBeHidden();
  await expect(page.getByText("Dusk <b>only</b>")).toBeVisible();
  const link = page.getByRole("link", { name: "example.com/a?b=1" });
  await expect(link).toHaveAttribute("href", "https://example.com/a?b=1");
  await expect(link).toHaveAttribute("rel", /noopener/);
  await expect(page.getByRole("link", { name: /javascript/ })).toHaveCount(0);
});

test("the grid loads more on scroll, and arrow keys move between its tiles", async ({ join, isMobile }) => {
  const { page } = await join();
  await shareNumberedPosts(page, 25);
  await page.goto("/profile");
  const tiles = page.getByRole("region", { name: "Posts" }).getByRole("link");
  await expect(tiles.first()).toBeVisible();
  const topOf = async (index: number) => (await tiles.nth(index).boundingBox())?.y;
  expect([await topOf(1), await topOf(2)], "three columns").toEqual([await topOf(0), await topOf(0)]);
  expect(await topOf(3)).toBeGreaterThan((await topOf(2)) ?? Number.NaN);
  const counts = tiles.nth(2).locator("span", { hasText: "comments" }).first();
  await expect(counts).toHaveCSS("opacity", isMobile ? "1" : "0");
  if (!isMobile) {
    await tiles.nth(2).hover();
    await expect(counts).toHaveCSS("opacity", "1");
  }
  await page.mouse.wheel(0, 20_000);
  await expect(tiles).toHaveCount(25);
  const alts = await page
    .getByRole("region", { name: "Posts" })
    .getByRole("img")
    .evaluateAll((all) => all.map((img) => img.getAttribute("alt")));
  expect(alts).toEqual(Array.from({ length: 25 }, (_, n) => `Photo ${25 - n}`));

  await tiles.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tiles.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tiles.nth(4)).toBeFocused();
  await expect(tiles.nth(4)).toContainText("0likes0comments");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await expect(tiles.nth(24)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/post\/.+/);
});

test("Back restores the open tab and its scroll position @desktop", async ({ join }) => {
  const { page } = await join();
  const ids = await shareNumberedPosts(page, 25);
  for (const id of ids.slice(0, 2)) await page.request.post(`/api/posts/${id}/save`);
  await page.goto("/profile");
  const tiles = page.getByRole("tabpanel").getByRole("link");
  await expect(tiles.first()).toBeVisible();
  await page.mouse.wheel(0, 20_000);
  await expect(tiles).toHaveCount(25);
  await tiles.last().click();
  await expect(page).toHaveURL(`/post/${ids[0]}`);
  await page.goBack();
  await expect(tiles).toHaveCount(25);
  await expect(tiles.last()).toBeInViewport();

  const saved = page.getByRole("tab", { name: "Saved" });
  await saved.click();
  await expect(page).toHaveURL("/profile?tab=saved");
  await expect(tiles).toHaveCount(2);
  await tiles.first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Post removed from saved")).toBeVisible();
  await page.goBack();
  await expect(saved).toHaveAttribute("aria-selected", "true");
  await expect(tiles).toHaveCount(1);
  await tiles.first().click();
  await expect(page).toHaveURL(`/post/${ids[0]}`);
  await page.evaluate((id) => fetch(`/api/posts/${id}/save`, { method: "POST" }), ids[9]);
  await page.goBack();
  await expect(tiles).toHaveCount(2);
  await page.reload();
  await expect(saved).toHaveAttribute("aria-selected", "true");
  await expect(tiles).toHaveCount(2);
});

test("Back to a long Saved tab removes unsaved posts and keeps the others in place @desktop", async ({
  join,
}) => {
  const { page } = await join();
  const ids = await shareNumberedPosts(page, 47);
  const later = ids.splice(45);
  const save = async (id: string) =>
    expect((await page.request.post(`/api/posts/${id}/save`)).status()).toBe(200);
  for (const id of ids) await save(id);
  const tiles = page.getByRole("tabpanel").getByRole("link");
  const tile = (id?: string) => tiles.and(page.locator(`[href="/post/${id}"]`));
  const shown = () => tiles.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.slice(6)));
  await page.goto("/profile?tab=saved");
  for (const count of [20, 40, 45]) {
    await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(count);
    await page.mouse.wheel(0, 20_000);
  }
  // Unsaves a post beyond the first page, then one of the first page; each time saves another, which the refetch shows.
  let saved = ids.toReversed();
  for (const [at, added] of [
    [30, later[0]],
    [18, later[1]],
  ] as const) {
    const [unsaved, neighbour] = [saved[at], saved[at + 1]];
    await tile(unsaved).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Post removed from saved")).toBeVisible();
    await save(`${added}`);
    await page.goBack();
    saved = [`${added}`, ...saved.filter((id) => id !== unsaved)];
    await expect.poll(shown).toEqual(saved);
    await expect(tile(neighbour)).toBeInViewport();
  }
});

test("Back to a long profile removes a deleted post and keeps the others @desktop", async ({ join }) => {
  const { page } = await join();
  const ids = await shareNumberedPosts(page, 25);
  const tiles = page.getByRole("tabpanel").getByRole("link");
  await page.goto("/profile");
  await expect(tiles.first()).toBeVisible();
  await page.mouse.wheel(0, 20_000);
  await expect(tiles).toHaveCount(25);
  const tile = tiles.and(page.locator(`[href="/post/${ids.at(-2)}"]`));
  await tile.click();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete post" }).click();
  await expect(toast(page, "Post deleted")).toBeVisible();
  await expect(page).toHaveURL("/feed");
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  await expect(tile).toHaveCount(0);
  await expect(tiles).toHaveCount(24);
});

test("the Saved tab shows an error when it fails to load, and Retry loads it @desktop", async ({ join }) => {
  const { page } = await join();
  const [id] = await shareNumberedPosts(page, 1);
  await page.route("**/api/posts/saved", (route) => route.fulfill({ status: 500, body: "{}" }), { times: 1 });
  await page.goto("/profile");
  await page.getByRole("tab", { name: "Saved" }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Saved Posts" })).toBeVisible();
  await page.route("**/api/posts/saved", async (route) => {
    const post = await (await page.request.get(`/api/posts/${id}`)).json();
    await route.fulfill({ json: [{ ...post, isSaved: true }] });
  });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("tabpanel", { name: "Saved" }).getByRole("link")).toHaveAttribute(
    "href",
    `/post/${id}`,
  );
});

test("editing a profile crops the picture, checks the username while typing and counts the bio", async ({
  join,
}) => {
  const [{ page, username }, other] = [await join("mara"), await join("ivo")];
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });

  const big = { name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(2 * 1024 * 1024 + 1) };
  await dialog.getByLabel("Profile picture", { exact: true }).setInputFiles(big);
  await expect(toast(page, "File too large")).toContainText("Please select an image smaller than 2MB");
  await dialog
    .getByLabel("Profile picture", { exact: true })
    .setInputFiles({ ...big, mimeType: "text/plain" });
  await expect(toast(page, "Image error")).toBeVisible();
  await dialog
    .getByLabel("Profile picture", { exact: true })
    .setInputFiles({ ...big, buffer: Buffer.from("no image") });
  await expect(toast(page, "Image loading error")).toBeVisible();

  await dialog
    .getByLabel("Profile picture", { exact: true })
    .setInputFiles(await photoFile("me.jpg", 600, 400));
  const cropper = dialog.getByRole("application");
  await cropper.focus();
  await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).fill("1.5");

  await dialog.getByLabel("Username").fill(other.username);
  await expect(dialog.getByText("This username is already taken.").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Update failed")).toContainText("This username is already taken.");
  await dialog.getByLabel("Username").fill("no spaces");
  await dialog.getByLabel("Bio").focus();
  await expect(
    dialog.getByText("Username can only contain letters, numbers, underscores, and dots.").first(),
  ).toBeVisible();
  const renamed = freshName("new");
  await dialog.getByLabel("Username").fill(renamed);
  await expect(dialog.getByText("This username is available.").first()).toBeVisible();

  await dialog.getByLabel("Bio").fill("x".repeat(151));
  await expect(dialog.getByText("151/150")).toBeVisible();
  await expect(dialog.getByText("Bio must not be longer than 150 characters.")).toBeVisible();
  await dialog.getByLabel("Bio").fill("Mostly dusk.");

  const saving = gate();
  await page.route("**/api/users/profile-setup", async (route) => {
    await saving.passed;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog.getByRole("button", { name: "Saving..." })).toBeVisible();
  saving.open();
  await expect(toast(page, "Profile updated")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: renamed })).toBeVisible();
  await expect(page.getByText("Mostly dusk.")).toBeVisible();
  const picture = page.locator("#content header img");
  await expect(picture).toHaveAttribute("src", /^\/media\//);

  await page.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByLabel("Bio").fill("Never kept");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Never kept")).toBeHidden();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await dialog.getByRole("button", { name: "Remove picture" }).click();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(picture).toBeHidden();

  await other.page.goto(`/profile/${username}`);
  await expect(other.page).toHaveURL(`/profile/${renamed}`);
});

test("clicks and Tab move between the fields of the dialog, also while errors appear and disappear @desktop", async ({
  join,
}) => {
  const { page, username } = await join();
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const [name, bio] = [dialog.getByLabel("Username"), dialog.getByLabel("Bio")];
  // A screen reader's text repeats it once the server has checked the name.
  const error = dialog.getByText(/^Username can only contain/);
  // The first blur of a field validates it: the error replaces the hint while the focus moves.
  for (const move of [() => bio.click(), () => page.keyboard.press("Tab")]) {
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await name.click();
    await page.keyboard.type(" !");
    await move();
    await page.keyboard.type("dusk");
    await expect(bio).toHaveValue("dusk");
    await expect(error.first()).toBeVisible();

    await page.keyboard.press("Shift+Tab");
    await expect(name).toBeFocused();
    await name.fill(username);
    await move();
    await page.keyboard.press("End");
    await page.keyboard.type(" and fog");
    await expect(bio).toHaveValue("dusk and fog");
    await expect(error).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
});

test("Back and Esc close the dialog, ask before they discard input, and stay on the page", async ({
  join,
  isMobile,
}) => {
  const { page } = await join();
  await page.goto("/feed");
  const own = isMobile ? "Profile" : "Your menu";
  await page.getByRole(isMobile ? "link" : "button", { name: own }).click();
  if (!isMobile) await page.getByRole("menuitem", { name: "Profile" }).click();
  const open = () => page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await open();
  await dialog.getByLabel("Bio").fill("Mostly");
  await pressUntilVisible(() => page.keyboard.press("Escape"), question, "Esc");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Bio")).toHaveValue("Mostly");
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(dialog.getByLabel("Bio")).toHaveValue("Mostly");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeFocused();

  // Without input it closes at once. Closed in any way, the dialog takes no further press of Back.
  for (const close of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
    await open();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/profile");
  }
  await page.goBack();
  await expect(page).toHaveURL("/feed");
  await expect(page.getByRole("heading", { name: "Feed" })).toBeAttached();
});

test("discarding or removing the picture moves the focus to the file input @desktop", async ({ join }) => {
  const { page } = await join();
  const { buffer } = await photoFile();
  const profileImage = `data:image/jpeg;base64,${buffer.toString("base64")}`;
  await page.request.post("/api/users/profile-setup", { data: { profileImage } });
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const picture = dialog.getByLabel("Profile picture", { exact: true });
  await picture.setInputFiles(await photoFile());
  await dialog.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(dialog.getByRole("application")).toBeHidden();
  await expect(picture).toBeFocused();
  const remove = dialog.getByRole("button", { name: "Remove picture" });
  await remove.press("Enter");
  await expect(remove).toBeHidden();
  await expect(picture).toBeFocused();
});

test("an unknown profile and one that fails to load show an error @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/profile/nobody.goes.by.this");
  await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
  await page.route(/profile\.data\?_routes=.*own-profile/, (route) =>
    route.fulfill({ status: 500, body: "" }),
  );
  await page.goto("/feed");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(
    page.getByRole("heading", { name: "Failed to load profile. Please try again later." }),
  ).toBeVisible();
});

test("a member is reported and blocked from the profile, and unblocked in the settings", async ({ join }) => {
  const [mara, ivo] = [await join("mara"), await join("ivo")];
  const { page } = mara;
  await page.goto(`/profile/${ivo.username}`);
  const menu = page.getByRole("button", { name: `More about ${ivo.username}` });
  await menu.click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  const report = page.getByRole("dialog", { name: `Report ${ivo.username}` });
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(report.getByText("Please choose a reason.")).toBeVisible();
  await report.getByLabel("Harassment").check();
  await report.getByLabel("Details").fill("x".repeat(501));
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(report.getByText("Details must not be longer than 500 characters.")).toBeVisible();
  await report.getByLabel("Details").fill("Every day");
  await report.getByRole("button", { name: "Send report" }).click();
  await expect(toast(page, "Report sent")).toBeVisible();

  await menu.click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  await page
    .getByRole("alertdialog", { name: `Block ${ivo.username}?` })
    .getByRole("button", { name: "Block" })
    .click();
  await expect(page).toHaveURL("/feed");
  await expect(toast(page, `${ivo.username} is blocked`)).toBeVisible();
  await ivo.page.goto(`/profile/${mara.username}`);
  await expect(ivo.page.getByRole("heading", { name: "User Not Found" })).toBeVisible();

  await page.goto("/settings");
  await page.getByRole("button", { name: `Unblock ${ivo.username}` }).click();
  await expect(toast(page, "Member unblocked")).toBeVisible();
  await expect(page.getByText("You have not blocked anyone.")).toBeVisible();
  await ivo.page.reload();
  await expect(ivo.page.getByRole("heading", { name: mara.username })).toBeVisible();
});
