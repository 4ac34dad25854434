import type { CDPSession, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { messageLog, openChat } from "./chat";
import { cardOf, connect, gate, idOf, photoFile, sharePosts, shareSeveral } from "./fixtures";
import { expect, type Member, type Session, test, toast } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ allowedErrors: [/Failed to load resource/] });

const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const shown = (page: Page) => viewer(page).locator(".yarl__slide_current [data-viewer-photo]");
const photoLink = (page: Page) => page.getByRole("link", { name: /, view photo$/ });

/** Returns the width of the current photo on the screen, in CSS pixels. */
const widthOf = (page: Page) =>
  shown(page).evaluate((photo) => Math.round(photo.getBoundingClientRect().width));

/** Generates AI images over the API: the collection is a series of photos. */
async function generateImages({ page }: Member, prompts: string[]): Promise<void> {
  for (const prompt of prompts) {
    const reply = await page.request.post("/api/ai/generate", { data: { prompt } });
    expect(reply.status()).toBe(201);
  }
}

/** Opens the first of three AI images, the newest one. */
async function openSeries(mara: Member): Promise<void> {
  await generateImages(mara, ["A third evening", "A second evening", "A first evening"]);
  await mara.page.goto("/ai");
  await mara.page.getByRole("link", { name: "AI image of: A first evening" }).click();
  await expect(viewer(mara.page).getByRole("status")).toHaveText(
    "Photo 1 of 3: AI image of: A first evening",
  );
}

/** Waits until the photo has stopped moving. */
async function settled(photo: Locator): Promise<void> {
  await photo.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
}

test("a press opens a post's photo, Esc and Back close it, a double press only likes, and a toast is shown over it @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk", altText: "A gull over the harbour" }]);
  await page.goto("/feed");
  const card = cardOf(page, "Dusk");
  const link = card.getByRole("link", { name: "A gull over the harbour, view photo" });
  await link.dblclick();
  await expect(card).toContainText("1 like");
  await expect(viewer(page)).toHaveCount(0);

  await link.click();
  await expect(viewer(page)).toHaveAttribute("aria-modal", "true");
  await expect(viewer(page).getByRole("img", { name: "A gull over the harbour" })).toBeVisible();
  await expect(viewer(page).getByText("A gull over the harbour", { exact: true }).last()).toBeVisible();
  await expect(viewer(page).getByRole("status")).toHaveText("A gull over the harbour");
  await expect(viewer(page).getByRole("button", { name: "Next photo" })).toHaveCount(0);
  // Its author kept no original.
  await expect(viewer(page).getByRole("button", { name: /^Original/ })).toHaveCount(0);
  await expectAccessible(page, "the viewer", "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL("/feed");

  await link.press("Enter");
  await expect(viewer(page)).toBeVisible();
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL("/feed");

  const failing = gate();
  await page.route("**/api/posts/*/like", async (route) => {
    await failing.passed;
    await route.fulfill({ status: 500, json: { error: { code: "internal", message: "Broken" } } });
  });
  await card.getByRole("button", { name: /^Like/ }).click();
  await link.click();
  await expect(viewer(page)).toBeVisible();
  failing.open();
  const failed = toast(page, "Failed to like post");
  await failed.getByRole("button", { name: "Dismiss" }).click();
  await expect(failed).toHaveCount(0);
  await expect(viewer(page)).toBeVisible();
  await viewer(page).getByRole("button", { name: "Close" }).click();
  await expect(viewer(page)).toHaveCount(0);
});

test("a post opens its photos as a series, which ends on both sides; keys, wheel and buttons zoom within limits @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  // 400 pixels wide and 600 high, so that it is not scaled to fit.
  const post = await shareSeveral(mara, 3);
  await page.goto(`/post/${post}`);
  const first = photoLink(page).first();
  await first.press("Enter");
  const status = viewer(page).getByRole("status");

  await test.step("arrow keys and buttons show the series", async () => {
    await expect(status).toHaveText("Photo 1 of 3: Photo 1");
    await expect(viewer(page).getByRole("button", { name: "Previous photo" })).toBeDisabled();
    await expectAccessible(page, "a series", "[role=dialog]");
    await page.keyboard.press("ArrowRight");
    await expect(status).toHaveText("Photo 2 of 3: Photo 2");
    await expect(viewer(page).getByText("2 / 3")).toBeVisible();
    await settled(shown(page));
    await viewer(page).getByRole("button", { name: "Next photo" }).click();
    await expect(status).toHaveText("Photo 3 of 3: Photo 3");
    await expect(viewer(page).getByRole("button", { name: "Next photo" })).toBeDisabled();
    await settled(shown(page));
    await page.keyboard.press("ArrowLeft");
    await expect(status).toHaveText("Photo 2 of 3: Photo 2");
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
    // From right to left the arrows are mirrored.
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    await first.press("Enter");
    await expect(status).toHaveText("Photo 1 of 3: Photo 1");
    await page.keyboard.press("ArrowLeft");
    await expect(status).toHaveText("Photo 2 of 3: Photo 2");
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toHaveCount(0);
    await page.evaluate(() => document.documentElement.setAttribute("dir", "ltr"));
  });

  await first.press("Enter");
  await settled(shown(page));
  await expect.poll(() => widthOf(page)).toBe(400);
  await page.keyboard.press("+");
  await expect.poll(() => widthOf(page)).toBe(800);
  await expect(viewer(page).getByRole("button", { name: "Zoom in" })).toBeDisabled();
  await expect(viewer(page).locator(".viewer-alt")).toBeHidden();
  await page.keyboard.press("-");
  await expect.poll(() => widthOf(page)).toBe(400);
  await expect(viewer(page).locator(".viewer-alt")).toBeVisible();
  await shown(page).hover();
  await page.mouse.wheel(0, -100);
  await expect.poll(() => widthOf(page)).toBe(800);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => widthOf(page)).toBe(400);
  await viewer(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => widthOf(page)).toBe(800);
  await viewer(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(() => widthOf(page)).toBe(400);
  await shown(page).dblclick();
  await expect.poll(() => widthOf(page)).toBe(800);
  // The resized viewer centres the photo, which would undo a key before it.
  const resized = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener("resize", () => requestAnimationFrame(() => resolve()), { once: true });
      }),
  );
  await page.setViewportSize({ width: 600, height: 700 });
  await resized;
  await settled(shown(page));
  const left = () => shown(page).evaluate((photo) => Math.round(photo.getBoundingClientRect().left));
  const before = await left();
  await page.keyboard.press("ArrowRight");
  await expect.poll(left).toBeLessThan(before);
  // The shortcuts of the page behind do nothing.
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`/post/${post}`);
});

test("a picture in chat opens with the others of the conversation @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  const send = async (from: Session, to: Session, name: string) => {
    const { buffer } = await photoFile(name, 500, 300);
    const data = `data:image/jpeg;base64,${buffer.toString("base64")}`;
    const attachment = { type: "image/jpeg", name, data };
    const sent = await from.request.post(`/api/chat/messages/${await idOf(to)}`, {
      data: { content: "", clientId: crypto.randomUUID(), attachment },
    });
    expect(sent.status()).toBe(201);
  };
  await send(mara, noah, "harbour.jpg");
  await send(noah, mara, "gull.jpg");
  await openChat(mara, noah);
  const link = messageLog(page, noah).getByRole("link", { name: "harbour.jpg" });
  await link.click();
  const status = viewer(page).getByRole("status");
  await expect(status).toHaveText("Photo 1 of 2: harbour.jpg");
  await expect.poll(() => widthOf(page)).toBe(300);
  await page.keyboard.press("ArrowRight");
  await expect(status).toHaveText("Photo 2 of 2: gull.jpg");
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();
});

test("without a network the loaded variant stays, and a photo that cannot load says so @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const buffer = (await photoFile("large.jpg", 2000, 1400)).buffer;
  const upload = await page.request.post("/api/media", {
    multipart: { file: { name: "large.jpg", mimeType: "image/jpeg", buffer } },
  });
  const { url } = await upload.json();
  await page.request.post("/api/posts", { data: { mediaUrl: url, caption: "Large" } });
  await page.goto("/feed");
  const link = cardOf(page, "Large").getByRole("link", { name: /, view photo$/ });
  await expect(cardOf(page, "Large").locator("[data-photo=shown]")).toBeVisible();
  // The feed shows the middle variant; the viewer wants the largest one.
  await page.route(
    (address) => address.pathname === url,
    (route) => route.abort(),
  );
  await link.press("Enter");
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press("+");
  const images = shown(page).locator("img");
  await expect(images).toHaveCount(1);
  await expect.poll(() => images.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080);
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toHaveCount(0);

  await page.unroute((address) => address.pathname === url);
  await page.route("**/media/**", (route) => route.abort());
  await page.reload();
  await link.press("Enter");
  await expect(viewer(page).getByRole("alert")).toContainText("The photo could not be loaded.");
  await expectAccessible(page, "a photo that failed", "[role=dialog]");
  await page.unroute("**/media/**");
  await viewer(page).getByRole("button", { name: "Retry" }).click();
  await expect(shown(page).locator("img").last()).toBeVisible();
});

test("the viewer opens after its code failed to load once the server is reachable @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, [{ caption: "Dusk" }]);
  await page.goto("/feed");
  let isBroken = true;
  const stopped = (address: URL) => isBroken && /photo-viewer|favicon/.test(address.pathname);
  await page.route(stopped, (route) => route.abort());
  await cardOf(page, "Dusk")
    .getByRole("link", { name: /, view photo$/ })
    .press("Enter");
  await expect(toast(page, "Connection error")).toBeVisible();
  isBroken = false;
  await expect(viewer(page)).toBeVisible();
});

test.describe("with fingers", () => {
  test.skip(({ isMobile }) => !isMobile);

  /** Moves fingers along straight lines, all at once, in ten steps. */
  /** One a frame, as of a finger: two gestures that begin within 300 ms would be a double tap. */
  const MOVES = 20;

  async function move(cdp: CDPSession, ...fingers: { from: [number, number]; to: [number, number] }[]) {
    const send = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
      cdp.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          type === "touchEnd"
            ? []
            : fingers.map(({ from, to }, id) => ({
                id,
                x: from[0] + (to[0] - from[0]) * part,
                y: from[1] + (to[1] - from[1]) * part,
              })),
      });
    await send("touchStart", 0);
    for (let step = 1; step <= MOVES; step++) {
      await send("touchMove", step / MOVES);
      await cdp.send("Runtime.evaluate", {
        expression: "new Promise(requestAnimationFrame)",
        awaitPromise: true,
      });
    }
    await send("touchEnd", 1);
  }

  test("a swipe shows the next photo, two fingers zoom, and swiping down closes", async ({ join }) => {
    const mara = await join();
    const { page } = mara;
    await openSeries(mara);
    const cdp = await page.context().newCDPSession(page);
    const status = viewer(page).getByRole("status");
    await settled(shown(page));
    await move(cdp, { from: [320, 400], to: [60, 400] });
    await expect(status).toHaveText("Photo 2 of 3: AI image of: A second evening");
    await settled(shown(page));
    await move(cdp, { from: [60, 400], to: [320, 400] });
    await expect(status).toHaveText("Photo 1 of 3: AI image of: A first evening");
    await settled(shown(page));
    expect(await widthOf(page)).toBe(390);
    await move(cdp, { from: [180, 400], to: [60, 400] }, { from: [210, 400], to: [330, 400] });
    await expect.poll(() => widthOf(page)).toBeGreaterThan(600);
    // On a slow machine one pinch can end a little above the whole photo.
    await expect(async () => {
      await move(cdp, { from: [60, 400], to: [180, 400] }, { from: [330, 400], to: [210, 400] });
      await expect.poll(() => widthOf(page), { timeout: 2000 }).toBe(390);
    }).toPass();
    await settled(shown(page));
    await move(cdp, { from: [195, 400], to: [195, 650] });
    await expect(viewer(page)).toHaveCount(0);
    await expect(page).toHaveURL("/ai");
  });
});
