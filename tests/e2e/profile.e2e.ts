import { gate, photoFile, shareNumberedPosts } from "./fixtures";
import { expect, freshName, pressUntilVisible, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

test.use({ allowedErrors: [/status of (404|409|500)/] });

test("the own profile has its texts and keyboard tabs; Back and Esc close its dialog and ask before they discard input", async ({
  join,
  isMobile,
}) => {
  const { page, username } = await join();
  await page.goto("/feed");
  const own = isMobile ? "Profile" : "Your menu";
  await page.getByRole(isMobile ? "link" : "button", { name: own }).click();
  if (!isMobile) await page.getByRole("menuitem", { name: "Profile" }).click();

  await test.step("texts, tabs and highlights", async () => {
    await expect(page.getByRole("heading", { name: username })).toBeVisible();
    for (const label of ["Posts", "Connected", "Connecting"])
      await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Share Your First Photo" })).toHaveAttribute("href", "/post");
    await page.getByRole("list", { name: "Highlights" }).getByRole("button", { name: "New" }).click();
    await expect(toast(page, "Coming Soon")).toBeVisible();
  });

  await test.step("Back and Esc", async () => {
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

  if (isMobile) return;
  await page.goForward();
  const tabs = ["Posts", "Saved", "Tagged"].map((name) => page.getByRole("tab", { name }));
  const [posts = page.locator("nothing"), saved = posts, tagged = posts] = tabs;
  // The focus ring shows for keyboard focus only.
  await posts.click();
  await expect(posts).toBeFocused();
  await expect(posts).toHaveCSS("outline-style", "none");
  await page.keyboard.press("ArrowRight");
  await expect(saved).toBeFocused();
  await expect(saved).toHaveCSS("outline-style", "solid");
  await expect(page.getByRole("heading", { name: "No Saved Posts" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(tagged).toBeFocused();
  await expect(page.getByRole("heading", { name: "Photos of You" })).toBeVisible();
});

test("the grid loads more on scroll, arrow keys move between its tiles, and Back restores its place", async ({
  join,
  isMobile,
}) => {
  const { page } = await join();
  const ids = await shareNumberedPosts(page, 25);
  for (const id of ids.slice(0, 2)) await page.request.post(`/api/posts/${id}/save`);
  await page.goto("/profile");
  const tiles = page.getByRole("tabpanel").getByRole("link");
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
  if (isMobile) return;
  const alts = await page
    .getByRole("region", { name: "Posts" })
    .getByRole("img")
    .evaluateAll((all) => all.map((img) => img.getAttribute("alt")));
  expect(alts).toEqual(Array.from({ length: 25 }, (_, n) => `Photo ${25 - n}`));

  await test.step("arrow keys", async () => {
    await tiles.first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(tiles.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(tiles.nth(4)).toBeFocused();
    await expect(tiles.nth(4)).toContainText("0 likes");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await expect(tiles.nth(24)).toBeFocused();
  });

  await test.step("Back restores the scroll position", async () => {
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/post/${ids[0]}`);
    await page.goBack();
    await expect(tiles).toHaveCount(25);
    await expect(tiles.last()).toBeInViewport();
  });

  await test.step("a Saved tab that fails to load has a Retry, and Back restores it without a post that was unsaved", async () => {
    const saved = page.getByRole("tab", { name: "Saved" });
    await page.route("**/api/posts/saved", (route) => route.fulfill({ status: 500, body: "{}" }), {
      times: 1,
    });
    await saved.click();
    await expect(page).toHaveURL("/profile?tab=saved");
    await expect(page.getByRole("heading", { name: "Error Loading Saved Posts" })).toBeVisible();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(tiles).toHaveCount(2);
    await tiles.first().click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Post removed from saved")).toBeVisible();
    await page.goBack();
    await expect(saved).toHaveAttribute("aria-selected", "true");
    await expect(tiles).toHaveCount(1);
  });
});

test("Back to a long profile or Saved tab removes deleted and unsaved posts, and keeps the others in place @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  const ids = await shareNumberedPosts(page, 25);
  const later = ids.pop();
  const save = async (id: string) =>
    expect((await page.request.post(`/api/posts/${id}/save`)).status()).toBe(200);
  for (const id of ids) await save(id);
  const tiles = page.getByRole("tabpanel").getByRole("link");
  const tile = (id?: string) => tiles.and(page.locator(`[href="/post/${id}"]`));
  const shown = () => tiles.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.slice(6)));
  const scrollTo = async (count: number) => {
    await expect(tiles.first()).toBeVisible();
    await page.mouse.wheel(0, 20_000);
    await expect(tiles).toHaveCount(count);
  };
  await page.goto("/profile?tab=saved");
  await scrollTo(24);
  // Unsaves a post beyond the first page, and saves another, which the refetch shows.
  const before = ids.toReversed();
  const [unsaved, neighbour] = before.slice(21);
  await tile(unsaved).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Post removed from saved")).toBeVisible();
  await save(`${later}`);
  await page.goBack();
  await expect.poll(shown).toEqual([later, ...before.filter((id) => id !== unsaved)]);
  await expect(tile(neighbour)).toBeInViewport();

  await page.getByRole("tab", { name: "Posts" }).click();
  await scrollTo(25);
  const deleted = tile(later);
  await deleted.click();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete post" }).click();
  await expect(toast(page, "Post deleted")).toBeVisible();
  await expect(page).toHaveURL("/feed");
  await page.goBack();
  await expect(deleted).toHaveCount(0);
  await expect(tiles).toHaveCount(24);
});

test("a profile or a Saved tab that fails to load shows an error, and Retry loads the tab @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  const [id] = await shareNumberedPosts(page, 1);
  await page.request.post(`/api/posts/${id}/save`);
  await page.goto("/profile/nobody.goes.by.this");
  await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();
  const loaders = /profile\.data\?_routes=.*own-profile/;
  await page.route(loaders, (route) => route.fulfill({ status: 500, body: "" }));
  const openOwn = async () => {
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
  };
  await openOwn();
  await expect(
    page.getByRole("heading", { name: "Failed to load profile. Please try again later." }),
  ).toBeVisible();
  await page.unroute(loaders);

  await page.route("**/api/posts/saved", (route) => route.fulfill({ status: 500, body: "{}" }), { times: 1 });
  await page.goto("/profile");
  await page.getByRole("tab", { name: "Saved" }).click();
  await expect(page.getByRole("heading", { name: "Error Loading Saved Posts" })).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("tabpanel", { name: "Saved" }).getByRole("link")).toHaveAttribute(
    "href",
    `/post/${id}`,
  );
});

test("editing a profile crops the picture, checks the username while typing and counts the bio @desktop", async ({
  join,
  request,
}) => {
  const { page, username } = await join("mara");
  const bio = { username, bio: "Mostly harbours" };
  expect((await page.request.post("/api/users/profile-setup", { data: bio })).status()).toBe(200);
  const taken = freshName("ivo");
  const other = { username: taken, email: `${taken}@example.com`, fullName: "Ivo Tester" };
  expect((await request.post(MEMBERS_PATH, { data: other })).status()).toBe(201);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  const file = dialog.getByLabel("Profile picture", { exact: true });

  await test.step("a click places the caret, although the field that it leaves renders the form", async () => {
    await dialog.getByLabel("Username").focus();
    await dialog.getByLabel("Bio").click();
    await page.keyboard.type(", at dusk");
    await expect(dialog.getByLabel("Bio")).toHaveValue("Mostly harbours, at dusk");
  });

  const damaged = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("no image") };
  await file.setInputFiles({ ...damaged, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(toast(page, "File too large")).toContainText("Please select an image smaller than 2MB");
  await file.setInputFiles({ ...damaged, mimeType: "text/plain" });
  await expect(toast(page, "Image error")).toBeVisible();
  await file.setInputFiles(damaged);
  await expect(toast(page, "Image loading error")).toBeVisible();

  const cropper = dialog.getByRole("application");
  await file.setInputFiles(await photoFile("me.jpg", 600, 400));
  await dialog.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(cropper).toBeHidden();
  await expect(file).toBeFocused();
  await file.setInputFiles(await photoFile("me.jpg", 600, 400));
  await cropper.focus();
  await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).fill("1.5");

  await dialog.getByLabel("Username").fill(taken);
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
  const remove = dialog.getByRole("button", { name: "Remove picture" });
  await remove.press("Enter");
  await expect(remove).toBeHidden();
  await expect(file).toBeFocused();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(picture).toBeHidden();
});

test("clicks and Tab move between the fields of the dialog, also while errors appear and disappear @desktop @all", async ({
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

test("another member's profile has no Saved tab and no editing; its member is reported and blocked there, and unblocked in the settings @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, ivo] = [await join("mara"), await signIn("ivo")];
  const { page } = mara;
  await page.goto(`/profile/${ivo.username}?tab=saved`);
  await expect(page.getByRole("tab")).toHaveText(["Posts", "Tagged"]);
  await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Share Your First Photo" })).toBeHidden();

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

  await page.goto("/settings/blocked");
  await page.getByRole("button", { name: `Unblock ${ivo.username}` }).click();
  await expect(toast(page, "Member unblocked")).toBeVisible();
  await expect(page.getByText("You have not blocked anyone.")).toBeVisible();
});
