import type { Page } from "@playwright/test";
import sharp from "sharp";
import { heic } from "../factories/heic";
import { expectAccessible } from "./axe";
import { messageField, messageLog, openChat, openLive } from "./chat";
import { connect, photoFile } from "./fixtures";
import { expect, type Member, pressItem, test, toast } from "./test";

const names = ["one.jpg", "two.jpg", "three.jpg"];

async function pictures(count: number) {
  const { buffer } = await photoFile();
  return Array.from({ length: count }, (_, at) => ({
    name: names[at] ?? `no-${at + 1}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
}

async function twoInChat(join: (name: string) => Promise<Member>) {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  await openChat(noa, mara);
  await openChat(mara, noa);
  await expect(mara.page.getByText("Active now")).toBeVisible();
  return { mara, noa, page: mara.page };
}

const chooser = (page: Page) => page.getByLabel("Attach a file");
const removeButtons = (page: Page) => page.getByRole("button", { name: /^Remove picture/ });
const send = (page: Page) => page.getByRole("button", { name: "Send" });

/** Pastes one image into the message box, and drops another one on it. */
function pasteAndDrop(page: Page, pasted: string, dropped: string): Promise<void> {
  return messageField(page).evaluate(
    async (target, names) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 300 });
      canvas.getContext("2d")?.fillRect(0, 0, 200, 300);
      const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      const transferOf = (name: string) => {
        const data = new DataTransfer();
        data.items.add(new File([image ?? ""], name, { type: "image/png" }));
        return data;
      };
      const init = { bubbles: true, cancelable: true };
      const clipboardData = transferOf(names.pasted);
      target.dispatchEvent(new ClipboardEvent("paste", { ...init, clipboardData }));
      target.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: transferOf(names.dropped) }));
    },
    { pasted, dropped },
  );
}

test("the tray takes up to ten pictures, chosen, pasted or dropped, says what it does not take, and keeps them with their captions @desktop", async ({
  join,
}) => {
  const { noa, page, mara } = await twoInChat(join);
  await test.step("ten pictures, and no other files", async () => {
    await chooser(page).setInputFiles(await pictures(11));
    await expect(toast(page, "Too many pictures")).toContainText(
      "You can send at most 10 pictures at once. One was left out.",
    );
    await expect(removeButtons(page)).toHaveCount(10);
    await chooser(page).setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a"),
    });
    await expect(toast(page, "Not a picture")).toContainText("notes.txt is not a picture.");
    for (let left = 10; left > 1; left--)
      await page.getByRole("button", { name: "Remove picture 1", exact: true }).click();
    await page.getByRole("button", { name: "Remove attachment" }).click();
    await chooser(page).setInputFiles({
      name: "broken.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no image"),
    });
    await expect(toast(page, "Image error")).toContainText("broken.jpg: This image could not be loaded.");
    await expect(page.getByText("broken.jpg", { exact: true })).toHaveCount(0);
    await expect(send(page)).toBeDisabled();
  });

  await test.step("pictures that are not sent stay, with their captions", async () => {
    await chooser(page).setInputFiles(await pictures(2));
    await page.getByRole("button", { name: /^Caption of picture 2 of 2/ }).click();
    await page.getByPlaceholder("Add a caption...").fill("Mine");
    await page.getByRole("link", { name: "Feed", exact: true }).first().click();
    await expect(page.getByPlaceholder("Add a caption...")).toBeHidden();
    await page.goBack();
    await expect(page.getByPlaceholder("Add a caption...")).toHaveValue("Mine");
    // The caption of a picture that becomes the first is in the message box.
    await page.getByRole("button", { name: "Remove picture 1", exact: true }).click();
    await expect(messageField(page)).toHaveValue("Mine");
    await page.getByRole("button", { name: "Remove attachment" }).click();
    await messageField(page).fill("");
  });

  await test.step("a pasted and a dropped image show a preview, then inline for both members", async () => {
    await pasteAndDrop(page, "pasted.png", "dropped.png");
    await expect(removeButtons(page)).toHaveCount(2);
    await expect(page.locator('img[src^="blob:"]').first()).toBeVisible();
    await send(page).click();
    for (const name of ["pasted.png", "dropped.png"])
      for (const [on, other] of [
        [page, noa],
        [noa.page, mara],
      ] as const) {
        const image = messageLog(on, other).getByRole("img", { name });
        await expect(image).toBeInViewport();
        await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(400);
      }
  });
});

test("several pictures with captions are sent in order and shown as an album to both members @desktop", async ({
  join,
}) => {
  const { mara, noa, page } = await twoInChat(join);
  await messageField(page).fill("The first");
  await chooser(page).setInputFiles(await pictures(3));
  await expect(page.getByText("Picture 1 of 3")).toBeVisible();
  await expect(messageField(page)).toHaveValue("The first");
  await page.getByRole("button", { name: /^Caption of picture 3 of 3/ }).click();
  const caption = page.getByPlaceholder("Add a caption...");
  await expect(caption).toBeFocused();
  await caption.fill("The third");
  await expectAccessible(page, "the tray");
  await caption.press("Enter");
  for (const [on, other] of [
    [page, noa],
    [noa.page, mara],
  ] as const) {
    const list = messageLog(on, other);
    await expect(list.getByRole("img")).toHaveCount(3);
    await expect(list.locator("li[id] p")).toHaveText(["The first", "The third"]);
    const alts = await list.getByRole("img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
    expect(alts).toEqual(names);
    // Captions have two columns: the third picture is below the first.
    const boxes = await list
      .locator("li[id]")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
    expect(boxes[1]?.y).toBe(boxes[0]?.y);
    expect(boxes[2]?.x).toBe(boxes[0]?.x);
  }
  await expect(messageField(page)).toHaveValue("");
  await expect(messageLog(page, noa).getByText("Sending")).toHaveCount(0);
  await expectAccessible(noa.page, "an album");

  await test.step("each picture opens the viewer, which pages through all of them", async () => {
    await messageLog(noa.page, mara).getByRole("link", { name: "two.jpg" }).click();
    await expect(noa.page.getByText("2 / 3")).toBeVisible();
    await noa.page.keyboard.press("ArrowRight");
    await expect(noa.page.getByText("3 / 3")).toBeVisible();
    await expect(noa.page.locator(".viewer-alt")).toHaveText("The third");
    await noa.page.keyboard.press("Escape");
  });

  await test.step("each has its own menu and reactions", async () => {
    await messageLog(noa.page, mara)
      .getByRole("button", { name: "Options of this message" })
      .nth(1)
      .press("Enter");
    await pressItem(noa.page.getByRole("menuitemcheckbox", { name: "😂" }));
    await expect(messageLog(page, noa).locator("li[id]").nth(1)).toContainText("😂");
  });
});

test.describe("a refused picture", () => {
  test.use({ allowedErrors: [/status of 413/] });

  test("has its own Retry; a photo over 5 MB is scaled; a HEIC photo is sent as one that all can read @desktop", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    const { page } = mara;
    await connect(mara, noa);
    await openLive(mara, noa);
    const images = messageLog(page, noa).getByRole("img");
    await test.step("a refused picture has its own Retry, and the others are sent", async () => {
      let refusals = 0;
      await page.route("**/api/chat/messages/*", async (route) => {
        const isSecond = route.request().postData()?.includes('"two.jpg"') && refusals === 0;
        if (!isSecond) return route.continue();
        refusals += 1;
        await route.fulfill({ status: 413, json: { message: "Please select a file smaller than 5MB" } });
      });
      await chooser(page).setInputFiles(await pictures(3));
      await send(page).click();
      const failed = messageLog(page, noa).getByRole("alert");
      await expect(failed).toContainText("Failed: Please select a file smaller than 5MB");
      await expect(messageLog(page, noa).getByText("Sent", { exact: true })).toHaveCount(1);
      await failed.getByRole("button", { name: "Retry" }).click();
      await expect(images).toHaveCount(3);
      await expect(failed).toHaveCount(0);
      await expect(messageLog(page, noa).getByText("Sending")).toHaveCount(0);
      await page.unroute("**/api/chat/messages/*");
    });
    await test.step("a photo over 5 MB is scaled and sent, by an Enter before it is ready too", async () => {
      await page.evaluate(() => {
        const decode = window.createImageBitmap;
        const released = new Promise((resolve) => addEventListener("release", resolve, { once: true }));
        window.createImageBitmap = async (source: ImageBitmapSource) => {
          await released;
          return decode(source);
        };
      });
      const buffer = await sharp({ create: { width: 1350, height: 1300, channels: 3, background: "#a52" } })
        .png({ compressionLevel: 0 })
        .toBuffer();
      expect(buffer.byteLength).toBeGreaterThan(5 * 1024 * 1024);
      await chooser(page).setInputFiles({ name: "large.png", mimeType: "image/png", buffer });
      await expect(page.getByText("Preparing…")).toBeVisible();
      await messageField(page).press("Enter");
      await page.evaluate(() => dispatchEvent(new Event("release")));
      await expect(messageLog(page, noa).getByRole("img", { name: "large.png" })).toBeVisible();
      await expect(messageLog(page, noa).getByText("Sending")).toHaveCount(0);
    });
    await test.step("a HEIC photo is decoded and sent", async () => {
      // Windows knows no type for it.
      await chooser(page).setInputFiles({ name: "a.heic", mimeType: "", buffer: heic() });
      await expect(page.getByText("a.heic", { exact: true })).toBeVisible();
      await expect(send(page)).toBeEnabled();
      await send(page).click();
      await expect(messageLog(page, noa).getByText("Sending")).toHaveCount(0);
      await expect(images).toHaveCount(5);
    });
    await test.step("a log-out asks nothing about a picture that waits", async () => {
      await chooser(page).setInputFiles({ name: "b.heic", mimeType: "image/heic", buffer: heic() });
      await expect(page.getByText("b.heic", { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Your menu" }).click();
      await page.getByRole("menuitem", { name: "Log out" }).click();
      await expect(page).toHaveURL("/");
    });
  });
});
