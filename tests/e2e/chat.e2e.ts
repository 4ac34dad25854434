import { markConversationRead, messageField, messageLog, openChat, sendMessages, typeAndSend } from "./chat";
import { connect, idOf, photoFile } from "./fixtures";
import { expect, test, toast } from "./test";

test("messages, typing indicator, read marks and deletions reach the other member live", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await openChat(mara, noa);
  await openChat(noa, mara);
  await expect(mara.page.getByText(`Start a conversation with ${noa.username}`)).toBeVisible();
  await expect(mara.page.getByText("Active now")).toBeVisible();
  await noa.page.getByPlaceholder("Message...").pressSequentially("So");
  await expect(mara.page.getByText(`${noa.username} is typing…`)).toBeVisible();
  const setVisibility = (state: string) =>
    noa.page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  await typeAndSend(mara.page, "Look: https://example.com/a.");
  await expect(
    messageLog(noa.page, mara).getByRole("link", { name: "https://example.com/a", exact: true }),
  ).toBeVisible();
  expect(await (await noa.page.request.get("/api/chat/unread")).json()).toEqual({ count: 1 });
  await expect(messageLog(mara.page, noa).getByText("Sent", { exact: true })).toBeVisible();
  await setVisibility("visible");
  await expect(messageLog(mara.page, noa).getByText("Read", { exact: true })).toBeVisible();
  await expect(mara.page.getByText(`${noa.username} is typing…`)).toHaveCount(0);
  await messageLog(mara.page, noa).getByRole("button", { name: "Message options" }).press("Enter");
  await mara.page.getByRole("menuitem", { name: "Delete message" }).press("Enter");
  await mara.page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(noa.page.getByText(`Start a conversation with ${mara.username}`)).toBeVisible();
});

test("every message that is not read shows Sent, and the last read one shows Read @desktop", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await sendMessages(mara, noa, ["one", "two"]);
  await markConversationRead(noa, mara);
  await sendMessages(mara, noa, ["three", "four"]);
  await openChat(mara, noa);
  const row = (text: string) => messageLog(mara.page, noa).getByRole("listitem").filter({ hasText: text });
  await expect(row("two")).toContainText("Read");
  await expect(row("one")).not.toContainText(/Read|Sent/);
  for (const text of ["three", "four"]) await expect(row(text)).toContainText("Sent");
});

test("an open conversation stays open, with its focus, when the connection ends and begins again @desktop", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await openChat(mara, noa);
  const row = page.getByRole("region", { name: "Messages", exact: true }).getByText(noa.fullName);
  await expect(row).toBeVisible();
  await expect(page.getByText("Offline")).toBeVisible();
  await messageField(page).pressSequentially("Half a sen");
  const ended = await noa.page.request.delete(`/api/connections/${await idOf(mara)}`);
  expect(ended.status()).toBe(200);
  await expect(row).toHaveCount(0);
  await expect(messageField(page)).toBeFocused();
  await connect(mara, noa);
  await expect(row).toBeVisible();
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type("tence");
  await page.keyboard.press("Enter");
  await expect(messageLog(page, noa).getByText("Half a sentence")).toBeVisible();
  await expect(messageLog(page, noa).getByText("Sent", { exact: true })).toBeVisible();
});

test("a message over the limit shows an error and stays in the field in full", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await openChat(mara, noa);
  await typeAndSend(mara.page, "🌅".repeat(5001));
  await expect(toast(mara.page, "Message too long")).toContainText("longer than 5000 characters");
  await expect(messageField(mara.page)).toHaveValue("🌅".repeat(5001));
  await typeAndSend(mara.page, "🌅".repeat(5000));
  await expect(messageLog(mara.page, noa).getByText("Sent", { exact: true })).toBeVisible();
  await expect(messageField(mara.page)).toHaveValue("");
});

test("an incoming message on another page shows a toast and the unread count; the chat list links to it", async ({
  join,
  isMobile,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await mara.page.goto("/chat");
  await expect(mara.page.getByRole("heading", { name: "No Conversations" })).toBeVisible();
  await expect(mara.page.getByText("Connect with people to start messaging")).toBeVisible();
  const unopened = mara.page.getByRole("heading", { name: "Your Messages" });
  await expect(unopened).toBeVisible({ visible: !isMobile });
  await expect(mara.page.getByText("Select a chat to start messaging")).toBeVisible({ visible: !isMobile });
  await connect(mara, noa);
  await mara.page.goto("/chat");
  await expect(mara.page.getByText("No conversations yet")).toBeVisible();
  await mara.page.goto("/feed");
  await expect(mara.page.getByRole("heading", { name: "Feed" })).toBeAttached();
  await openChat(noa, mara);
  await typeAndSend(noa.page, "This one is longer than thirty characters");
  await expect(toast(mara.page, noa.username)).toContainText("This one is longer than thirty…");
  await expect(mara.page).toHaveTitle(/^\(\d\) /);
  await expect(mara.page.getByRole("link", { name: "Chat, 1 unread" })).toBeVisible();
  await mara.page.goto("/chat");
  await mara.page.getByPlaceholder("Search messages").fill("zzzz");
  await expect(mara.page.getByText("No messages found")).toBeVisible();
  await mara.page.getByPlaceholder("Search messages").fill("noa");
  await mara.page.getByRole("link", { name: /noa Tester.*This one is longer/ }).click();
  await expect(
    messageLog(mara.page, noa).getByText("This one is longer than thirty characters"),
  ).toBeVisible();
  await expect(messageLog(noa.page, mara).getByText("Read", { exact: true })).toBeVisible();
  for (const call of ["Voice call", "Video call"]) {
    await mara.page.getByRole("button", { name: call }).click();
    await expect(toast(mara.page, "Feature coming soon")).toBeVisible();
    await mara.page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(mara.page, "Feature coming soon")).toBeHidden();
  }
  await expect(mara.page.getByText("Active now")).toBeVisible();
  await noa.page.goto("about:blank");
  await expect(mara.page.getByText("Offline", { exact: true })).toBeVisible();
});

test("chat list and conversation are side by side from 768 px, in a panel 600 px high @desktop", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await openChat(mara, noa);
  const list = page.getByRole("region", { name: "Messages", exact: true });
  const conversation = page.getByRole("region", { name: `Conversation with ${noa.username}` });
  const back = page.getByRole("link", { name: "Back to messages" });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(list).toBeVisible();
  await expect(conversation).toBeVisible();
  await expect(back).toBeHidden();
  // The panel has a border of one pixel at its top and bottom.
  expect((await conversation.boundingBox())?.height).toBe(600 - 2);
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(list).toBeHidden();
  await expect(conversation).toBeVisible();
  await back.click();
  await expect(list).toBeVisible();
  await expect(conversation).toBeHidden();
});

test.describe("without a network", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket/] });

  test("queued messages survive a reload and are sent once, in order", async ({ join }) => {
    const [mara, noa] = [await join("mara"), await join("noa")];
    await connect(mara, noa);
    await openChat(noa, mara);
    await openChat(mara, noa);
    await expect(mara.page.getByText("Active now")).toBeVisible();
    await mara.page.context().setOffline(true);
    await expect(mara.page.getByText("The connection is lost. Trying again…")).toBeVisible();
    await typeAndSend(mara.page, "one");
    await mara.page.getByLabel("Attach a file").setInputFiles(await photoFile());
    for (const text of ["two", "three"]) await typeAndSend(mara.page, text);
    await expect(toast(mara.page, "Connection error")).toContainText("Not connected to chat server");
    await expect(messageLog(mara.page, noa).getByText("Sending")).toHaveCount(3);
    await mara.page.context().setOffline(false);
    await mara.page.reload();
    await expect(
      messageLog(noa.page, mara)
        .locator("p")
        .filter({ hasText: /^(one|two|three)$/ }),
    ).toHaveText(["one", "two", "three"]);
    await expect(messageLog(noa.page, mara).getByRole("img", { name: "small.jpg" })).toBeVisible();
    await expect(messageLog(mara.page, noa).getByText("Sending")).toHaveCount(0);
  });
});

test("a file shows a preview before sending and a download link to the recipient", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await openChat(mara, noa);
  await openChat(noa, mara);
  const input = mara.page.locator('input[type="file"]');
  await input.setInputFiles({
    name: "big.txt",
    mimeType: "text/plain",
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1, "a"),
  });
  await expect(toast(mara.page, "File too large")).toContainText("Please select a file smaller than 5MB");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
  await expect(mara.page.getByText("notes.txt")).toBeVisible();
  await mara.page.getByRole("button", { name: "Send" }).click();
  await expect(messageLog(noa.page, mara).getByRole("link", { name: /Attachment notes\.txt/ })).toBeVisible();
  await mara.page.getByRole("button", { name: "Add an attachment" }).click();
  await mara.page.getByRole("menuitem", { name: "Share Post" }).click();
  await expect(toast(mara.page, "Post sharing coming soon!")).toBeVisible();
});
