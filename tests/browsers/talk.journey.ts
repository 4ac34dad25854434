import { connectMembers } from "./connected";
import { button, type Locator, listItem, log, menuItem, reaction, status, text, textbox } from "./locators";
import { expect, test } from "./test";

test("two members answer, react to and edit messages, and both see it live", async ({ join }) => {
  const [mara, noa] = await Promise.all([join("mara"), join("noa")]);
  await connectMembers(mara, noa);
  await mara.tab.open(`/chat?user=${noa.username}`);
  await noa.tab.open(`/chat?user=${mara.username}`);
  const message = (content: string): Locator => listItem(content, log());
  const messageField = textbox({ pattern: "Message" });
  // A text typed before hydration is a draft only: the other member sees typing once the page is hydrated.
  await expect(async () => {
    await noa.tab.fill(messageField, "the sea at six");
    await mara.tab.sees(status(`${noa.username} is typing…`));
  }).toPass();
  await noa.tab.press("Enter");
  await mara.tab.sees(message("the sea at six"));

  await mara.tab.click(button("Options of this message", message("the sea at six")));
  await mara.tab.click(reaction("❤️"));
  await noa.tab.sees(button(`❤️ from ${mara.username}`), { state: "false" });
  await noa.tab.click(button(`❤️ from ${mara.username}`));
  await mara.tab.sees(button(`❤️ from ${noa.username} and you`), { state: "true" });

  await mara.tab.click(button("Options of this message", message("the sea at six")));
  await mara.tab.click(menuItem("Reply"));
  await mara.tab.sees(messageField, { isFocused: true });
  await mara.tab.fill(messageField, "every morning");
  await mara.tab.press("Enter");
  const quote = button({ pattern: "^In reply to .*the sea at six$" }, message("every morning"));
  await noa.tab.sees(quote);

  await mara.tab.sees(text("Read", log()));
  await mara.tab.click(button("Message options", message("every morning")));
  await mara.tab.click(menuItem("Edit message"));
  await mara.tab.sees(messageField, { isFocused: true, state: "every morning" });
  await mara.tab.fill(messageField, "every evening");
  await mara.tab.press("Enter");
  await noa.tab.sees(message("every evening"));
  await noa.tab.sees(text("Edited", message("every evening")));
});
