import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { sendMessages } from "./chat";
import { connect, photoFile } from "./fixtures";
import { expect, test } from "./test";

test.use({ contextOptions: { forcedColors: "active" } });

/** Returns the number of pixels that an action changes so much that the change is seen. */
async function changedPixels(element: Locator, change: () => Promise<unknown>): Promise<number> {
  const pixels = async () =>
    sharp(await element.screenshot())
      .greyscale()
      .raw()
      .toBuffer();
  const before = await pixels();
  await change();
  const after = await pixels();
  return after.filter((value, at) => Math.abs(value - (before[at] ?? 0)) > 100).length;
}

const groundOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor);

/** Expects that the grounds of the two differ, as those of what is chosen and what is not. */
async function expectDifferent(chosen: Locator, other: Locator, name: string): Promise<void> {
  expect(await groundOf(chosen), name).not.toBe(await groundOf(other));
}

test("choices, buttons and the own messages are seen in the reader's colours @desktop", async ({ join }) => {
  const [mara, noa, kai] = [await join("mara"), await join("noa"), await join("kai")];
  const { page } = mara;
  await connect(mara, noa);
  await connect(mara, kai);
  await sendMessages(mara, noa, ["At nine"]);
  await sendMessages(noa, mara, ["At ten"]);

  await test.step("a switch, the tiles of the theme, a button and its focus", async () => {
    await page.goto("/settings/privacy");
    const box = page.getByRole("switch", { name: "Hide my online status" });
    expect(await changedPixels(box.locator(".."), () => box.check()), "tick").toBeGreaterThan(20);
    await page.goto("/settings/appearance");
    const tile = (theme: string) =>
      page.locator("label").filter({ has: page.getByRole("radio", { name: theme }) });
    await expectDifferent(tile("System"), tile("Dark"), "theme");
    await page.goto("/settings/email");
    await expect(page.getByRole("button", { name: "Change email" })).toHaveCSS("border-top-width", "1px");
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).not.toHaveCSS("outline-style", "none");
  });

  await test.step("the page, the conversation and the own messages", async () => {
    await page.goto(`/chat?user=${noa.username}`);
    const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    await expectDifferent(link("Chat"), link("Feed"), "page");
    const row = ({ username }: typeof noa) => page.locator(`a[href$="user=${username}"]`);
    await expectDifferent(row(noa), row(kai), "conversation");
    const bubble = (text: string) => page.getByText(text).locator("xpath=ancestor::div[1]");
    await expectDifferent(bubble("At nine").last(), bubble("At ten").last(), "message");
  });

  await test.step("an item of a menu, a look, a tab and a slider", async () => {
    await page.getByRole("button", { name: "Your menu" }).click();
    const items = page.getByRole("menuitem");
    await items.first().hover();
    await expect(items.first()).toHaveAttribute("data-highlighted");
    await expectDifferent(items.first(), items.last(), "item");
    await page.keyboard.press("Escape");
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photoFile("a.jpg", 600, 400));
    await page.getByRole("button", { name: "Edit image" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit photo" });
    const looks = dialog.getByRole("group", { name: "Look" }).locator("label");
    await expectDifferent(looks.first(), looks.last(), "look");
    await dialog.getByRole("tab", { name: "Colour" }).click();
    await expectDifferent(
      dialog.getByRole("tab", { name: "Colour" }),
      dialog.getByRole("tab").first(),
      "tab",
    );
    const slider = dialog.getByRole("slider").first();
    const moved = await changedPixels(slider, () => slider.fill("60"));
    expect(moved, "slider").toBeGreaterThan(20);
    const halves = async () => {
      const picture = sharp(await slider.screenshot());
      const { width = 0, height = 0 } = await picture.metadata();
      const row = await picture
        .extract({ left: 0, top: height >> 1, width, height: 1 })
        .raw()
        .toBuffer();
      const at = (share: number) => [
        ...row.subarray(3 * Math.floor(share * width), 3 * Math.floor(share * width) + 3),
      ];
      return [at(0.3), at(0.7)];
    };
    // The track is filled from its middle to the knob.
    const [before, after] = await halves();
    expect(after, "filled").not.toEqual(before);
    await slider.fill("0");
    await expect.poll(async () => new Set((await halves()).map(String)).size, "not filled").toBe(1);
  });
});
