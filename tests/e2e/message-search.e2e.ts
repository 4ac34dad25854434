import { expectAccessible } from "./axe";
import { messageField, messageLog, sendMessages } from "./chat";
import { connect, idOf } from "./fixtures";
import { expect, test } from "./test";

// Chromium logs the request that fails as an error.
test.use({ allowedErrors: [/ERR_FAILED/] });

test("the searches of the list and of a conversation, and a quote, lead to messages, also to one that is not loaded", async ({
  join,
  signIn,
}) => {
  const [mara, ken] = [await join(), await signIn()];
  await connect(mara, ken);
  const { page } = mara;
  await sendMessages(ken, mara, ["The café at the old pier"]);
  const [original] = await (await page.request.get(`/api/chat/messages/${await idOf(ken)}`)).json();
  // One page has 50 messages.
  const evenings = Array.from({ length: 50 }, (_, nth) => `Evening ${nth}`);
  await sendMessages(mara, ken, [...evenings, "Lanterns at midnight"]);
  const reply = { content: "Which one was it?", clientId: crypto.randomUUID(), replyTo: original.id };
  const replied = await page.request.post(`/api/chat/messages/${await idOf(ken)}`, { data: reply });
  expect(replied.status()).toBe(201);
  const log = messageLog(page, ken);
  // The reply to it has its text too.
  const found = log
    .getByRole("listitem")
    .filter({ hasText: "The café at the old pier", hasNotText: "Which one was it?" });

  await test.step("the list's search leads to a message, and so does its address", async () => {
    await page.goto("/chat");
    const field = page.getByRole("searchbox", { name: "Search messages" });
    await field.fill("qqzzqq");
    await expect(page.getByText("No messages found")).toBeVisible();
    await field.fill("lantern");
    const hits = page.getByRole("region", { name: "In messages" });
    await hits.getByRole("link", { name: /Lanterns at midnight/ }).click();
    await expect(log.getByText("Lanterns at midnight")).toBeInViewport();
    await expect(log.getByText("Evening 0", { exact: true })).toHaveCount(0);
  });

  await test.step("a press on a quote shows its original", async () => {
    const answer = log.getByRole("listitem").filter({ hasText: "Which one was it?" });
    await answer.getByRole("button", { name: /In reply to/ }).click();
    await expect(found).toBeFocused();
    await page.reload();
    await expect(log.getByText("Lanterns at midnight")).toBeInViewport();
    await expect(log.getByText("Evening 0", { exact: true })).toHaveCount(0);
  });

  const button = page.getByRole("button", { name: "Search in conversation" });
  const field = page.getByRole("searchbox", { name: "Search in conversation" });
  await test.step("a search in the conversation that fails says so, and Retry repeats it", async () => {
    await button.click();
    await expect(field).toBeFocused();
    await page.route("**/api/chat/messages/*/search**", (route) => route.abort());
    await page.keyboard.type("CAFE pi");
    const failed = page.getByText("An error occurred while searching. Please try again.");
    await expect(failed).toBeVisible();
    await page.unroute("**/api/chat/messages/*/search**");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(failed).toHaveCount(0);
  });

  await test.step("it leads to the message by keyboard", async () => {
    const search = page.getByRole("search").filter({ has: field });
    const hit = search.getByRole("link", { name: /The café at the old pier/ });
    await expect(hit).toBeVisible();
    await expectAccessible(page, "the search in a conversation");
    await hit.press("Enter");
    await expect(found).toBeInViewport();
    await expect(page).toHaveURL(/[?&]message=\d+/);
    await field.press("Escape");
    await expect(field).toHaveCount(0);
    await expect(button).toBeFocused();
    await expect(messageField(page)).toBeVisible();
  });
});
