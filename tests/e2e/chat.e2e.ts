import { messageField, messageLog, openChat, storedMessages, typeAndSend } from "./chat";
import { connect, idOf, photoFile } from "./fixtures";
import { expect, pressItem, test, toast } from "./test";

test("messages, typing indicator, read marks and deletions reach the other member live, and a file is a link @desktop", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await openChat(mara, noa);
  await openChat(noa, mara);
  const { page } = mara;
  const [hers, his] = [messageLog(page, noa), messageLog(noa.page, mara)];
  const row = (text: string) => hers.getByRole("listitem").filter({ hasText: text });
  await expect(page.getByText(`Start a conversation with ${noa.username}`)).toBeVisible();
  await expect(page.getByText("Active now")).toBeVisible();
  await noa.page.getByPlaceholder("Message...").pressSequentially("So");
  await expect(page.getByText(`${noa.username} is typing…`)).toBeVisible();
  const setVisibility = (state: string) =>
    noa.page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);

  await test.step("the last message of a group shows whether it was sent or read", async () => {
    await typeAndSend(page, "Look: https://example.com/a.");
    await expect(his.getByRole("link", { name: "https://example.com/a", exact: true })).toBeVisible();
    await expect(row("Look")).toContainText("Read");
    await setVisibility("hidden");
    for (const text of ["two", "three"]) await typeAndSend(page, text);
    await expect(row("three")).toContainText("Sent");
    for (const text of ["Look", "two"]) await expect(row(text)).not.toContainText(/Read|Sent|Sending/);
    expect(await (await noa.page.request.get("/api/chat/unread")).json()).toEqual({ count: 2 });
    await setVisibility("visible");
    await expect(row("three")).toContainText("Read");
    await expect(page.getByText(`${noa.username} is typing…`)).toHaveCount(0);
  });

  await test.step("a deletion", async () => {
    await row("three").getByRole("button", { name: "Message options" }).press("Enter");
    await pressItem(page.getByRole("menuitem", { name: "Delete message" }));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(his.getByText("three")).toHaveCount(0);
  });

  await test.step("a message over the limit stays in the field in full", async () => {
    await typeAndSend(page, "🌅".repeat(5001));
    await expect(toast(page, "Message too long")).toContainText("longer than 5000 characters");
    await expect(messageField(page)).toHaveValue("🌅".repeat(5001));
    await messageField(page).fill("");
  });

  await test.step("a file shows a preview before sending and a download link to the recipient", async () => {
    const input = page.locator('input[type="file"]');
    const [mimeType, tooLarge] = ["text/plain", Buffer.alloc(5 * 1024 * 1024 + 1, "a")];
    await input.setInputFiles({ name: "big.txt", mimeType, buffer: tooLarge });
    await expect(toast(page, "File too large")).toContainText("Please select a file smaller than 5MB");
    await input.setInputFiles({ name: "notes.txt", mimeType, buffer: Buffer.from("notes") });
    await expect(page.getByText("notes.txt")).toBeVisible();
    await page.getByRole("button", { name: "Send" }).click();
    await expect(his.getByRole("link", { name: /Attachment notes\.txt/ })).toBeVisible();
    await page.getByRole("button", { name: "Add an attachment" }).click();
    await page.getByRole("menuitem", { name: "Share Post" }).click();
    await expect(toast(page, "Post sharing coming soon!")).toBeVisible();
  });
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

test.describe("a conversation", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket/] });

  test("stays open when the connection ends, is beside the list from 768 px, and queues messages without a network @desktop", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    const { page } = mara;
    await connect(mara, noa);
    await openChat(mara, noa);
    const list = page.getByRole("region", { name: "Messages", exact: true });
    const log = messageLog(page, noa);
    const row = list.getByText(noa.fullName);

    await test.step("stays open, with its focus, when the connection ends and begins again", async () => {
      await expect(row).toBeVisible();
      await expect(page.getByText("Offline")).toBeVisible();
      await messageField(page).pressSequentially("Half a sen");
      const ended = await noa.request.delete(`/api/connections/${await idOf(mara)}`);
      expect(ended.status()).toBe(200);
      await expect(row).toHaveCount(0);
      await expect(messageField(page)).toBeFocused();
      await connect(mara, noa);
      await expect(row).toBeVisible();
      await expect(messageField(page)).toBeFocused();
      await page.keyboard.type("tence");
      await page.keyboard.press("Enter");
      await expect(log.getByText("Half a sentence")).toBeVisible();
      await expect(log.getByText("Sent", { exact: true })).toBeVisible();
    });

    await test.step("is beside the list from 768 px, in a panel 600 px high", async () => {
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
      await expect(back).toBeVisible();
    });

    await test.step("queued messages survive a reload and are sent once, in order", async () => {
      await page.context().setOffline(true);
      await expect(page.getByText("The connection is lost. Trying again…")).toBeVisible();
      await typeAndSend(page, "one");
      await page.getByLabel("Attach a file").setInputFiles(await photoFile());
      for (const text of ["two", "three"]) await typeAndSend(page, text);
      await expect(toast(page, "Connection error")).toContainText("Not connected to chat server");
      // One status for the group.
      await expect(log.getByText("Sending")).toHaveCount(1);
      await expect.poll(() => storedMessages(page)).toBe(3);
      await page.context().setOffline(false);
      await page.reload();
      const path = `/api/chat/messages/${await idOf(mara)}`;
      const texts = async () => {
        const messages: { content: string }[] = await (await noa.request.get(path)).json();
        return messages.map(({ content }) => content).reverse();
      };
      await expect.poll(texts).toEqual(["Half a sentence", "one", "two", "three"]);
      await expect(log.getByRole("img", { name: "small.jpg" })).toBeVisible();
      await expect(log.getByText("Sending")).toHaveCount(0);
    });
  });
});
