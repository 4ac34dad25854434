import { connectMembers } from "./connected";
import { button, type Locator, link, listItem, log, menuItem, reaction, text, textbox } from "./locators";
import { sharePost } from "./share-post";
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
    await mara.tab.sees(text(`${noa.username} is typing…`));
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

test("two members answer, edit and pin comments", async ({ join }) => {
  const [mara, noa] = await Promise.all([join("mara"), join("noa")]);
  await connectMembers(mara, noa);
  await sharePost(mara.tab, "Dusk");
  await mara.tab.open("/feed");
  await noa.tab.open("/feed");
  await noa.tab.click(link({ pattern: ", view post$" }));
  await noa.tab.sees(link("Back to feed"));

  const comments: Locator = { by: "role", value: "list", name: "Comments" };
  const row = (content: string) => listItem(content, comments);
  const commentField = textbox("Add a comment");
  await noa.tab.fill(commentField, "What a sky");
  await noa.tab.press("Enter");
  // Until the comment is stored, the field has that text.
  await noa.tab.sees(commentField, { state: "" });
  await noa.tab.click(button(`Options of comment by ${noa.username}`));
  await noa.tab.click(menuItem("Edit"));
  const edited = textbox("Edit comment");
  await noa.tab.sees(edited, { isFocused: true });
  await noa.tab.fill(edited, "What a sea");
  await noa.tab.press("Enter");
  await noa.tab.sees(text("edited", row("What a sea")));

  await mara.tab.click(link({ pattern: ", view post$" }));
  await mara.tab.sees(link("Back to feed"));
  await mara.tab.click(button(`Reply to ${noa.username}`));
  const reply = textbox(`Reply to ${noa.username}`);
  await mara.tab.sees(reply, { isFocused: true });
  await mara.tab.fill(reply, "Thank you");
  await mara.tab.press("Enter");
  await mara.tab.sees(text("Thank you", comments));
  await mara.tab.misses(reply);
  await mara.tab.click(button(`Options of comment by ${noa.username}`));
  await mara.tab.click(menuItem("Pin"));
  await mara.tab.sees(text("Pinned", comments));
  await noa.tab.open("/feed");
  await noa.tab.click(link({ pattern: ", view post$" }));
  await noa.tab.sees(link("Back to feed"));
  await noa.tab.sees(text("Pinned", comments));
  await noa.tab.click(button("View 1 reply"));
  await noa.tab.sees(text("Thank you", comments));
});
