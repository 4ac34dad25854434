import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { application, button, dialog, heading, radio, text, textbox } from "./locators";
import { expect, freshName, test } from "./test";

const photo = path.join(projectRoot, "public/landing/photo.webp");
const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

/** Returns the number of lines of the bio on the profile. */
function bioLines(): number | undefined {
  const bio = [...document.querySelectorAll("main p")].find((paragraph) =>
    paragraph.textContent?.startsWith("Mostly dusk"),
  );
  // WebKit rounds the height of a line.
  return (
    bio &&
    Math.round(bio.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(bio).lineHeight))
  );
}

test("a member crops a profile picture by pointer and keyboard and writes a bio", async ({ join }) => {
  const { tab, username } = await join();
  await tab.open("/profile");
  await tab.click(button("Edit Profile"));
  await tab.sees(dialog("Edit Profile"));
  await tab.choose("Profile picture", photo);
  await tab.drag(application(), { x: 20, y: 0 });
  await tab.press("ArrowDown");
  await tab.fill(textbox({ pattern: "^Bio" }), "Mostly dusk, by the river.\nSometimes fog in the hills.");
  await tab.click(button("Save Changes"));
  await tab.misses(dialog("Edit Profile"));
  await tab.sees(heading(username));
  await tab.sees(text("Mostly dusk, by the river. Sometimes fog in the hills."));
  expect(await tab.evaluate(bioLines)).toBe(2);
  const hasPicture = () =>
    [...document.querySelectorAll<HTMLImageElement>("main img")].some(({ naturalWidth }) => naturalWidth > 0);
  await expect.poll(() => tab.evaluate(hasPicture)).toBe(true);
});

test("a click moves from one field of Edit Profile to the next, and both keep what was typed", async ({
  join,
}) => {
  const { tab } = await join();
  const name = freshName("wren");
  await tab.open("/profile");
  await tab.click(button("Edit Profile"));
  const [username, bio] = [textbox("Username"), textbox({ pattern: "^Bio" })];
  // The first blur of a field validates it: an error replaces the hint while the focus moves.
  await tab.fill(username, " !");
  await tab.fill(bio, "Fog");
  await tab.sees(username, { state: " !" });
  await tab.fill(username, name);
  await tab.fill(bio, "Fog in the hills");
  await tab.sees(username, { state: name });
  await tab.sees(bio, { state: "Fog in the hills", isFocused: true });
});

test("the chosen theme applies at once and stays after a reload", async ({ join }) => {
  const { tab } = await join();
  await tab.open("/settings/appearance");
  for (const [label, expected] of [
    ["Dark", true],
    ["Light", false],
  ] as const) {
    await tab.click(radio(label));
    await tab.sees(radio(label), { state: "true" });
    expect(await tab.evaluate(isDark)).toBe(expected);
    await tab.open("/settings/appearance");
    await tab.sees(radio(label), { state: "true" });
    expect(await tab.evaluate(isDark)).toBe(expected);
  }
});
