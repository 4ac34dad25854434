import type { Locator, Page } from "@playwright/test";
import { deleteNewest, messageField, messageLog, openLive, sendMessages, typeAndSend } from "./chat";
import { connect, idOf } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

const row = (page: Page, other: Member) => page.locator(`a[href$="user=${other.username}"]`);

/** Opens the menu of the open conversation and chooses an item. */
async function choose(page: Page, other: Member, item: string): Promise<void> {
  await page
    .getByRole("region", { name: `Conversation with ${other.username}` })
    .getByRole("button", { name: `Options of the chat with ${other.username}` })
    .press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

/** Opens the dialog that forwards a message of the other member. */
async function openForward(page: Page, other: Member, text: string): Promise<Locator> {
  await messageLog(page, other)
    .getByRole("listitem")
    .filter({ hasText: text })
    .getByRole("button", { name: "Options of this message" })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Forward" }).press("Enter");
  return page.getByRole("dialog", { name: "Forward to" });
}

const mark = async (member: Member, other: Member, what: "mute" | "archive", data: object) =>
  expect(
    (await member.page.request.post(`/api/chat/connections/${await idOf(other)}/${what}`, { data })).status(),
  ).toBe(200);

test("a muted chat shows no toast and no number, gets its messages, and can be turned back on", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  await choose(mara.page, noa, "Mute until I turn it back on");
  await expect(mara.page.getByText("Chat muted")).toBeVisible();
  await mara.page.goto("/chat");
  await expect(row(mara.page, noa).getByText("Muted")).toBeAttached();
  await expect(row(mara.page, noa)).toContainText("the sea at six");
  await sendMessages(noa, mara, ["and at seven"]);
  await expect(row(mara.page, noa)).toContainText("and at seven");
  await expect(row(mara.page, noa)).toContainText("1 unread");
  await expect(toast(mara.page, noa.username)).toHaveCount(0);
  await expect(mara.page.getByRole("link", { name: "Chat", exact: true })).toBeVisible();
  // Another page of the member, whose first snapshot names the muted chats.
  const reply = await mara.page.request.get("/api/chat/unread");
  expect(await reply.json()).toEqual({ count: 0 });
  await row(mara.page, noa).click();
  await choose(mara.page, noa, "Unmute");
  await expect(mara.page.getByText("Chat unmuted")).toBeVisible();
  // Without a new document, so that the link stays open.
  await mara.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
  await expect(mara.page.getByRole("heading", { name: "Feed" })).toBeAttached();
  await sendMessages(noa, mara, ["and at eight"]);
  await expect(toast(mara.page, noa.username)).toContainText("and at eight");
  await expect(mara.page.getByRole("link", { name: "Chat, 1 unread" })).toBeVisible();
});

test("an archived chat leaves the list in every tab, is found by a search, and comes back with a message", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  const other = await mara.page.context().newPage();
  await other.goto("/chat");
  await expect(row(other, noa)).toBeVisible();
  await openLive(mara, noa);
  await choose(mara.page, noa, "Archive");
  await expect(other.getByRole("link", { name: "Archived chats (1)" })).toBeVisible();
  await expect(row(other, noa)).toHaveCount(0);
  await other.getByLabel("Search messages").fill(noa.username);
  await expect(row(other, noa).first()).toBeVisible();
  await other.getByLabel("Search messages").fill("");
  await other.getByRole("link", { name: "Archived chats (1)" }).click();
  await expect(row(other, noa)).toBeVisible();
  await other.getByRole("link", { name: "Back to chats" }).click();
  await sendMessages(noa, mara, ["and at seven"]);
  await expect(row(other, noa)).toContainText("and at seven");
  await expect(other.getByRole("link", { name: /^Archived chats/ })).toHaveCount(0);
});

test("an archived and muted chat stays archived when a message comes", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await mark(mara, noa, "archive", { upTo: "0" });
  await mark(mara, noa, "mute", { length: "always" });
  await mara.page.goto("/chat");
  await sendMessages(noa, mara, ["the sea at six"]);
  await expect(mara.page.getByRole("link", { name: "Archived chats (1) Unread" })).toBeVisible();
  await mara.page.getByRole("link", { name: /^Archived chats/ }).click();
  await expect(row(mara.page, noa)).toContainText("1 unread");
  // Its number follows the member's reading, also behind a message of their own.
  await sendMessages(mara, noa, ["every morning"]);
  await expect(row(mara.page, noa)).toContainText("every morning");
  await row(mara.page, noa).click();
  await expect(row(mara.page, noa)).not.toContainText("unread");
  await mara.page.setViewportSize({ width: 390, height: 844 });
  await mara.page.getByRole("link", { name: "Back to messages" }).click();
  await expect(mara.page).toHaveURL("/chat?archived");
  await row(mara.page, noa).click();
  await choose(mara.page, noa, "Move out of the archive");
  await expect(toast(mara.page, "Chat moved out of the archive")).toBeVisible();
  await mara.page.goto("/chat?archived");
  await expect(mara.page.getByText("No archived chats")).toBeVisible();
});

test("the mark of a muted chat goes when its mute ends", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await mark(mara, noa, "mute", { length: "hour" });
  await mara.page.clock.install();
  await mara.page.goto("/chat");
  await expect(row(mara.page, noa)).toContainText("Muted");
  await mara.page.clock.fastForward("01:00:01");
  await expect(row(mara.page, noa)).not.toContainText("Muted");
});

test.describe("a failing request", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("the row of a chat has its menu, and a failed change says so @desktop", async ({ join }) => {
    const [mara, noa] = [await join("mara"), await join("noa")];
    await connect(mara, noa);
    await mara.page.goto("/chat");
    await expect(mara.page.getByText("Select a chat to start messaging")).toBeVisible();
    await mara.page.route("**/api/chat/connections/*/archive", (route) => route.abort());
    const button = mara.page.getByRole("button", { name: `Options of the chat with ${noa.username}` });
    await expect(async () => {
      await button.press("Enter");
      await mara.page
        .getByRole("menuitem", { name: "Archive", exact: true })
        .press("Enter", { timeout: 2000 });
    }).toPass();
    await expect(mara.page.getByText("Failed to change the chat")).toBeVisible();
    await expect(row(mara.page, noa)).toBeVisible();
  });
});

test("a forwarded message reaches up to five connections, with a text behind it, and names nobody", async ({
  join,
}) => {
  const [mara, noa, zoe] = [await join("mara"), await join("noa"), await join("zoe")];
  await connect(mara, noa);
  await connect(mara, zoe);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(zoe, mara);
  await openLive(mara, noa);
  const { page } = mara;
  const dialog = await openForward(page, noa, "the sea at six");
  await expect(dialog.getByRole("button", { name: "Forward" })).toBeDisabled();
  await dialog.getByLabel("Search connections").fill("nobody at all");
  await expect(dialog.getByText("No connections found")).toBeVisible();
  await dialog.getByLabel("Search connections").fill(zoe.username);
  await dialog.getByRole("checkbox", { name: new RegExp(zoe.username) }).check();
  await expect(dialog.getByText("1 of at most 5 chosen")).toBeVisible();
  // Enter in the search sends nothing.
  await dialog.getByLabel("Search connections").press("Enter");
  await dialog.getByLabel("Message (optional)").fill("look at this");
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(page.getByText("Message forwarded", { exact: true })).toBeVisible();
  const log = messageLog(zoe.page, mara);
  await expect(log.getByText("Forwarded", { exact: true })).toBeVisible();
  await expect(log).toContainText("the sea at six");
  await expect(log).toContainText("look at this");
  await expect(log).not.toContainText(noa.username);
});

test("a message that is deleted while its dialog is open is not forwarded, which a toast says", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six", "and at seven"]);
  await openLive(mara, noa);
  const { page } = mara;
  const dialog = await openForward(page, noa, "the sea at six");
  await dialog.getByRole("checkbox", { name: new RegExp(noa.username) }).check();
  await deleteNewest(noa, mara);
  await expect(messageLog(page, noa).getByText("and at seven")).toHaveCount(0);
  await expect(dialog.getByText("1 of at most 5 chosen")).toBeVisible();
  await deleteNewest(noa, mara);
  await expect(toast(page, "Message not forwarded")).toContainText(
    "The message was deleted, so it cannot be forwarded.",
  );
  await expect(dialog).toBeHidden();
  await expect(toast(page, "Message not forwarded")).toHaveCount(1);
});

test("a member who hides typing and read marks shows neither, and sees neither", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await mara.page.goto("/settings");
  for (const [label, form] of [
    ["Show when I am typing", "typing"],
    ["Show when I have read messages", "read-marks"],
  ] as const) {
    await expect(mara.page.getByLabel(label)).toBeChecked();
    await mara.page.getByLabel(label).uncheck();
    await mara.page.locator(`button[value=${form}]`).click();
    await expect(mara.page.getByText("Settings saved").first()).toBeVisible();
    await mara.page.reload();
    await expect(mara.page.getByLabel(label)).not.toBeChecked();
  }
  await openLive(noa, mara);
  await typeAndSend(noa.page, "the sea at six");
  await openLive(mara, noa);
  await expect(messageLog(mara.page, noa)).toContainText("the sea at six");
  await expect
    .poll(async () => (await mara.page.request.get("/api/chat/unread")).json())
    .toEqual({ count: 0 });
  await messageField(mara.page).fill("I am typing");
  await typeAndSend(mara.page, "and at seven");
  await expect(messageLog(noa.page, mara)).toContainText("and at seven");
  await expect(messageLog(noa.page, mara).getByText("Sent", { exact: true })).toBeVisible();
  await expect(messageLog(noa.page, mara).getByText("Read", { exact: true })).toHaveCount(0);
  await expect(noa.page.getByText(`${mara.username} is typing…`)).toHaveCount(0);
  await noa.page.reload();
  await expect(messageLog(noa.page, mara).getByText("Sent", { exact: true })).toBeVisible();
  await expect(messageLog(mara.page, noa).getByText("Sent", { exact: true })).toBeVisible();
});
