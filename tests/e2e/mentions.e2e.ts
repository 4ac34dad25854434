import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addComment, connect, sharePosts } from "./fixtures";
import { expect, freshName, type Member, PASSWORD, type Session, test } from "./test";

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
async function expectListed(page: Page, ...members: Session[]): Promise<void> {
  await expect(options(page)).toHaveText(members.map(({ username }) => new RegExp(username)));
}

/** Creates mara with a post, and her connection noa, and opens the post, which may have a comment. */
async function openPost(join: (name: string) => Promise<Member>, comment?: string) {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  if (comment) await addComment(mara, postId, comment);
  await mara.page.goto(`/post/${postId}`);
  return { mara, noa, page: mara.page, field: commentField(mara.page) };
}

test("the list of members follows keys, the caret, a composition and the direction of the text", async ({
  join,
  signIn,
}) => {
  const [ivo, nia] = [await signIn("ivo"), await signIn("nia")];
  const { mara, noa, page, field } = await openPost(join);
  // The page asks for connections when the first letter is typed.
  await connect(mara, nia);

  await typeUntilListed(page, field, "With @n");
  // One letter lists connections.
  await expect(options(page)).toHaveCount(2);
  const names = await options(page).allTextContents();
  const first = names[0]?.includes(noa.username) ? noa : nia;

  await test.step("is named for assistive technology", async () => {
    await expect(status(page)).toHaveText("2 members found");
    await expect(field).toHaveRole("textbox");
    await expect(field).toHaveAttribute("aria-autocomplete", "list");
    await expect(field).toHaveAttribute("aria-haspopup", "listbox");
    await expect(field).toHaveAttribute("aria-controls", (await list(page).getAttribute("id")) ?? "");
    const option = options(page).first();
    await expect(option).toHaveAttribute("aria-selected", "true");
    await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
    await expectAccessible(page, "the members to mention");
  });

  await test.step("arrow keys move through it and around its ends", async () => {
    const chosen = list(page).getByRole("option", { selected: true });
    for (const [key, at] of [
      ["ArrowDown", 1],
      ["ArrowDown", 0],
      ["ArrowUp", 1],
      ["ArrowUp", 0],
    ] as const) {
      await page.keyboard.press(key);
      await expect(chosen).toHaveText(names[at] ?? "");
    }
  });

  await test.step("Enter and Tab insert the chosen member, and Enter sends once it is closed", async () => {
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`With @${first.username} `);
    await expect(list(page)).toBeHidden();
    await expect(field).not.toHaveAttribute("aria-activedescendant");
    await expect(field).not.toHaveAttribute("aria-controls");
    await expect(comments(page)).toBeHidden();
    // A second one in a row, whom the member does not know.
    await page.keyboard.type(`@${ivo.username.slice(0, -1)}`);
    await expectListed(page, ivo);
    await page.keyboard.press("Tab");
    await expect(field).toHaveValue(`With @${first.username} @${ivo.username} `);
    await expect(field).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(comments(page).getByRole("link", { name: `@${ivo.username}` })).toBeVisible();
    await expect(field).toHaveValue("");
  });

  await test.step("Esc closes the list alone, a moved caret too, and undo takes a choice back", async () => {
    await field.pressSequentially("With @n");
    await expect(list(page)).toBeVisible();
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

  await test.step("a choice inside of a text replaces the whole name, and needs no second space", async () => {
    await field.fill("Hello @ax there");
    await field.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 8));
    await page.keyboard.type("n");
    // The name is "nx" now.
    await expect(list(page)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`Hello @${first.username} there`);
    await page.keyboard.type("and ");
    await expect(field).toHaveValue(`Hello @${first.username} and there`);
  });

  await test.step("keys of a composition stay its own", async () => {
    await field.fill("");
    await field.pressSequentially("@n");
    await expect(list(page)).toBeVisible();
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

  await test.step("a text from right to left has the list at its right edge", async () => {
    await field.fill("");
    await field.pressSequentially("مرحبا @n");
    await expect(list(page)).toBeVisible();
    const [box, shown] = [await field.boundingBox(), await list(page).boundingBox()];
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0), 0);
    await page.keyboard.press("Enter");
    await expect(field).toHaveValue(`مرحبا @${first.username} `);
  });
});

test.describe("a failure", () => {
  test.use({ allowedErrors: [/status of 500|Failed to load resource|net::ERR/] });

  test("of the requests, or of the code, lists nobody and leaves the field as it is @desktop @all", async ({
    join,
  }) => {
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

test("a mention that does not fit into an edited comment is not inserted; Esc closes the list before the field", async ({
  join,
}) => {
  const { noa, page } = await openPost(join, "First");
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
});

test("captions, replies, the fields of a card and the bio of the profile setup list members @desktop @all", async ({
  join,
  page: visitor,
}) => {
  const { noa, page } = await openPost(join, "First");
  await page.getByRole("button", { name: "Reply" }).click();
  const reply = page.locator('textarea[aria-label^="Reply to"]');
  await typeUntilListed(page, reply, "@n");
  await page.keyboard.press("Enter");
  await expect(reply).toHaveValue(`@${noa.username} `);

  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Edit post" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  await dialog.getByLabel("Caption").fill("");
  await dialog.getByLabel("Caption").pressSequentially("Dawn, @n");
  await expectListed(page, noa);
  await expectAccessible(page, "the members to mention, in a dialog");
  await page.keyboard.press("Escape");
  await expect(list(page)).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();

  await page.goto("/feed");
  const card = page.getByRole("article").first();
  await typeUntilListed(page, card.getByLabel("Add a comment"), "@n");
  await page.keyboard.press("Enter");
  await expect(card.getByLabel("Add a comment")).toHaveValue(`@${noa.username} `);

  await page.goto("/post");
  const caption = page.getByLabel("Caption");
  await typeUntilListed(page, caption, "Dawn with @n");
  await options(page).filter({ hasText: noa.username }).click();
  await expect(caption).toHaveValue(`Dawn with @${noa.username} `);
  await expect(caption).toBeFocused();

  const account = { email: `${freshName("lia")}@example.com`, fullName: "Lia Lind", password: PASSWORD };
  expect((await visitor.request.post("/api/auth/signup", { data: account })).status()).toBe(201);
  await visitor.goto("/profile-setup");
  const bio = visitor.getByLabel("Bio");
  await typeUntilListed(visitor, bio, `@${noa.username.slice(0, -1)}`);
  await visitor.keyboard.press("Enter");
  await expect(bio).toHaveValue(`@${noa.username} `);
});
