import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { messageLog, openChat, sendMessages } from "./chat";
import { connect, idOf, shareNumberedPosts, sharePosts, visitorPaths } from "./fixtures";
import { expectSecondOpinion } from "./second-opinion";
import { expect, test } from "./test";

// Chromium logs the 404 replies of missing pages as errors.
test.use({ allowedErrors: [/status of 404/] });

async function expectAllAccessible(page: Page, paths: string[], { isZoomed = false } = {}): Promise<void> {
  const viewport = page.viewportSize() ?? { width: 0, height: 0 };
  // A browser zoom of 200 % halves the viewport in CSS pixels.
  const halved = { width: Math.max(320, viewport.width / 2), height: viewport.height / 2 };
  for (const path of paths) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expectSecondOpinion(page, path);
    if (!isZoomed) continue;
    await page.setViewportSize(halved);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow, `${path} scrolls sideways at 200 % zoom`).toBeLessThanOrEqual(0);
    await expectRoomForLargeText(page, path);
    await page.setViewportSize(viewport);
  }
}

/** Root font sizes in percent, as a member sets them in a browser. */
const textSizes = process.env.AFTERGLOW_EVERYWHERE ? [150, 200] : [200];

/** Checks large text on a phone: nothing is wider than the page, destinations are on the screen, avatars are round. */
async function expectRoomForLargeText(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const size of textSizes) {
    const misplaced = await page.evaluate((percent) => {
      const { documentElement: root } = document;
      root.style.fontSize = `${percent}%`;
      const faults = [...document.querySelectorAll(".top-bar a, .top-bar button, .bottom-bar a")].filter(
        (link) => {
          const { left, right, top, bottom } = link.getBoundingClientRect();
          return left < 0 || right > root.clientWidth || top < 0 || bottom > window.innerHeight;
        },
      );
      faults.push(
        ...[...document.querySelectorAll(".tinted")].filter(
          ({ clientWidth, clientHeight }) => clientWidth !== clientHeight,
        ),
      );
      const wider = root.scrollWidth - root.clientWidth;
      root.style.fontSize = "";
      return [
        ...faults.map((fault) => fault.outerHTML.slice(0, 160)),
        ...(wider > 0 ? [`${wider} px too wide`] : []),
      ];
    }, size);
    expect.soft(misplaced, `${path} with text of ${size} %`).toEqual([]);
  }
}

test.describe("WCAG 2.2 AA in both themes", () => {
  test("visitor pages have no violations @desktop", async ({ page }) => {
    // The tests of mails check the pages that their links open (settings.e2e.ts, digests.e2e.ts).
    const ofMails = /^\/(confirm-email|undo-email|unsubscribe|secure-account)/;
    const others = visitorPaths.filter((path) => path !== "/signup" && !ofMails.test(path));
    await expectAllAccessible(page, [...others, "/signup"]);
    const title = page.getByRole("heading", { level: 1 });
    const { y } = (await title.boundingBox()) ?? {};
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Please enter a valid email")).toBeVisible();
    expect((await title.boundingBox())?.y, "the title does not move").toBe(y);
    await expectAccessible(page, "a form with errors");
    await expectSecondOpinion(page, "a form with errors");
  });

  test("empty states have no violations @desktop", async ({ join }) => {
    const { page } = await join();
    await expectAllAccessible(page, [
      "/feed",
      "/chat",
      "/profile",
      "/search?q=nobody",
      "/tag/nothing",
      "/settings/privacy",
      "/settings/quiet-hours",
      "/settings/profile",
      "/profile/nobody.here",
    ]);
  });

  test("pages with posts and messages have no violations, and fit in the width at 200 % zoom @desktop", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    const { page } = mara;
    const [post] = await sharePosts(mara, [
      { caption: `Dusk with @${noa.username} #light`, location: "Lisbon" },
      { caption: "Dawn", altText: "A pale sky" },
    ]);
    const sent = await noa.request.post(`/api/posts/${post}/comment`, {
      data: { comment: "What a *light*" },
    });
    const { id: parentId } = await sent.json();
    const reply = await page.request.post(`/api/posts/${post}/comment`, {
      data: { comment: "It was", parentId },
    });
    const { id: replyId } = await reply.json();
    await connect(mara, noa);
    const paths = [
      "/feed",
      `/post/${post}?comment=${replyId}`,
      `/profile/${noa.username}`,
      "/settings",
      "/post",
      "/ai",
      "/chat",
    ];
    await expectAllAccessible(page, paths, { isZoomed: true });
    await sendMessages(mara, noa, ["hello"]);
    await sendMessages(noa, mara, ["https://example.com", "🌅"]);
    await openChat(mara, noa);
    await expect(messageLog(page, noa).getByText("New messages")).toBeVisible();
    await expectAccessible(page, "a conversation");
    await expectSecondOpinion(page, "a conversation");
  });

  test("menus and dialogs have no violations @desktop", async ({ join, signIn }) => {
    const [mara, noah, wren] = [await join("mara"), await signIn("noah"), await signIn("wren")];
    const { page } = mara;
    await connect(noah, mara);
    await wren.request.post(`/api/connections/request/${await idOf(mara)}`);
    const [post] = await shareNumberedPosts(page, 1);
    await page.goto(`/post/${post}`);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    const notifications = page.getByRole("dialog", { name: "Notifications" });
    await expect(notifications.getByRole("button", { name: "Accept" })).toBeVisible();
    await expectAccessible(page, "the notifications");
    await expectSecondOpinion(page, "the notifications");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText(noah.username)).toBeVisible();
    await expectAccessible(page, "the share popover");
    await expectSecondOpinion(page, "the share popover");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Post menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Edit post" })).toBeVisible();
    await expectAccessible(page, "a menu", "[role=menu]");
    await page.getByRole("menuitem", { name: "Edit post" }).click();
    await expect(page.getByRole("dialog", { name: "Edit post" })).toBeVisible();
    await expectAccessible(page, "the edit post dialog");
    await expectSecondOpinion(page, "the edit post dialog");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Delete post" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "a confirmation dialog");
    await expectSecondOpinion(page, "a confirmation dialog");
    await page.keyboard.press("Escape");

    await page.goto("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByRole("dialog").getByLabel("Username").fill(noah.username);
    await expect(page.getByText("This username is already taken.").first()).toBeVisible();
    await expectAccessible(page, "the edit profile dialog");
    await expectSecondOpinion(page, "the edit profile dialog");

    await page.goto(`/profile/${noah.username}`);
    await page.getByRole("main").getByRole("button", { name: "Connected" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page, "the disconnect dialog");
    await page.keyboard.press("Escape");
    const more = page.getByRole("button", { name: `More about ${noah.username}` });
    await more.click();
    await page.getByRole("menuitem", { name: "Report" }).click();
    await page.getByRole("button", { name: "Send report" }).click();
    await expect(page.getByText("Please choose a reason.")).toBeVisible();
    await expectAccessible(page, "the report dialog");
    await expectSecondOpinion(page, "the report dialog");
    await page.keyboard.press("Escape");
    await more.click();
    await page.getByRole("menuitem", { name: "Block" }).click();
    await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
    await expectAccessible(page, "the block dialog");
    await expectSecondOpinion(page, "the block dialog");
  });
});
