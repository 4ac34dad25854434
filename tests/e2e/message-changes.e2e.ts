import type { Page } from "@playwright/test";
import { messageField, messageLog, openLive, sendMessages, typeAndSend } from "./chat";
import { connect, idOf } from "./fixtures";
import { expect, pressItem, type Session, test, toast } from "./test";

const row = (page: Page, other: Session, text: string) =>
  messageLog(page, other).getByRole("listitem").filter({ hasText: text });

const options = (page: Page, other: Session, text: string) =>
  row(page, other, text).getByRole("button", { name: /^(Message options|Options of this message)$/ });

/** Opens the menu of a message by keyboard. */
async function openMenu(page: Page, other: Session, text: string): Promise<void> {
  await options(page, other, text).press("Enter");
  await expect(page.locator("[role=menu]:focus-within")).toBeVisible();
}

async function choose(page: Page, other: Session, text: string, item: string): Promise<void> {
  await openMenu(page, other, text);
  await pressItem(page.getByRole("menuitem", { name: item }));
}

/** Returns the id of the message with this text, of the newest 50 between the two. */
async function findMessage(member: Session, other: Session, text: string): Promise<string> {
  const reply = await member.request.get(`/api/chat/messages/${await idOf(other)}`);
  const messages: { id: string; content: string }[] = await reply.json();
  const found = messages.find(({ content }) => content === text);
  expect(found, text).toBeDefined();
  return found?.id ?? "";
}

/** Deletes the member's message with this text, over the API. */
async function deleteMessage(member: Session, other: Session, text: string): Promise<void> {
  const id = await findMessage(member, other, text);
  expect((await member.request.delete(`/api/chat/message/${id}`)).status()).toBe(204);
}

test("a member reacts to, answers, reports and edits messages; an answer and an edit end when their message is deleted @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  await connect(mara, noa);
  await sendMessages(mara, noa, ["teh sea at seven", "and at eight"]);
  await sendMessages(noa, mara, ["the sea at six"]);
  await openLive(mara, noa);
  const { page } = mara;
  const field = messageField(page);

  await test.step("a reaction is chosen in the menu, and a second press takes it back", async () => {
    const heart = page.getByRole("menuitemcheckbox", { name: "❤️" });
    const mine = page.getByRole("button", { name: "❤️ from you", exact: true });
    await openMenu(page, noa, "the sea at six");
    await pressItem(heart);
    await expect(mine).toHaveAttribute("aria-pressed", "true");
    await openMenu(page, noa, "the sea at six");
    await expect(heart).toHaveAttribute("aria-checked", "true");
    await pressItem(heart);
    await expect(mine).toHaveCount(0);
  });

  await test.step("any emoji can be one, and another text is refused", async () => {
    await choose(page, noa, "the sea at six", "Other reaction");
    const emoji = page.getByLabel("Your emoji");
    await emoji.fill("nice");
    await emoji.press("Enter");
    await expect(page.getByText("Please choose one emoji")).toBeVisible();
    await emoji.fill("🐙");
    await emoji.press("Enter");
    await expect(page.getByRole("button", { name: "🐙 from you" })).toBeVisible();
    await choose(page, noa, "the sea at six", "Other reaction");
    await page.getByRole("dialog").getByRole("button", { name: "🎉" }).click();
    await expect(page.getByRole("button", { name: "🎉 from you" })).toBeVisible();
    await expect(page.getByRole("button", { name: "🐙 from you" })).toHaveCount(0);
  });

  await test.step("a message is reported", async () => {
    await choose(page, noa, "the sea at six", "Report message");
    const report = page.getByRole("dialog", { name: "Report this message" });
    await report.getByLabel("Spam or a scam").check();
    await report.getByRole("button", { name: "Send report" }).click();
    await expect(toast(page, "Report sent")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
  });

  await test.step("a reply quotes its original, and says when it is deleted", async () => {
    await choose(page, noa, "the sea at six", "Reply");
    await expect(page.getByText(`Reply to ${noa.username}`, { exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await typeAndSend(page, "lovely");
    await expect(page.getByText(`Reply to ${noa.username}`, { exact: true })).toHaveCount(0);
    const reply = row(page, noa, "lovely");
    await expect(reply.getByText("Sent", { exact: true })).toBeVisible();
    await expect(reply.getByRole("button", { name: /In reply to .*the sea at six/ })).toBeVisible();
    await deleteMessage(noa, mara, "the sea at six");
    await expect(reply.getByText("This message was deleted")).toBeVisible();
  });

  await test.step("an own message can be edited, and the draft of a new message stays", async () => {
    await field.fill("half a sentence");
    await choose(page, noa, "teh sea at seven", "Edit message");
    await expect(field).toHaveValue("teh sea at seven");
    await field.press("Escape");
    await expect(field).toHaveValue("half a sentence");
    await choose(page, noa, "teh sea at seven", "Edit message");
    await expect(field).toHaveValue("teh sea at seven");
    await typeAndSend(page, "the sea at seven");
    await expect(field).toHaveValue("half a sentence");
    await expect(row(page, noa, "the sea at seven").getByText("Edited")).toBeVisible();
    await expect(row(page, noa, "teh sea at seven")).toHaveCount(0);
  });

  await test.step("a reply ends with its message, and what was typed stays", async () => {
    await choose(page, noa, "and at eight", "Reply");
    await field.fill("I will be there");
    await deleteMessage(mara, noa, "and at eight");
    await expect(toast(page, "Reply ended")).toContainText("This message was deleted.");
    await expect(page.getByRole("button", { name: "Cancel reply" })).toBeHidden();
    await expect(field).toHaveValue("I will be there");
    await field.fill("");
  });

  await test.step("an edit ends with its message, and what was typed becomes a message", async () => {
    await choose(page, noa, "the sea at seven", "Edit message");
    await field.fill("the sea at nine");
    await deleteMessage(mara, noa, "the sea at seven");
    await expect(toast(page, "Message not edited")).toContainText("This message was deleted.");
    await expect(page.getByRole("button", { name: "Cancel edit" })).toBeHidden();
    await expect(field).toHaveValue("the sea at nine");
    await field.press("Enter");
    await expect(row(page, noa, "the sea at nine")).toHaveCount(1);
  });
});

test.describe("without a connection", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("a reaction and an edit are kept over a reload, and sent when it returns @desktop @all", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    await connect(mara, noa);
    await sendMessages(mara, noa, ["teh sea at six"]);
    await openLive(mara, noa);
    const { page } = mara;
    const thumb = page.getByRole("button", { name: "👍 from you" });
    // The menu's code is there when the connection is lost.
    await openMenu(page, noa, "teh sea at six");
    await page.keyboard.press("Escape");
    // A menu that closes gives the focus back a moment later, and would take it from one that has opened meanwhile.
    await expect(options(page, noa, "teh sea at six")).toBeFocused();
    await page.route("**/api/chat/message/**", (route) => route.abort());
    await openMenu(page, noa, "teh sea at six");
    await pressItem(page.getByRole("menuitemcheckbox", { name: "👍" }));
    await expect(thumb).toBeVisible();
    await choose(page, noa, "teh sea at six", "Edit message");
    await expect(messageField(page)).toHaveValue("teh sea at six");
    await typeAndSend(page, "the sea at six");
    await expect(row(page, noa, "the sea at six").getByText("Sending")).toBeVisible();
    await page.reload();
    await expect(row(page, noa, "the sea at six").getByText("Sending")).toBeVisible();
    await expect(thumb).toBeVisible();
    await page.unroute("**/api/chat/message/**");
    await page.reload();
    const stored = async () => {
      const reply = await noa.request.get(`/api/chat/messages/${await idOf(mara)}`);
      return (await reply.json()).map(
        ({ content, reactions }: { content: string; reactions?: unknown[] }) => [content, reactions?.length],
      );
    };
    await expect.poll(stored).toEqual([["the sea at six", 1]]);
    await expect(row(page, noa, "the sea at six").getByText("Edited")).toBeVisible();
  });
});
