import { connectMembers } from "./connected";
import { button, checkbox, dialog, link, listItem, log, menuItem, region, text, textbox } from "./locators";
import { test } from "./test";

test("a member forwards a message, mutes and archives its chat, and takes it out of the archive", async ({
  join,
}) => {
  const [mara, noa, zoe] = await Promise.all([join("mara"), join("noa"), join("zoe")]);
  await connectMembers(mara, noa);
  await connectMembers(mara, zoe);
  const { tab } = mara;
  const field = textbox({ pattern: "Message" });
  await zoe.tab.open(`/chat?user=${mara.username}`);
  await tab.open(`/chat?user=${noa.username}`);
  await tab.fill(field, "the sea at six");
  await tab.press("Enter");
  await tab.sees(text("Sent", log()));

  await tab.click(button("Message options", listItem("the sea at six", log())));
  await tab.click(menuItem("Forward"));
  const forward = dialog("Forward to");
  await tab.click(checkbox({ pattern: zoe.username }, forward));
  await tab.sees(text("1 of at most 5 chosen", forward));
  await tab.fill(textbox("Message (optional)", forward), "look at this");
  await tab.click(button("Forward", forward));
  await tab.sees(text("Message forwarded"));
  await zoe.tab.sees(text("the sea at six", log()));
  await zoe.tab.sees(text("Forwarded", log()));
  await zoe.tab.sees(text("look at this", log()));

  const options = button(
    `Options of the chat with ${noa.username}`,
    region(`Conversation with ${noa.username}`),
  );
  await tab.click(options);
  await tab.click(menuItem("Mute for 8 hours"));
  await tab.sees(text("Chat muted"));
  await tab.click(options);
  await tab.click(menuItem("Archive"));
  await tab.sees(text("Chat archived"));
  const row = link({ pattern: "^noa Tester.*the sea at six" });
  await tab.misses(row);
  await tab.click(link({ pattern: "^Archived chats" }));
  await tab.sees(text("Muted", row));
  await tab.click(row);
  await tab.click(options);
  await tab.click(menuItem("Move out of the archive"));
  await tab.sees(text("No archived chats"));
  await tab.click(link("Back to chats"));
  await tab.sees(row);
});
