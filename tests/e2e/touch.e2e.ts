import type { Page } from "@playwright/test";
import { messageLog, openChat, openLive, sendMessages } from "./chat";
import { connect, idOf, photoFile, sharePosts, visitorPaths } from "./fixtures";
import { expect, test } from "./test";

// Phone only. Chromium logs the 404 replies of missing pages as errors.
test.skip(({ isMobile }) => !isMobile);
test.use({ allowedErrors: [/status of 404/] });

/**
 * Returns the controls whose touch target is smaller than 44 px, measured through the centre in both directions. Skips
 * links inside running text, which are as high as their line (WCAG 2.5.8, "Inline").
 */
function smallTargets(part: string): string[] {
  const controls =
    "a[href], button, input:not([type=hidden]), textarea, select, summary, [role=menuitem], [role=option], [role=tab]";
  const isInText = (element: Element) =>
    getComputedStyle(element).display === "inline" &&
    // A chat message may consist of a link only.
    (element.closest("[role=log] p") !== null ||
      (element.closest("p") ?? element.closest("li, label, dd, td"))?.textContent !== element.textContent);
  const isShown = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    // A file input is visually hidden; its label or a button is the target.
    const isVisuallyHidden = width < 2 || height < 2;
    return !isVisuallyHidden && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const reach = (isOwn: (x: number, y: number) => boolean, x: number, y: number, dx: number, dy: number) => {
    let steps = 0;
    while (steps < 44 && isOwn(x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
    return steps;
  };
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLInputElement>(controls)) {
    if (!element.closest(part) || !isShown(element) || element.disabled || isInText(element)) continue;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const label = element.closest("label");
    const { left, top, width, height } = (label ?? element).getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const isOwn = (atX: number, atY: number) =>
      (label ?? element).contains(document.elementFromPoint(atX, atY));
    const targetWidth = reach(isOwn, x, y, -1, 0) + reach(isOwn, x, y, 1, 0) + 1;
    const targetHeight = reach(isOwn, x, y, 0, -1) + reach(isOwn, x, y, 0, 1) + 1;
    // Allows one pixel for rounding.
    if (targetWidth >= 43 && targetHeight >= 43) continue;
    const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
    found.push(
      `${element.tagName} "${name.trim().slice(0, 40)}" takes ${targetWidth} × ${targetHeight}: ${element.outerHTML.slice(0, 90)}`,
    );
  }
  return found;
}

/** @param part selector of the open menu or dialog; the page behind it is inert */
async function expectTouchTargets(page: Page, name: string, part = "body"): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
  expect.soft(await page.evaluate(smallTargets, part), name).toEqual([]);
}

async function expectTouchTargetsOn(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectTouchTargets(page, path);
  }
}

test.describe("touch targets are at least 44 px", () => {
  test("on visitor pages", async ({ page }) => {
    await expectTouchTargetsOn(page, visitorPaths);
  });

  test("on members' pages", async ({ join }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    const { page } = mara;
    const [post] = await sharePosts(noah, [
      { caption: `${"A long look at the light. ".repeat(20)} #light`, location: "Lisbon", altText: "A sky" },
    ]);
    await sharePosts(mara, [{ caption: "Mine" }]);
    for (const comment of ["What a light", "And again", "Once more"]) {
      const sent = await page.request.post(`/api/posts/${post}/comment`, { data: { comment } });
      const { id: parentId } = await sent.json();
      await page.request.post(`/api/posts/${post}/comment`, { data: { comment: "A reply", parentId } });
    }
    await connect(noah, mara);
    await sendMessages(noah, mara, ["hello", "https://example.com"]);
    await sendMessages(mara, noah, ["here"]);
    await expectTouchTargetsOn(page, [
      "/feed",
      `/post/${post}`,
      "/profile",
      `/profile/${noah.username}`,
      `/search?q=${noah.username}`,
      "/tag/light",
      "/chat",
      "/post",
      "/ai",
      "/settings",
      "/settings/notifications",
      "/settings/import",
      "/post/nowhere",
    ]);
    await openChat(mara, noah);
    await expect(messageLog(page, noah).getByText("here")).toBeVisible();
    await expectTouchTargets(page, "a conversation");
    await page.getByRole("button", { name: "Add an attachment" }).click();
    await expect(page.getByRole("menuitem", { name: "Image" })).toBeVisible();
    await expectTouchTargets(page, "the attachment menu", "[role=menu]");
  });

  test("in the menus, the dialogs and the tray of a chat, and in the list of members to mention", async ({
    join,
  }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    const { page } = mara;
    await connect(noah, mara);
    await sendMessages(noah, mara, ["hello"]);
    await openLive(mara, noah);
    await page.getByRole("button", { name: `Options of the chat with ${noah.username}` }).click();
    await expect(page.getByRole("menuitem", { name: "Archive" })).toBeVisible();
    await expectTouchTargets(page, "the menu of a chat", "[role=menu]");
    await page.keyboard.press("Escape");
    await messageLog(page, noah).getByRole("button", { name: "Options of this message" }).press("Enter");
    await expect(page.getByRole("menuitem", { name: "Forward" })).toBeVisible();
    await expectTouchTargets(page, "the menu of a message", "[role=menu]");
    await page.getByRole("menuitem", { name: "Forward" }).press("Enter");
    await expect(page.getByRole("dialog").getByRole("checkbox")).toBeVisible();
    await expectTouchTargets(page, "the Forward dialog", "[role=dialog]");
    await page.keyboard.press("Escape");
    const file = await photoFile();
    await page.getByLabel("Attach a file").setInputFiles([file, file]);
    await expect(page.getByText("Picture 1 of 2 · small.jpg")).toBeVisible();
    await expectTouchTargets(page, "the tray of pictures");
    for (const name of ["Remove picture 2", "Remove attachment"])
      await page.getByRole("button", { name }).click();
    await page.goto("/chat");
    await expect(page.getByRole("link", { name: /^noah Tester/ })).toBeVisible();
    await expectTouchTargets(page, "the list of chats");

    const [post] = await sharePosts(mara, [{ caption: "Mine" }]);
    await page.goto(`/post/${post}`);
    const members = page.getByRole("listbox", { name: "Members" });
    // A page notices what is typed after hydration only.
    await expect(async () => {
      await page.getByLabel("Add a comment").fill("");
      await page.getByLabel("Add a comment").pressSequentially("@n");
      await expect(members).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expectTouchTargets(page, "the members to mention", "[role=listbox]");
  });

  test("in menus and dialogs", async ({ join }) => {
    const [mara, noah, wren] = [await join("mara"), await join("noah"), await join("wren")];
    const { page } = mara;
    await connect(noah, mara);
    await wren.page.request.post(`/api/connections/request/${await idOf(mara)}`);
    const [post] = await sharePosts(mara, [{ caption: "Mine", altText: "A sky" }]);
    await page.goto(`/post/${post}`);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Accept" })).toBeVisible();
    await expectTouchTargets(page, "the notifications", "[role=dialog]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Your menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
    await expectTouchTargets(page, "the member's menu", "[role=menu]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText(noah.username)).toBeVisible();
    await expectTouchTargets(page, "the share popover", "[role=dialog]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Post menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Edit post" })).toBeVisible();
    await expectTouchTargets(page, "a post's menu", "[role=menu]");
    await page.getByRole("menuitem", { name: "Edit post" }).click();
    await expect(page.getByRole("dialog", { name: "Edit post" })).toBeVisible();
    await expectTouchTargets(page, "the edit post dialog", "[role=dialog]");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Delete post" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectTouchTargets(page, "a confirmation dialog", "[role=alertdialog]");

    await page.goto("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await expect(page.getByRole("dialog").getByLabel("Username")).toBeVisible();
    await expectTouchTargets(page, "the edit profile dialog", "[role=dialog]");

    await page.goto(`/profile/${noah.username}`);
    await page.getByRole("button", { name: `More about ${noah.username}` }).click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    await expect(page.getByRole("button", { name: "Send report" })).toBeVisible();
    await expectTouchTargets(page, "the report dialog", "[role=dialog]");

    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photoFile());
    await expect(page.getByRole("button", { name: "Remove image" })).toBeVisible();
    await expectTouchTargets(page, "a chosen photo");
    await page.getByRole("button", { name: "Edit image" }).click();
    await expect(page.getByRole("dialog", { name: "Edit photo" })).toBeVisible();
    await expectTouchTargets(page, "the crop dialog", "[role=dialog]");
  });
});
