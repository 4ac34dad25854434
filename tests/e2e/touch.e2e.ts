import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { messageField, messageLog, openLive, sendMessages } from "./chat";
import { addComment, cardOf, connect, idOf, photoFile, sharePosts, visitorPaths } from "./fixtures";
import { expectFitsLandscape, expectLargeFields, expectTouchTargets, LANDSCAPE } from "./phone";
import { expect, pressItem, test } from "./test";

// Phone only. Chromium logs the 404 replies of missing pages as errors.
test.skip(({ isMobile }) => !isMobile);
test.use({ allowedErrors: [/status of 404/] });

/** Expects that a small screen in landscape keeps only the bottom bar while the feed is scrolled. */
async function expectOneBar(page: Page): Promise<void> {
  await page.setViewportSize({ width: 667, height: 375 });
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect(page.getByRole("banner")).toBeInViewport();
  await cardOf(page, "Mine").getByLabel("Add a comment").scrollIntoViewIfNeeded();
  await expect(page.getByRole("banner")).not.toBeInViewport();
  expect((await page.locator(".bottom-bar").boundingBox())?.height).toBeLessThanOrEqual(375 / 5);
}

test.describe("touch targets are at least 44 px", () => {
  test("on visitor pages, whose main buttons are reachable in landscape too", async ({ page }) => {
    const portrait = page.viewportSize() ?? LANDSCAPE;
    const main: Record<string, Locator> = {
      "/": page.getByRole("link", { name: "Get Started" }),
      "/login": page.getByRole("button", { name: "Log in" }),
      "/signup": page.getByRole("button", { name: "Sign up" }),
    };
    for (const path of visitorPaths) {
      await page.goto(path);
      await expectTouchTargets(page, path);
      const button = main[path];
      if (!button) continue;
      await expectFitsLandscape(page, path, button);
      await page.setViewportSize(portrait);
    }
  });

  test("on members' pages, which are accessible, fit landscape and have fields of at least 16 px", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
    const { page } = mara;
    const [post = ""] = await sharePosts(noah, [
      { caption: `${"A long look at the light. ".repeat(20)} #light`, location: "Lisbon", altText: "A sky" },
    ]);
    await sharePosts(mara, [{ caption: "Mine" }]);
    for (const comment of ["What a light", "And again", "Once more"]) {
      const parent = await addComment(mara, post, comment);
      await addComment(mara, post, "A reply", parent);
    }
    await connect(noah, mara);
    await sendMessages(noah, mara, ["hello", "https://example.com"]);
    await sendMessages(mara, noah, ["here"]);
    const portrait = page.viewportSize() ?? LANDSCAPE;
    const button = (name: string) => page.getByRole("main").getByRole("button", { name });
    const pages: [string, Locator | null][] = [
      ["/feed", cardOf(page, "Mine").getByRole("button", { name: "Like" })],
      [`/post/${post}`, page.getByRole("button", { name: "Like", exact: true }).first()],
      ["/profile", button("Edit Profile")],
      [`/profile/${noah.username}`, button("Connected")],
      [`/search?q=${noah.username}`, page.getByRole("main").getByRole("link", { name: noah.username })],
      ["/tag/light", null],
      ["/chat", null],
      ["/post", button("Share")],
      ["/ai", button("Generate Image")],
      ["/settings", null],
      ["/settings/privacy", null],
      ["/settings/delete", button("Delete my account")],
      ["/settings/notifications", null],
      ["/settings/import", null],
      ["/post/nowhere", null],
      [`/chat?user=${noah.username}`, messageField(page)],
    ];
    for (const [path, main] of pages) {
      await page.goto(path);
      await expectAccessible(page, path);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow(), `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      await expectTouchTargets(page, path);
      await expectLargeFields(page, path);
      if (!main) continue;
      await expectFitsLandscape(page, path, main);
      if (path === "/feed" || path.startsWith("/post/")) {
        const height = (await page.getByRole("img", { name: "A sky" }).boundingBox())?.height ?? Infinity;
        expect(height, `a photo fits below the top bar of ${path}`).toBeLessThanOrEqual(
          LANDSCAPE.height - 65,
        );
      }
      if (path === "/feed") await expectOneBar(page);
      await page.setViewportSize(portrait);
    }
    await expect(messageLog(page, noah).getByText("here")).toBeVisible();
    await expect(messageField(page)).toHaveAttribute("enterkeyhint", "send");
    await page.getByRole("button", { name: "Add an attachment" }).click();
    await expect(page.getByRole("menuitem", { name: "Image" })).toBeVisible();
    await expectTouchTargets(page, "the attachment menu", "[role=menu]");
  });

  test("in the menus, the dialogs and the tray of a chat, and in the list of members to mention", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
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
    await pressItem(page.getByRole("menuitem", { name: "Forward" }));
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

  test("in menus and dialogs", async ({ join, signIn }) => {
    const [mara, noah, wren] = [await join("mara"), await signIn("noah"), await signIn("wren")];
    const { page } = mara;
    await connect(noah, mara);
    await wren.request.post(`/api/connections/request/${await idOf(mara)}`);
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
    await expect(page.getByLabel("Location")).toHaveAttribute("autocapitalize", "words");
    await page.getByRole("button", { name: "Edit image" }).click();
    await expect(page.getByRole("dialog", { name: "Edit photo" })).toBeVisible();
    await expectTouchTargets(page, "the crop dialog", "[role=dialog]");
  });
});
