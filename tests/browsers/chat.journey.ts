import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { connectMembers } from "./connected";
import { button, image, log, text, textbox } from "./locators";
import { expect, test } from "./test";

const pictures = ["photo.webp", "phone.webp"];

/** Returns the distance from the end of the visible messages to the message box, in pixels. */
function gapBelowMessages(): number | undefined {
  const messages = document.querySelector("[role=log]")?.getBoundingClientRect();
  const box = document.querySelector("form:has(textarea)")?.getBoundingClientRect();
  return messages && box && Math.abs(box.top - messages.bottom);
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
    await mara.tab.sees(text(`${noa.username} is typing…`));
  }).toPass();
  // The line about typing takes no room from the messages.
  expect(await mara.tab.evaluate(gapBelowMessages)).toBeLessThan(1);
  await noa.tab.press("Enter");
  await mara.tab.sees(text("So", log()));
  await noa.tab.sees(text("Read", log()));
  await mara.tab.fill(field, "Hello");
  await mara.tab.press("Enter");
  await noa.tab.sees(text("Hello", log()));

  // Two pictures, the first with what is in the message box as its caption.
  await mara.tab.fill(field, "Two of them");
  for (const name of pictures)
    await mara.tab.choose("Attach a file", path.join(projectRoot, "public/landing", name));
  await mara.tab.sees(button("Remove picture 2"));
  await mara.tab.click(button("Send"));
  for (const { tab } of [mara, noa]) {
    for (const name of pictures) await tab.sees(image(name, log()));
    await tab.sees(text("Two of them", log()));
  }
  await mara.tab.misses(text("Sending", log()));
});
