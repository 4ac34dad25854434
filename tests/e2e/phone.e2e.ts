import type { Locator, Page } from "@playwright/test";
import { markConversationRead, messageField, messageLog, openChat, sendMessages } from "./chat";
import { connect, sharePosts } from "./fixtures";
import { expectReachable, LANDSCAPE } from "./phone";
import { expect, type Member, pressItem, pressUntilVisible, type Session, test } from "./test";

// Phone only: on-screen keyboard, rotation, safe areas and touch scrolling.
test.skip(({ isMobile }) => !isMobile);

const PORTRAIT_WITH_KEYBOARD = { width: 390, height: 400 };
const bottomBar = (page: Page) => page.locator(".bottom-bar");

/** Simulates a keyboard that covers the page without resizing its layout viewport, as on iOS. */
async function coverWithKeyboard(page: Page, visibleHeight: number): Promise<void> {
  await page.evaluate((height) => {
    const view = window.visualViewport;
    if (!view) throw new Error("This browser has no visual viewport.");
    Object.defineProperty(view, "height", { configurable: true, get: () => height });
    view.dispatchEvent(new Event("resize"));
  }, visibleHeight);
}

/** Opens a conversation with more messages than fit on a screen, scrolled to its end. @returns the last message */
async function openLongChat(mara: Member, noah: Session): Promise<Locator> {
  await connect(mara, noah);
  await sendMessages(
    noah,
    mara,
    Array.from({ length: 20 }, (_, at) => `Message ${at + 1}`),
  );
  await sendMessages(mara, noah, ["The last one"]);
  await markConversationRead(mara, noah);
  await openChat(mara, noah);
  const last = messageLog(mara.page, noah).getByText("The last one");
  await expect(last).toBeInViewport();
  return last;
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Changes the size of the viewport, and waits until the page has handled it: two changes at once fire one event. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await twoFrames(page);
}

/** Dispatches a one-finger drag by `by` px to the browser itself, through the DevTools protocol. */
async function drag(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", y: number) =>
    cdp.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: from.x, y }] });
  await touch("touchStart", from.y);
  for (let step = 1; step <= 10; step += 1) await touch("touchMove", from.y + (by * step) / 10);
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
  // The browser applies the scroll within two frames.
  await twoFrames(page);
}

const rootOverscroll = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY);

test("a conversation scrolls by itself, and keeps its field, its button and its last message visible above the keyboard", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const last = await openLongChat(mara, noah);
  await expect(bottomBar(page)).toBeVisible();

  await test.step("a drag scrolls the messages, not the page", async () => {
    await expect.poll(() => rootOverscroll(page)).toBe("none");
    const scrolled = () => messageLog(page, noah).evaluate((list) => list.scrollTop);
    await drag(page, { x: 195, y: 300 }, 300);
    await expect.poll(scrolled).toBeLessThan(-100);
    await drag(page, { x: 195, y: 600 }, -500);
    await expect(last).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("a keyboard that covers the page", async () => {
    await messageField(page).tap();
    await coverWithKeyboard(page, 450);
    await expectReachable(messageField(page), 450);
    await expectReachable(last, 450);
    await coverWithKeyboard(page, 844);
    await expect.poll(async () => (await messageField(page).boundingBox())?.y).toBeGreaterThan(700);
    await page.evaluate(() => Reflect.deleteProperty(window.visualViewport ?? {}, "height"));
    await messageField(page).blur();
    await expect(bottomBar(page)).toBeVisible();
  });

  await messageField(page).tap();
  await page.setViewportSize(PORTRAIT_WITH_KEYBOARD);
  await expect(bottomBar(page)).toBeHidden();
  await expectReachable(messageField(page), PORTRAIT_WITH_KEYBOARD.height);
  await expectReachable(last, PORTRAIT_WITH_KEYBOARD.height);
  await messageField(page).fill("Written");
  const send = page.getByRole("button", { name: "Send" });
  await expectReachable(send, PORTRAIT_WITH_KEYBOARD.height);
  await send.tap();
  await expectReachable(messageLog(page, noah).getByText("Written"), PORTRAIT_WITH_KEYBOARD.height);
  await expect(messageField(page), "the keyboard stays for the next message").toBeFocused();

  const row = messageLog(page, noah).getByRole("listitem").filter({ hasText: "Written" });
  // A second long press opens the menu again.
  // Only a stored message has a menu.
  await expect(row.getByRole("button", { name: "Message options" })).toBeVisible();
  for (const key of ["Escape", "Enter"]) {
    await row.getByText("Written").dispatchEvent("pointerdown", { pointerType: "touch", isPrimary: true });
    await expect(page.getByRole("menuitem", { name: "Delete message" })).toBeVisible();
    await row.getByText("Written").dispatchEvent("pointerup", { pointerType: "touch", isPrimary: true });
    await pressItem(page.getByRole("menuitem", { name: "Delete message" }), key);
    await expect(page.getByRole("menu")).toBeHidden();
  }
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).tap();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await messageField(page).tap();

  await page.setViewportSize({ width: 844, height: 190 });
  await expectReachable(messageField(page), 190);
  await expectReachable(send.or(page.getByRole("button", { name: "Add an attachment" })).first(), 190);
  await expectReachable(messageLog(page, noah).getByText("Written"), 190);

  await page.setViewportSize({ width: 390, height: 844 });
  await messageField(page).blur();
  await expect(bottomBar(page)).toBeVisible();
  await expectReachable(messageField(page), 844 - 57);

  await test.step("the top bar's search stays visible while focused, in landscape", async () => {
    await page.setViewportSize({ width: 640, height: 360 });
    // An open conversation has the whole viewport there.
    await expect(page.getByRole("banner")).toBeHidden();
    await page.getByRole("link", { name: "Back to messages" }).tap();
    const search = page.getByRole("banner").getByRole("searchbox", { name: "Search" });
    await search.tap();
    await expect(page.locator("html")).toHaveAttribute("data-writing", "input");
    await expect(search).toBeFocused();
    await expect(search).toBeVisible();
    // The first press closes the panel of the search.
    const explore = page.getByRole("search").getByRole("link", { name: "Explore" });
    await expect(explore).toBeVisible();
    await page.goBack();
    await expect(explore).toHaveCount(0);
    await page.goBack();
    await messageField(page).tap();
    await expect(page.locator("html")).toHaveAttribute("data-writing", "textarea");
    await expect(page.getByRole("banner")).toBeHidden();
  });
});

test("the comment field and its button are reachable above the keyboard, and the bottom bar hides until it closes", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const [post] = await sharePosts(mara, [{ caption: "Here" }]);
  await page.goto(`/post/${post}`);
  const field = page.getByLabel("Add a comment");
  await field.tap();
  await expect(bottomBar(page)).toBeHidden();
  await resize(page, PORTRAIT_WITH_KEYBOARD);
  await expect(bottomBar(page)).toBeHidden();
  await resize(page, { width: 390, height: 844 });
  await expect(bottomBar(page), "put away by its own button").toBeVisible();
  await expect(field).toBeFocused();
  await field.tap();
  await expect(bottomBar(page)).toBeHidden();
  await resize(page, { width: 640, height: 200 });
  await resize(page, PORTRAIT_WITH_KEYBOARD);
  await expect(page.locator("html"), "turned with the keyboard up").toHaveAttribute(
    "data-writing",
    "textarea",
  );
  await resize(page, { width: 390, height: 844 });
  await expect(bottomBar(page), "put away after the turn").toBeVisible();
  await field.tap();
  await expect(bottomBar(page)).toBeHidden();
  await field.blur();
  await expect(bottomBar(page)).toBeVisible();

  await field.tap();
  await resize(page, PORTRAIT_WITH_KEYBOARD);
  // A phone's browser scrolls the focused field into view; an emulated one does not.
  await field.evaluate((element) => element.scrollIntoView({ block: "nearest" }));
  await expect(bottomBar(page)).toBeHidden();
  await expectReachable(field, PORTRAIT_WITH_KEYBOARD.height);
  await field.fill("Said");
  const send = page.getByRole("button", { name: "Post", exact: true });
  await expectReachable(send, PORTRAIT_WITH_KEYBOARD.height);
  await send.tap();
  await expect(page.getByRole("list", { name: "Comments" }).getByText("Said")).toBeVisible();
});

test("a dialog keeps its field and buttons visible above the keyboard and in landscape, and the page behind it does not scroll", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(
    mara,
    Array.from({ length: 9 }, (_, at) => ({ caption: `Photo ${at}` })),
  );
  await page.goto("/profile");
  const dialog = page.getByRole("dialog");
  const bio = dialog.getByLabel("Bio");
  const save = dialog.getByRole("button", { name: "Save Changes" });
  const close = dialog.getByRole("button", { name: "Close" });

  await test.step("a drag scrolls the page, but not behind the dialog", async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    const scrollTop = () => page.evaluate(() => window.scrollY);
    await drag(page, { x: 195, y: 400 }, -100);
    await expect.poll(scrollTop).toBeGreaterThan(0);
    // A tap while the page still scrolls only stops it.
    await pressUntilVisible(
      () => page.getByRole("button", { name: "Edit Profile" }).tap({ timeout: 2000 }),
      bio,
      "a tap",
    );
    const before = await scrollTop();
    const top = (await dialog.boundingBox())?.y ?? 0;
    await drag(page, { x: 195, y: top + 60 }, -200);
    await drag(page, { x: 195, y: Math.max(4, top - 20) }, -200);
    expect(await scrollTop()).toBe(before);
    expect(await rootOverscroll(page)).toBe("none");
  });

  await test.step("in landscape its content scrolls between its title and its buttons", async () => {
    await page.setViewportSize(LANDSCAPE);
    await bio.scrollIntoViewIfNeeded();
    for (const part of [dialog.getByRole("heading"), close, save])
      await expectReachable(part, LANDSCAPE.height);
  });

  await test.step("above the keyboard", async () => {
    await bio.tap();
    await page.setViewportSize(PORTRAIT_WITH_KEYBOARD);
    await expectReachable(bio, PORTRAIT_WITH_KEYBOARD.height);
    await expectReachable(save, PORTRAIT_WITH_KEYBOARD.height);
    await page.setViewportSize({ width: 390, height: 844 });
    await coverWithKeyboard(page, 420);
    for (const part of [bio, save, close]) await expectReachable(part, 420);
  });
});

test("controls stay inside the safe area of a notch and a home bar", async ({ join, signIn }) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  const cdp = await page.context().newCDPSession(page);
  const expectInSafeArea = async (
    target: Locator,
    { left, right, bottom }: Record<"left" | "right" | "bottom", number>,
  ) => {
    await expect(target).toBeVisible();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await expect
      .poll(async () => {
        const at = await target.boundingBox();
        return at && at.x >= left && at.x + at.width <= width - right && at.y + at.height <= height - bottom;
      })
      .toBe(true);
  };

  const landscapeInsets = { top: 0, left: 59, right: 59, bottom: 21 };
  await page.setViewportSize(LANDSCAPE);
  await cdp.send("Emulation.setSafeAreaInsetsOverride", { insets: landscapeInsets });
  await openChat(mara, noah);
  await expectInSafeArea(page.getByRole("banner").getByRole("link", { name: "Afterglow" }), landscapeInsets);
  await expectInSafeArea(page.getByRole("button", { name: "Your menu" }), landscapeInsets);
  await expectInSafeArea(page.getByRole("heading", { name: "Messages", exact: true }), landscapeInsets);
  await expectInSafeArea(page.getByRole("button", { name: "Send" }), landscapeInsets);

  const portraitInsets = { top: 59, left: 0, right: 0, bottom: 34 };
  await page.setViewportSize({ width: 390, height: 844 });
  await cdp.send("Emulation.setSafeAreaInsetsOverride", { insets: portraitInsets });
  await expectInSafeArea(bottomBar(page).getByRole("link", { name: "Feed" }), portraitInsets);
  await expectReachable(page.getByRole("button", { name: "Send" }), 844 - 34 - 57);
  expect((await page.getByRole("button", { name: "Your menu" }).boundingBox())?.y).toBeGreaterThanOrEqual(59);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).tap();
  await expectInSafeArea(
    page.getByRole("dialog").getByRole("button", { name: "Save Changes" }),
    portraitInsets,
  );
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).tap();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.setViewportSize(LANDSCAPE);
  await cdp.send("Emulation.setSafeAreaInsetsOverride", { insets: landscapeInsets });
  await page.getByRole("button", { name: "New" }).tap();
  await expectInSafeArea(page.getByRole("button", { name: "Dismiss" }), landscapeInsets);
});

test("Back closes an open menu or panel and leaves the page with one more press; pull to refresh is off under a popover", async ({
  join,
}) => {
  const mara = await join();
  const { page, username } = mara;
  await sharePosts(mara, [{ caption: "Here" }]);
  await page.goto("/feed");
  expect(await rootOverscroll(page)).toBe("auto");
  await page.getByRole("button", { name: "Share" }).tap();
  await expect(page.getByText("Copy link")).toBeVisible();
  await expect.poll(() => rootOverscroll(page)).toBe("none");
  await page.keyboard.press("Escape");
  await expect.poll(() => rootOverscroll(page)).toBe("auto");

  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
  const menu = page.getByRole("menu");
  const panel = page.getByRole("dialog", { name: "Notifications" });
  for (const [name, overlay] of [
    ["Your menu", menu],
    ["Notifications", panel],
  ] as const) {
    const opener = page.getByRole("banner").getByRole("button", { name });
    for (const close of [() => page.goBack(), () => page.keyboard.press("Escape")]) {
      await opener.click();
      await expect(overlay).toBeVisible();
      await close();
      await expect(overlay).toHaveCount(0);
      await expect(page).toHaveURL("/profile");
    }
  }
  // A link in a menu navigates: one press returns to the page, the next one leaves it.
  await page.getByRole("button", { name: "Your menu" }).click();
  await menu.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  await expect(menu).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/feed");
});
