import type { JSHandle, Page } from "@playwright/test";
import { messageField, openLive } from "./chat";
import { connect, photoFile } from "./fixtures";
import { expect, test, toast } from "./test";
import { transferOf } from "./transfer";

/** Drags over an element and drops there. @returns whether the page handled both, so that the browser opens nothing */
async function drop(page: Page, selector: string, dataTransfer: JSHandle<DataTransfer>, hint?: string) {
  const send = (type: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [name, data]) =>
          // `dispatchEvent` returns false when the browser's own action was prevented.
          !element.dispatchEvent(
            new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }),
          ),
        [type, dataTransfer] as const,
      );
  const isOver = await send("dragover");
  if (hint) await expect(page.getByText(hint, { exact: true })).toBeVisible();
  const isDropped = await send("drop");
  if (hint) await expect(page.getByText(hint, { exact: true })).toHaveCount(0);
  return isOver && isDropped;
}

/** Returns a `DataTransfer` with a text or a link, and files. */
async function textTransfer(
  page: Page,
  type: string,
  text: string,
  files: Awaited<ReturnType<typeof photoFile>>[],
) {
  const transfer = await transferOf(page, files);
  await transfer.evaluate((data, [key, value]) => data.setData(key, value), [type, text] as const);
  return transfer;
}

/** Pastes into an element. @returns whether the page took the paste from the browser */
const paste = (page: Page, selector: string, clipboardData: JSHandle<DataTransfer>) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, data) =>
        !element.dispatchEvent(
          new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
        ),
      clipboardData,
    );

test("a photo is taken wherever it is dropped or pasted; a link leaves no page, and text with a picture stays text @desktop", async ({
  join,
}) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  const { page } = mara;
  const photo = await photoFile();
  const words = "three words";

  await test.step("on the page of a new post", async () => {
    await page.goto("/post");
    await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
    const link = await textTransfer(page, "text/uri-list", "https://photos.example/", []);
    expect(await drop(page, "h1", link)).toBe(true);
    // A field takes the text of a link.
    expect(await drop(page, "textarea", link)).toBe(false);
    const wordsWithPicture = await textTransfer(page, "text/plain", words, [photo]);
    expect(await paste(page, "textarea[name=caption]", wordsWithPicture)).toBe(false);
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toHaveCount(0);
    expect(await drop(page, "h1", await transferOf(page, [photo]), "Drop your photo")).toBe(true);
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
    expect(await paste(page, "textarea[name=caption]", await transferOf(page, [photo]))).toBe(true);
    await expect(page.getByRole("status").filter({ hasText: "photo" })).toContainText("2 photos chosen");
    // The picture of the page itself is no file of the member.
    await page.locator("h1").dispatchEvent("dragstart");
    expect(await drop(page, "h1", await transferOf(page, [photo]))).toBe(true);
    await page.locator("h1").dispatchEvent("dragend");
    await expect(page.getByRole("list", { name: "Photos in order" }).locator("img")).toHaveCount(2);
    const text = { name: "words.txt", mimeType: "text/plain", buffer: Buffer.from(words) };
    await drop(page, "h1", await transferOf(page, [text]));
    await expect(toast(page, "Image error")).toBeVisible();
    await page.getByRole("button", { name: "Discard draft" }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
  });

  await test.step("in a conversation", async () => {
    await openLive(mara, noa);
    const log = "[role=log]";
    const wordsWithPicture = await textTransfer(page, "text/plain", words, [photo]);
    await messageField(page).focus();
    expect(await paste(page, "textarea", wordsWithPicture)).toBe(false);
    expect(await drop(page, log, await transferOf(page, [photo]), "Drop your photo or file")).toBe(true);
    await expect(page.getByRole("button", { name: "Remove attachment" })).toHaveCount(1);
    await page.getByRole("button", { name: "Remove attachment" }).click();
  });

  await test.step("in the studio, where the art styles have a place of their own", async () => {
    await page.goto("/ai");
    const uploads = page.getByRole("img", { name: "Your upload" });
    const transfer = await transferOf(page, [photo]);
    await expect(async () => {
      expect(await drop(page, "h1", transfer, "Drop your photo to edit it")).toBe(true);
    }).toPass();
    const edit = page.getByRole("region", { name: "Edit Existing Image" });
    await expect(edit.getByRole("img", { name: "Your upload" })).toBeVisible();
    expect(await drop(page, "#tool-style h2", transfer, "Drop your photo to style it")).toBe(true);
    await expect(uploads).toHaveCount(2);
  });

  await test.step("and every other page stays where it is", async () => {
    await page.goto("/feed");
    await expect(async () => {
      expect(await drop(page, "main", await transferOf(page, [photo]))).toBe(true);
    }).toPass();
  });
});
