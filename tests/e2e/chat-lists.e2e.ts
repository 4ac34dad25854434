import type { Locator, Page } from "@playwright/test";
import { deleteNewest, messageLog, openLive, sendMessages } from "./chat";
import { connect, idOf } from "./fixtures";
import { expect, pressItem, type Session, test, toast } from "./test";

const row = (page: Page, other: Session) => page.locator(`a[href$="user=${other.username}"]`);

/** Opens the menu of the open conversation and chooses an item. */
async function choose(page: Page, other: Session, item: string): Promise<void> {
  await page
    .getByRole("region", { name: `Conversation with ${other.username}` })
    .getByRole("button", { name: `Options of the chat with ${other.username}` })
    .press("Enter");
  await pressItem(page.getByRole("menuitem", { name: item, exact: true }));
}

/** Opens the dialog that forwards a message of the other member. */
async function openForward(page: Page, other: Session, text: string): Promise<Locator> {
  await messageLog(page, other)
    .getByRole("listitem")
    .filter({ hasText: text })
    .getByRole("button", { name: "Options of this message" })
    .press("Enter");
  await pressItem(page.getByRole("menuitem", { name: "Forward" }));
  return page.getByRole("dialog", { name: "Forward to" });
}

async function openFeed(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
  await expect(page.getByRole("heading", { name: "Feed" })).toBeAttached();
}

/** Returns the request's body that archives a chat up to its newest message. */
async function newestOf(member: Session, other: Session): Promise<{ upTo: string }> {
  const [newest] = await (await member.request.get(`/api/chat/messages/${await idOf(other)}`)).json();
  return { upTo: newest.id };
}

const mark = async (member: Session, other: Session, what: "mute" | "archive", data: object) =>
  expect(
    (await member.request.post(`/api/chat/connections/${await idOf(other)}/${what}`, { data })).status(),
  ).toBe(200);

test.describe("a muted chat", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("shows no toast and no number, gets its messages, and can be turned back on @desktop", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    const { page } = mara;
    await connect(mara, noa);
    await page.goto("/chat");
    await expect(page.getByText("Select a chat to start messaging")).toBeVisible();
    await test.step("its row has its menu, and a failed change says so", async () => {
      await page.route("**/api/chat/connections/*/archive", (route) => route.abort());
      const button = page.getByRole("button", { name: `Options of the chat with ${noa.username}` });
      // Hydration may close the menu.
      await expect(async () => {
        await button.press("Enter");
        await page.getByRole("menuitem", { name: "Archive", exact: true }).press("Enter", { timeout: 2000 });
      }).toPass();
      await expect(page.getByText("Failed to change the chat")).toBeVisible();
      await expect(row(page, noa)).toBeVisible();
    });
    await row(page, noa).click();
    await choose(page, noa, "Mute until I turn it back on");
    await expect(page.getByText("Chat muted")).toBeVisible();
    // Without a new document, so that the link stays open.
    await openFeed(page);
    await sendMessages(noa, mara, ["the sea at six"]);
    // Another page of the member, whose first snapshot names the muted chats.
    await expect.poll(async () => (await page.request.get("/api/chat/unread")).json()).toEqual({ count: 0 });
    await page.getByRole("link", { name: "Chat", exact: true }).click();
    await expect(row(page, noa).getByText("Muted")).toBeAttached();
    await expect(row(page, noa)).toContainText("the sea at six");
    await sendMessages(noa, mara, ["and at seven"]);
    await expect(row(page, noa)).toContainText("and at seven");
    await expect(row(page, noa)).toContainText("2 unread");
    await expect(toast(page, noa.username)).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Chat", exact: true })).toBeVisible();
    await row(page, noa).click();
    await choose(page, noa, "Unmute");
    await expect(page.getByText("Chat unmuted")).toBeVisible();
    await openFeed(page);
    await sendMessages(noa, mara, ["and at eight"]);
    await expect(toast(page, noa.username)).toContainText("and at eight");
    await expect(page.getByRole("link", { name: "Chat, 1 unread" })).toBeVisible();

    await test.step("its mark goes when its mute ends", async () => {
      await mark(mara, noa, "mute", { length: "hour" });
      await page.clock.install();
      await page.goto("/chat");
      await expect(row(page, noa)).toContainText("Muted");
      await page.clock.fastForward("01:00:01");
      await expect(row(page, noa)).not.toContainText("Muted");
    });
  });
});

test("an archived chat leaves the list in every tab, is found by a search, and comes back with a message unless it is muted @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await page.goto("/chat");
  await expect(row(page, noa)).toBeVisible();
  // Done in another tab.
  await mark(mara, noa, "archive", await newestOf(mara, noa));
  const archived = page.getByRole("link", { name: "Archived chats (1)" });
  await expect(archived).toBeVisible();
  await expect(row(page, noa)).toHaveCount(0);
  await page.getByLabel("Search messages").fill(noa.username);
  await expect(row(page, noa).first()).toBeVisible();
  await page.getByLabel("Search messages").fill("");
  await archived.click();
  await expect(row(page, noa)).toBeVisible();
  await page.getByRole("link", { name: "Back to chats" }).click();
  await sendMessages(noa, mara, ["and at seven"]);
  await expect(row(page, noa)).toContainText("and at seven");
  await expect(page.getByRole("link", { name: /^Archived chats/ })).toHaveCount(0);

  await test.step("a mute leaves one that has come back in the list", async () => {
    await row(page, noa).click();
    await choose(page, noa, "Mute until I turn it back on");
    await expect(toast(page, "Chat muted")).toBeVisible();
    await expect(row(page, noa)).toContainText("Muted");
    await expect(page.getByRole("link", { name: /^Archived chats/ })).toHaveCount(0);
    await mark(mara, noa, "mute", { length: "off" });
    await page.goto("/chat");
    await sendMessages(noa, mara, ["and at half past"]);
  });

  await test.step("a muted one stays archived when a message comes", async () => {
    await mark(mara, noa, "archive", await newestOf(mara, noa));
    await mark(mara, noa, "mute", { length: "always" });
    await expect(archived).toBeVisible();
    await sendMessages(noa, mara, ["and at eight"]);
    await expect(page.getByRole("link", { name: "Archived chats (1) Unread" })).toBeVisible();
    await page.getByRole("link", { name: /^Archived chats/ }).click();
    await expect(row(page, noa)).toContainText("2 unread");
    // Its number follows the member's reading, also behind a message of their own.
    await sendMessages(mara, noa, ["every morning"]);
    await expect(row(page, noa)).toContainText("every morning");
    await row(page, noa).click();
    await expect(row(page, noa)).not.toContainText("unread");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Back to messages" }).click();
    await expect(page).toHaveURL("/chat?archived");
    await row(page, noa).click();
    await choose(page, noa, "Move out of the archive");
    await expect(toast(page, "Chat moved out of the archive")).toBeVisible();
  });
});

test("a forwarded message reaches a connection, with a text behind it, and is not sent once it is deleted @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  const { page } = mara;
  const dialog = await openForward(page, noa, "the sea at six");
  const recipient = dialog.getByRole("checkbox", { name: new RegExp(noa.username) });
  await expect(dialog.getByRole("button", { name: "Forward" })).toBeDisabled();
  await dialog.getByLabel("Search connections").fill("nobody at all");
  await expect(dialog.getByText("No connections found")).toBeVisible();
  await dialog.getByLabel("Search connections").fill(noa.username);
  await recipient.check();
  await expect(dialog.getByText("1 of at most 5 chosen")).toBeVisible();
  // Enter in the search sends nothing.
  await dialog.getByLabel("Search connections").press("Enter");
  await dialog.getByLabel("Message (optional)").fill("look at this");
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(page.getByText("Message forwarded", { exact: true })).toBeVisible();
  const log = messageLog(page, noa);
  await expect(log.getByText("Forwarded", { exact: true })).toBeVisible();
  await expect(log.getByText("the sea at six")).toHaveCount(2);
  await expect(log).toContainText("look at this");
  await expect(log.getByText("Sent", { exact: true })).toHaveCount(1);

  await test.step("a message that is deleted while its dialog is open", async () => {
    await sendMessages(noa, mara, ["and at seven", "and at eight"]);
    await openForward(page, noa, "and at seven");
    await recipient.check();
    await deleteNewest(noa, mara);
    await expect(log.getByText("and at eight")).toHaveCount(0);
    await expect(dialog.getByText("1 of at most 5 chosen")).toBeVisible();
    await deleteNewest(noa, mara);
    await expect(toast(page, "Message not forwarded")).toContainText(
      "The message was deleted, so it cannot be forwarded.",
    );
    await expect(dialog).toBeHidden();
    await expect(toast(page, "Message not forwarded")).toHaveCount(1);
  });
});

test("a member can hide typing and read marks in the settings @desktop", async ({ join }) => {
  const { page } = await join("mara");
  await page.goto("/settings/privacy");
  for (const [label, option] of [
    ["Show when I am typing", "typing"],
    ["Show when I have read messages", "read-marks"],
  ] as const) {
    await expect(page.getByLabel(label)).toBeChecked();
    await page.getByLabel(label).uncheck();
    await expect(page.locator(`#${option}`).getByText("Saved", { exact: true })).toBeVisible();
  }
  await page.reload();
  for (const label of ["Show when I am typing", "Show when I have read messages"])
    await expect(page.getByLabel(label)).not.toBeChecked();
});

test.describe("a list of chats with more than a page", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("loads the next page at its end, and finds and opens chats that are not loaded @desktop", async ({
    join,
  }) => {
    const { page } = await join("mara");
    const chatWith = (username: string) => ({
      ...{ userId: username, username, fullName: username, profileImage: null },
      ...{ unreadCount: 0, lastMessage: null },
    });
    const head = Array.from({ length: 20 }, (_, n) => chatWith(`a.friend${n + 10}`));
    let isCut = true;
    const cursors: string[] = [];
    await page.route(/api\/chat\/connections(\?|$)/, async (route) => {
      const query = new URL(route.request().url()).searchParams;
      if (query.has("show")) return route.fulfill({ json: [] });
      if (query.has("q")) return route.fulfill({ json: query.get("q") === "zoe" ? [chatWith("zoe")] : [] });
      if (!query.has("cursor")) {
        return route.fulfill({ json: head, headers: { Link: '</api?cursor=next>; rel="next"' } });
      }
      if (isCut) return route.abort();
      const cursor = query.get("cursor") ?? "";
      cursors.push(cursor);
      // Pages without a chat.
      if (cursor.length < "next123".length)
        return route.fulfill({
          json: [],
          headers: { Link: `</api?cursor=${cursor}${cursor.length - 3}>; rel="next"` },
        });
      return route.fulfill({ json: [chatWith("noah")] });
    });
    await page.goto("/feed");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Chat" }).click();
    const list = page.getByRole("region", { name: "Messages", exact: true });
    const chat = (name: string) => list.getByRole("link", { name });
    await expect(chat("a.friend10")).toBeVisible();

    await list.getByRole("searchbox").fill("zoe");
    await expect(chat("zoe")).toBeVisible();
    await list.getByRole("searchbox").fill("nobody here");
    await expect(list.getByText("No messages found")).toBeVisible();
    await list.getByRole("searchbox").fill("");
    await chat("a.friend29").scrollIntoViewIfNeeded();
    await chat("zoe").scrollIntoViewIfNeeded();
    await expect(list.getByRole("alert")).toContainText("More chats could not be loaded.");
    isCut = false;
    await list.getByRole("button", { name: "Retry" }).click();
    const keepLooking = list.getByRole("button", { name: "Keep looking" });
    await expect(keepLooking).toBeVisible();
    expect(cursors).toEqual(["next", "next1"]);
    await expect(list.getByText("Nothing more here so far.")).toBeVisible();
    await keepLooking.click();
    await expect.poll(() => cursors).toEqual(["next", "next1", "next12"]);
    await keepLooking.click();
    await expect(chat("noah")).toBeVisible();
    await expect(list.getByRole("alert")).toHaveCount(0);
    await expect(keepLooking).toHaveCount(0);
  });
});
