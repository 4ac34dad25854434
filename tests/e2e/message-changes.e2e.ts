import type { Page } from "@playwright/test";
import { deleteNewest, messageField, messageLog, openLive, sendMessages, typeAndSend } from "./chat";
import { connect, idOf } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

const row = (page: Page, other: Member, text: string) =>
  messageLog(page, other).getByRole("listitem").filter({ hasText: text });

/** Opens the menu of a message by keyboard. */
async function openMenu(page: Page, other: Member, text: string): Promise<void> {
  await row(page, other, text)
    .getByRole("button", { name: /^(Message options|Options of this message)$/ })
    .press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
}

async function choose(page: Page, other: Member, text: string, item: string): Promise<void> {
  await openMenu(page, other, text);
  await page.getByRole("menuitem", { name: item }).press("Enter");
}

test("reactions reach both members live, say who reacted, and a second press takes one back", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  await openLive(noa, mara);
  await openMenu(mara.page, noa, "the sea at six");
  await mara.page.getByRole("menuitemcheckbox", { name: "❤️" }).press("Enter");
  const heart = (page: Page, names: string) =>
    page.getByRole("button", { name: `❤️ from ${names}`, exact: true });
  await expect(heart(mara.page, "you")).toHaveAttribute("aria-pressed", "true");
  await expect(heart(noa.page, mara.username)).toHaveAttribute("aria-pressed", "false");
  await heart(noa.page, mara.username).click();
  await expect(heart(noa.page, `${mara.username} and you`)).toBeVisible();
  await expect(heart(mara.page, `${noa.username} and you`)).toBeVisible();
  await openMenu(mara.page, noa, "the sea at six");
  await expect(mara.page.getByRole("menuitemcheckbox", { name: "❤️" })).toHaveAttribute(
    "aria-checked",
    "true",
  );
  await mara.page.getByRole("menuitemcheckbox", { name: "❤️" }).press("Enter");
  await expect(heart(noa.page, "you")).toBeVisible();
  await noa.page.reload();
  await expect(heart(noa.page, "you")).toBeVisible();
});

test("any emoji can be a reaction; other text is refused @desktop", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  const { page } = mara;
  await choose(page, noa, "the sea at six", "Other reaction");
  const field = page.getByLabel("Your emoji");
  await field.fill("nice");
  await field.press("Enter");
  await expect(page.getByText("Please choose one emoji")).toBeVisible();
  await field.fill("🐙");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "🐙 from you" })).toBeVisible();
  await choose(page, noa, "the sea at six", "Other reaction");
  await page.getByRole("dialog").getByRole("button", { name: "🎉" }).click();
  await expect(page.getByRole("button", { name: "🎉 from you" })).toBeVisible();
  await expect(page.getByRole("button", { name: "🐙 from you" })).toHaveCount(0);
});

test("a reply quotes its original, and a press on the quote shows it, also when it has to be loaded", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the very first", "the second"]);
  await openLive(mara, noa);
  await choose(mara.page, noa, "the very first", "Reply");
  await expect(mara.page.getByText(`Reply to ${noa.username}`, { exact: true })).toBeVisible();
  await expect(messageField(mara.page)).toBeFocused();
  await typeAndSend(mara.page, "which one was it?");
  await expect(mara.page.getByText(`Reply to ${noa.username}`, { exact: true })).toHaveCount(0);
  await expect(row(mara.page, noa, "which one was it?").getByText("Sent", { exact: true })).toBeVisible();
  await sendMessages(
    noa,
    mara,
    Array.from({ length: 60 }, (_, at) => `later ${at}.`),
  );
  await openLive(noa, mara);
  await expect(row(noa.page, mara, "later 59.")).toBeVisible();
  await expect(row(noa.page, mara, "the second")).toHaveCount(0);
  const reply = row(noa.page, mara, "which one was it?");
  // The newest page has 50 messages; scrolling loads the one with the reply.
  await messageLog(noa.page, mara).focus();
  await expect(async () => {
    await noa.page.keyboard.press("Home");
    await expect(reply).toBeVisible({ timeout: 500 });
  }).toPass();
  await reply.getByRole("button", { name: /In reply to/ }).click();
  await expect(row(noa.page, mara, "the very first").first()).toBeFocused();
});

test("the quote of a deleted message says so, live and after a reload @desktop", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  await choose(mara.page, noa, "the sea at six", "Reply");
  await expect(mara.page.getByText(`Reply to ${noa.username}`, { exact: true })).toBeVisible();
  await typeAndSend(mara.page, "lovely");
  await openLive(noa, mara);
  await expect(row(noa.page, mara, "lovely")).toBeVisible();
  const original = noa.page.locator("li[id^=message-]").first();
  await original.getByRole("button", { name: "Message options" }).press("Enter");
  await noa.page.getByRole("menuitem", { name: "Delete message" }).press("Enter");
  await noa.page.getByRole("button", { name: "Delete", exact: true }).click();
  for (const [page, other] of [
    [mara.page, noa],
    [noa.page, mara],
  ] as const) {
    await expect(row(page, other, "lovely").getByText("This message was deleted")).toBeVisible();
    await page.reload();
    await expect(row(page, other, "lovely").getByText("This message was deleted")).toBeVisible();
  }
});

test("an own message can be edited; the other member sees it live, and the draft of a new message stays", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(mara, noa, ["teh sea at six"]);
  await openLive(noa, mara);
  await openLive(mara, noa);
  const { page } = mara;
  await messageField(page).fill("half a sentence");
  await choose(page, noa, "teh sea at six", "Edit message");
  await expect(messageField(page)).toHaveValue("teh sea at six");
  await messageField(page).press("Escape");
  await expect(messageField(page)).toHaveValue("half a sentence");
  await choose(page, noa, "teh sea at six", "Edit message");
  await expect(messageField(page)).toHaveValue("teh sea at six");
  await typeAndSend(page, "the sea at six");
  await expect(messageField(page)).toHaveValue("half a sentence");
  for (const [one, other] of [
    [page, noa],
    [noa.page, mara],
  ] as const) {
    await expect(row(one, other, "the sea at six").getByText("Edited")).toBeVisible();
    await expect(row(one, other, "teh sea at six")).toHaveCount(0);
  }
});

test("an edit or a reply ends when its message is deleted, and what was typed stays", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(mara, noa, ["teh sea at six", "and at seven"]);
  await openLive(mara, noa);
  const { page } = mara;
  await choose(page, noa, "and at seven", "Reply");
  await messageField(page).fill("I will be there");
  await deleteNewest(mara, noa);
  await expect(toast(page, "Reply ended")).toContainText("This message was deleted.");
  await expect(page.getByRole("button", { name: "Cancel reply" })).toBeHidden();
  await expect(messageField(page)).toHaveValue("I will be there");
  await messageField(page).fill("");
  await choose(page, noa, "teh sea at six", "Edit message");
  await messageField(page).fill("the sea at six");
  await deleteNewest(mara, noa);
  await expect(toast(page, "Message not edited")).toContainText("This message was deleted.");
  await expect(page.getByRole("button", { name: "Cancel edit" })).toBeHidden();
  await expect(messageField(page)).toHaveValue("the sea at six");
  await messageField(page).press("Enter");
  await expect(row(page, noa, "the sea at six")).toHaveCount(1);
});

test.describe("without a connection", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("a reaction and an edit are kept over a reload, and sent when it returns @desktop", async ({
    join,
  }) => {
    const [mara, noa] = [await join("mara"), await join("noa")];
    await connect(mara, noa);
    await sendMessages(mara, noa, ["teh sea at six"]);
    await openLive(mara, noa);
    const { page } = mara;
    // The menu's code is there when the connection is lost.
    await openMenu(page, noa, "teh sea at six");
    await page.keyboard.press("Escape");
    await page.route("**/api/chat/message/**", (route) => route.abort());
    await openMenu(page, noa, "teh sea at six");
    await page.getByRole("menuitemcheckbox", { name: "👍" }).press("Enter");
    await choose(page, noa, "teh sea at six", "Edit message");
    await expect(messageField(page)).toHaveValue("teh sea at six");
    await typeAndSend(page, "the sea at six");
    await expect(row(page, noa, "the sea at six").getByText("Sending")).toBeVisible();
    await page.reload();
    await expect(row(page, noa, "the sea at six").getByText("Sending")).toBeVisible();
    await expect(page.getByRole("button", { name: "👍 from you" })).toBeVisible();
    await page.unroute("**/api/chat/message/**");
    await page.reload();
    const stored = async () => {
      const reply = await noa.page.request.get(`/api/chat/messages/${await idOf(mara)}`);
      return (await reply.json()).map(
        ({ content, reactions }: { content: string; reactions?: unknown[] }) => [content, reactions?.length],
      );
    };
    await expect.poll(stored).toEqual([["the sea at six", 1]]);
    await expect(row(page, noa, "the sea at six").getByText("Edited")).toBeVisible();
  });
});
