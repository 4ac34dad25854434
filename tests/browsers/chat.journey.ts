import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { connectMembers } from "./connected";
import { button, image, log, status, text, textbox } from "./locators";
import { expect, test } from "./test";

const folder = path.join(projectRoot, "public/landing");
const pictures = ["photo.webp", "phone.webp", "share.webp"];

/** Returns the distance from the end of the visible messages to the message box, in pixels. */
function gapBelowMessages(): number | undefined {
  const messages = document.querySelector("[role=log]")?.getBoundingClientRect();
  const box = document.querySelector("form:has(textarea)")?.getBoundingClientRect();
  return messages && box && Math.abs(box.top - messages.bottom);
}

/** Returns how many pictures of the messages are side by side, from the top. */
function picturesInRows(): number[] {
  const tops = [...document.querySelectorAll("[role=log] li[id]:has(img)")].map(
    (row) => row.getBoundingClientRect().top,
  );
  return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
}

test("two members chat: typing, delivery and read marks arrive live", async ({ join }) => {
  const [mara, noa] = await Promise.all([join("mara"), join("noa")]);
  await connectMembers(mara, noa);
  await mara.tab.open(`/chat?user=${noa.username}`);
  await noa.tab.open(`/chat?user=${mara.username}`);
  await mara.tab.sees(text("Active now"));

  const field = textbox({ pattern: "Message" });
  // A text typed before hydration is a draft only.
  await expect(async () => {
    await noa.tab.fill(field, "So");
    await mara.tab.sees(status(`${noa.username} is typing…`));
  }).toPass();
  // The line about typing takes no room from the messages.
  expect(await mara.tab.evaluate(gapBelowMessages)).toBeLessThan(1);
  await noa.tab.press("Enter");
  await mara.tab.sees(text("So", log()));
  await noa.tab.sees(text("Read", log()));
  await mara.tab.fill(field, "Hello");
  await mara.tab.press("Enter");
  await noa.tab.sees(text("Hello", log()));

  // Pictures of one choice, the first with what is in the message box as its caption.
  await mara.tab.fill(field, "All of them");
  await mara.tab.choose("Attach a file", ...pictures.map((name) => path.join(folder, name)));
  await mara.tab.click(button("Caption of picture 3 of 3: share.webp"));
  const caption = textbox("Caption of picture 3");
  await mara.tab.sees(caption, { isFocused: true });
  await mara.tab.fill(caption, "The third");
  await mara.tab.press("Enter");
  for (const { tab } of [mara, noa]) {
    for (const name of pictures) await tab.sees(image(name, log()));
    await tab.sees(text("All of them", log()));
    await tab.sees(text("The third", log()));
    // An album with captions has two columns.
    await expect
      .poll(() => tab.evaluate(picturesInRows), { message: "pictures in each row" })
      .toEqual([2, 1]);
  }
  await mara.tab.misses(text("Sending", log()));
});
