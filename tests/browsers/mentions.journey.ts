import { button, dialog, option, textbox } from "./locators";
import { test } from "./test";

test("a member mentions another one in a dialog: by keys and by a press, and undo takes it back", async ({
  join,
}) => {
  const [{ tab }, noa] = await Promise.all([join("mara"), join("noa")]);
  // The search finds a member who is no connection.
  const typed = `@${noa.username.slice(0, -1)}`;
  const bio = textbox({ pattern: "^Bio" });
  const listed = option({ pattern: noa.username });
  await tab.open("/profile");
  await tab.click(button("Edit Profile"));
  await tab.fill(bio, typed);
  await tab.sees(listed, { state: "true" });
  await tab.press("Escape");
  await tab.misses(listed);
  await tab.sees(dialog("Edit Profile"));
  await tab.fill(bio, `With ${typed}`);
  await tab.sees(listed);
  await tab.press("Enter");
  await tab.sees(bio, { state: `With @${noa.username} `, isFocused: true });
  // Not every build of WebKit has a key for it.
  await tab.evaluate(() => document.execCommand("undo"));
  await tab.sees(bio, { state: `With ${typed}` });
  await tab.fill(bio, `@${noa.username} ${typed}`);
  await tab.click(listed);
  await tab.sees(bio, { state: `@${noa.username} @${noa.username} `, isFocused: true });
});
