import { expectAccessible } from "./axe";
import { messageField, messageLog, openChat, sendMessages } from "./chat";
import { connect } from "./fixtures";
import { expect, test } from "./test";

test("a search in a conversation leads to a message that is not loaded, by keyboard too", async ({
  join,
}) => {
  const [mara, ken] = [await join(), await join()];
  await connect(mara, ken);
  const { page } = mara;
  await sendMessages(ken, mara, ["The café at the old pier"]);
  await sendMessages(
    mara,
    ken,
    Array.from({ length: 60 }, (_, nth) => `Evening ${nth}`),
  );
  await openChat(mara, ken);
  const log = messageLog(page, ken);
  await expect(log.getByText("Evening 59", { exact: true })).toBeVisible();
  await expect(log.getByText("The café at the old pier")).toHaveCount(0);

  const button = page.getByRole("button", { name: "Search in conversation" });
  await button.click();
  const field = page.getByRole("searchbox", { name: "Search in conversation" });
  await expect(field).toBeFocused();
  await page.keyboard.type("zebra");
  const search = page.getByRole("search").filter({ has: field });
  await expect(search.getByRole("status")).toHaveText("No messages found");
  await field.fill("CAFE pi");
  const hit = search.getByRole("link", { name: /The café at the old pier/ });
  await expect(hit).toBeVisible();
  await expectAccessible(page, "the search in a conversation");
  await hit.press("Enter");
  const found = log.getByText("The café at the old pier");
  await expect(found).toBeInViewport();
  await expect(page).toHaveURL(/[?&]message=\d+/);

  await field.press("Escape");
  await expect(field).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(messageField(page)).toBeVisible();
});

test("the list's search finds messages of all conversations, and the address of a hit leads to it", async ({
  join,
}) => {
  const [mara, ken, lee] = [await join(), await join(), await join()];
  await connect(mara, ken);
  await connect(mara, lee);
  const { page } = mara;
  await sendMessages(ken, mara, ["Lanterns at midnight", "And nothing else"]);
  await sendMessages(mara, lee, ["No lantern here, but a LANTERN there"]);
  await page.goto("/chat");
  const field = page.getByRole("searchbox", { name: "Search messages" });
  await field.fill("lantern");
  const hits = page.getByRole("region", { name: "In messages" });
  await expect(hits.getByRole("link")).toHaveCount(2);
  await expect(hits.getByRole("link", { name: /No lantern here/ })).toBeVisible();
  await hits.getByRole("link", { name: /Lanterns at midnight/ }).click();
  await expect(messageLog(page, ken).getByText("Lanterns at midnight")).toBeInViewport();
  await page.reload();
  await expect(messageLog(page, ken).getByText("Lanterns at midnight")).toBeInViewport();

  await page.goto("/chat");
  await field.fill("qqzzqq");
  await expect(page.getByText("No messages found")).toBeVisible();
});

test.describe("while the server cannot be reached", () => {
  // Chromium logs the request that fails as an error.
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("a search that fails says so, and Retry repeats it @desktop", async ({ join }) => {
    const [mara, ken] = [await join(), await join()];
    await connect(mara, ken);
    const { page } = mara;
    await sendMessages(ken, mara, ["Lanterns at midnight"]);
    await openChat(mara, ken);
    await page.route("**/api/chat/messages/*/search**", (route) => route.abort());
    await page.getByRole("button", { name: "Search in conversation" }).click();
    await page.getByRole("searchbox", { name: "Search in conversation" }).fill("lantern");
    const failed = page.getByText("An error occurred while searching. Please try again.");
    await expect(failed).toBeVisible();
    await page.unroute("**/api/chat/messages/*/search**");
    await page.getByRole("button", { name: "Retry" }).click();
    const found = page.getByRole("list", { name: "Messages found" });
    await expect(found.getByRole("link", { name: /Lanterns at midnight/ })).toBeVisible();
    await expect(failed).toHaveCount(0);
  });
});
