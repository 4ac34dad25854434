import { button, combobox, dialog, menu, menuItem, tab as tabOf } from "./locators";
import { expect, test } from "./test";

/** Returns the style of the focused element's outline. Firefox's own ring would be `auto`. */
const ring = () => getComputedStyle(document.activeElement ?? document.body).outlineStyle;

test("keys open dialogs, menus and the search, and Esc returns the focus", async ({ join }) => {
  const { tab } = await join();
  await tab.open("/feed");
  await tab.click(button("Your menu"));
  await tab.sees(menu());
  // Firefox has a search of its own on this key.
  await tab.press("/");
  await tab.press("ArrowDown");
  await tab.sees(menuItem("Profile"), { isFocused: true });
  await tab.press("Escape");
  await tab.misses(menu());
  await tab.sees(button("Your menu"), { isFocused: true });

  await tab.press("?");
  await tab.sees(dialog("Keyboard"));
  await tab.press("Escape");
  await tab.misses(dialog("Keyboard"));
  await tab.sees(button("Your menu"), { isFocused: true });

  await tab.press("/");
  await tab.sees(combobox(), { isFocused: true });
});

test("the keyboard's focus has the product's ring", async ({ join }) => {
  const { tab } = await join();
  await tab.open("/profile");
  await tab.sees(tabOf("Posts"));
  for (let presses = 0; presses < 30; presses++) {
    await tab.press("Tab");
    expect(await tab.evaluate(ring)).toBe("solid");
    if (await tab.evaluate(() => document.activeElement?.role === "tab")) break;
  }
  await tab.sees(tabOf("Posts"), { isFocused: true });
  await tab.press("ArrowRight");
  await tab.sees(tabOf("Saved"), { isFocused: true });
  expect(await tab.evaluate(ring)).toBe("solid");
});
