import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, idOf, ownPhotoFile, sharePosts } from "./fixtures";
import { expect, freshName, type Member, PASSWORD, test } from "./test";

const list = (page: Page) => page.getByRole("listbox", { name: "Members" });
const options = (page: Page) => list(page).getByRole("option");
const status = (page: Page) => page.getByRole("status").filter({ hasText: /found$/ });
const commentField = (page: Page) => page.getByLabel("Add a comment");
const comments = (page: Page) => page.getByRole("list", { name: "Comments", exact: true });

/** Types a text, and again until the list is shown: a page notices what is typed after hydration only. */
async function typeUntilListed(page: Page, field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.fill("");
    await field.pressSequentially(text);
    await expect(list(page)).toBeVisible({ timeout: 5000 });
  }).toPass();
}

/** Waits until exactly these members are listed. */
async function expectListed(page: Page, ...members: Member[]): Promise<void> {
  await expect(options(page)).toHaveText(members.map(({ username }) => new RegExp(username)));
}

/** Creates mara with a post that is open, her connection noa, and ivo, whom she does not know. */
async function openPost(join: (name: string) => Promise<Member>) {
  const [mara, noa, ivo] = [await join("mara"), await join("noa"), await join("ivo")];
  await connect(mara, noa);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await mara.page.goto(`/post/${postId}`);
  return { mara, noa, ivo, postId, page: mara.page, field: commentField(mara.page) };
}

test("Enter and Tab insert the chosen member, and Enter sends once the list is closed", async ({ join }) => {
  const { noa, ivo, page, field } = await openPost(join);
  await typeUntilListed(page, field, "With @n");
  // One letter lists connections.
  await expectListed(page, noa);
  await expect(status(page)).toHaveText("1 member found");
  await expect(field).toHaveRole("textbox");
  await expect(field).toHaveAttribute("aria-autocomplete", "list");
  await expect(field).toHaveAttribute("aria-haspopup", "listbox");
  await expect(field).toHaveAttribute("aria-controls", (await list(page).getAttribute("id")) ?? "");
  const option = options(page).first();
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await expectAccessible(page, "the members to mention");

  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`With @${noa.username} `);
  await expect(list(page)).toBeHidden();
  await expect(field).not.toHaveAttribute("aria-activedescendant");
  await expect(field).not.toHaveAttribute("aria-controls");
  await expect(comments(page)).toBeHidden();

  // A second one in a row, whom the member does not know.
  await page.keyboard.type(`@${ivo.username.slice(0, -1)}`);
  await expectListed(page, ivo);
  await page.keyboard.press("Tab");
  await expect(field).toHaveValue(`With @${noa.username} @${ivo.username} `);
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(comments(page).getByRole("link", { name: `@${ivo.username}` })).toBeVisible();
  await expect(field).toHaveValue("");
});

test("connections come first, arrow keys move through the list and around its ends", async ({ join }) => {
  const [mara, ana, anb, anc] = [await join("mara"), await join("an"), await join("an"), await join("an")];
  await connect(mara, anc);
  const { page } = mara;
  const [postId] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto(`/post/${postId}`);
  const field = commentField(page);
  // `freshName` begins so for all members of this process.
  await typeUntilListed(page, field, `@an.${process.pid.toString(36)}`);
  await expect(options(page).first()).toContainText(anc.username);
  await expect(options(page)).toContainText([anc.username, ana.username, anb.username]);
  const names = await options(page).allTextContents();
  await expect(status(page)).toHaveText(`${names.length} members found`);
  const chosen = list(page).getByRole("option", { selected: true });
  await expect(chosen).toContainText(anc.username);
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText(names[1] ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(chosen).toHaveText(names.at(-1) ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toContainText(anc.username);
});

test("Esc closes the list alone, a moved caret and the end of the name too, and undo takes a choice back", async ({
  join,
}) => {
  const { noa, page, field } = await openPost(join);
  await typeUntilListed(page, field, "With @n");
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(field).toHaveValue("With @n");
  await expect(field).toBeFocused();
  // It stays closed for this mention, and opens for the next.
  await page.keyboard.type("o");
  await expect(field).toHaveValue("With @no");
  await expect(list(page)).toBeHidden();
  await page.keyboard.type(" and @n");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(list(page)).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(list(page)).toBeHidden();
  await page.keyboard.type("o");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`With @no and @${noa.username} `);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(field).toHaveValue("With @no and @no");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(field).toHaveValue(`With @no and @${noa.username} `);
});

test("a choice inside of a text replaces the whole name, and needs no second space", async ({ join }) => {
  const { noa, page, field } = await openPost(join);
  await typeUntilListed(page, field, "@n");
  await field.fill("Hello @ax there");
  await field.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 8));
  await page.keyboard.type("n");
  // The name is "nx" now.
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`Hello @${noa.username} there`);
  await page.keyboard.type("and ");
  await expect(field).toHaveValue(`Hello @${noa.username} and there`);
});

test("nothing is listed for an e-mail address, a name that is complete, and a name that nobody has", async ({
  join,
}) => {
  const { noa, page, field } = await openPost(join);
  await typeUntilListed(page, field, "@n");
  for (const text of ["n@n", `@${noa.username}`, `@${noa.username}.`, "@", "@ n", "@@n"]) {
    const searched =
      text.length > 3 && page.waitForResponse((reply) => reply.url().includes("/api/users/search"));
    await field.fill(text);
    await searched;
    await expect(list(page)).toBeHidden();
  }
  // Enter sends a complete name.
  await field.fill(`Hello @${noa.username}`);
  await page.keyboard.press("Enter");
  await expect(comments(page).getByRole("link", { name: `@${noa.username}` })).toBeVisible();
});

test("keys of a composition stay its own", async ({ join }) => {
  const { noa, page, field } = await openPost(join);
  await typeUntilListed(page, field, "@n");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "o", selectionStart: 1, selectionEnd: 1 });
  await expect(field).toHaveValue("@no");
  await expect(list(page)).toBeVisible();
  await field.evaluate((box) => {
    for (const key of ["Enter", "ArrowDown", "Tab", "Escape"])
      box.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true }));
  });
  await expect(list(page)).toBeVisible();
  await expect(field).toHaveValue("@no");
  await session.send("Input.insertText", { text: "o" });
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`@${noa.username} `);
});

test("blocked members are not listed", async ({ join }) => {
  const { noa, ivo, page, field } = await openPost(join);
  await typeUntilListed(page, field, `@${ivo.username.slice(0, -1)}`);
  await expectListed(page, ivo);
  for (const member of [noa, ivo]) {
    expect((await page.request.post(`/api/blocks/${await idOf(member)}`)).status()).toBe(204);
  }
  await field.fill("");
  const searched = page.waitForResponse((reply) => reply.url().includes("/api/users/search"));
  await field.pressSequentially(`@${ivo.username.slice(0, -1)}`);
  await searched;
  await expect(list(page)).toBeHidden();
  await field.fill("");
  const listed = page.waitForResponse((reply) => reply.url().endsWith("/api/connections"));
  await field.pressSequentially("@n");
  await listed;
  await expect(list(page)).toBeHidden();
});

test.describe("a failure", () => {
  test.use({ allowedErrors: [/status of 500|Failed to load resource|net::ERR/] });

  test("of the requests, or of the code, lists nobody and leaves the field as it is", async ({ join }) => {
    const { page, field } = await openPost(join);
    await page.route(/mention-list/, (route) => route.abort());
    await expect(async () => {
      await field.fill("");
      const failed = page.waitForRequest(/mention-list/, { timeout: 5000 });
      await field.pressSequentially("@n");
      await failed;
    }).toPass();
    // First, because the code may be loaded again at any moment.
    await page.route(/api\/(connections|users\/search)/, (route) => route.fulfill({ status: 500 }));
    await page.unroute(/mention-list/);
    // The next letter loads the code again.
    const answered = page.waitForResponse(/api\/users\/search/);
    await field.pressSequentially("oa");
    await answered;
    await expect(list(page)).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(comments(page)).toContainText("@noa");
    await expect(page.getByRole("alert")).toHaveText("");
  });
});

test("the caption of a new post, and of an edited one, lists members above the dialog", async ({ join }) => {
  const { noa, ivo, page } = await openPost(join);
  await page.goto("/post");
  const caption = page.getByLabel("Caption");
  await typeUntilListed(page, caption, "Dawn with @n");
  await options(page).filter({ hasText: noa.username }).click();
  await expect(caption).toHaveValue(`Dawn with @${noa.username} `);
  await expect(caption).toBeFocused();
  await page.getByLabel("Image").setInputFiles(await ownPhotoFile());
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page).toHaveURL("/feed");
  await page.getByRole("article").first().getByRole("link", { name: "view post" }).click();
  await expect(page).toHaveURL(/\/post\/./);
  await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  const edited = dialog.getByLabel("Caption");
  await edited.fill("");
  await edited.pressSequentially(`Dawn, @${ivo.username.slice(0, -1)}`);
  await expectListed(page, ivo);
  await expectAccessible(page, "the members to mention, in a dialog");
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await edited.pressSequentially(` @${ivo.username.slice(0, -1)}`);
  await options(page).first().click();
  await expect(edited).toHaveValue(`Dawn, @${ivo.username.slice(0, -1)} @${ivo.username} `);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").getByRole("link", { name: `@${ivo.username}` })).toBeVisible();
});

test("a reply, an edit within the comment's limit, and the fields of a card list members", async ({
  join,
}) => {
  const { noa, postId, page } = await openPost(join);
  expect(
    (await page.request.post(`/api/posts/${postId}/comment`, { data: { comment: "First" } })).status(),
  ).toBe(201);
  await page.reload();
  await page.getByRole("button", { name: "Reply" }).click();
  const reply = page.locator('textarea[aria-label^="Reply to"]');
  await typeUntilListed(page, reply, "@n");
  await page.keyboard.press("Enter");
  await expect(reply).toHaveValue(`@${noa.username} `);

  await page.getByRole("button", { name: /^Options of comment/ }).click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const edit = page.getByLabel("Edit comment");
  await edit.fill(`${"x".repeat(2195)} @`);
  await page.keyboard.type("n");
  await expectListed(page, noa);
  const end = () => edit.evaluate((box: HTMLTextAreaElement) => box.value.replace(/^x+/, ""));
  // The name does not fit.
  await page.keyboard.press("Enter");
  await expect(list(page)).toBeHidden();
  expect(await end()).toBe(" @n");
  await edit.fill(`${"x".repeat(2198 - noa.username.length)} @`);
  await page.keyboard.type("n");
  await expectListed(page, noa);
  // The name fits, and the space behind it does not.
  await page.keyboard.press("Enter");
  await expect.poll(end).toBe(` @${noa.username}`);
  await edit.fill("@n");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(edit).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();

  await page.goto("/feed");
  const card = page.getByRole("article").first();
  await typeUntilListed(page, card.getByLabel("Add a comment"), "@n");
  await page.keyboard.press("Enter");
  await expect(card.getByLabel("Add a comment")).toHaveValue(`@${noa.username} `);
});

test("a bio lists members, and its mention is a link", async ({ join }) => {
  const { mara, noa, page } = await openPost(join);
  await page.goto(`/profile/${mara.username}`);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await typeUntilListed(page, dialog.getByLabel("Bio"), "Sister of @n");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel("Bio")).toHaveValue(`Sister of @${noa.username} `);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: `@${noa.username}` })).toBeVisible();
  // It notifies nobody.
  const notifications = await (await noa.page.request.get("/api/notifications")).json();
  expect(notifications.filter(({ type }: { type: string }) => type === "mention")).toEqual([]);
});

test("the bio of the profile setup lists members", async ({ join, browser, baseURL }) => {
  const { noa } = await openPost(join);
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto("/signup");
  const name = freshName("lia");
  await page.getByLabel("Full name").fill("Lia Lind");
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/profile-setup");
  const bio = page.getByLabel("Bio");
  await typeUntilListed(page, bio, `@${noa.username.slice(0, -1)}`);
  await page.keyboard.press("Enter");
  await expect(bio).toHaveValue(`@${noa.username} `);
  await context.close();
});

test("a text from right to left has its list at its right edge", async ({ join }) => {
  const { noa, page, field } = await openPost(join);
  await typeUntilListed(page, field, "مرحبا @n");
  const [box, shown] = [await field.boundingBox(), await list(page).boundingBox()];
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0), 0);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue(`مرحبا @${noa.username} `);
});
