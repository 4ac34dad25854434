import { isHydrated } from "../e2e/translate";
import { link } from "./locators";
import type { Tab } from "./tab";
import { expect, test } from "./test";

/** Shares 24 posts whose cards have other heights than estimated. Runs in the page. */
async function sharePosts(): Promise<void> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [300, 240];
  canvas.getContext("2d")?.fillRect(0, 0, 300, 240);
  let mediaUrl = canvas.toDataURL("image/jpeg");
  for (let number = 1; number <= 24; number++) {
    const caption = `Evening no. ${number}. ${"The lamps come on. ".repeat((number * 7) % 12)}`;
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ mediaUrl, caption });
    const reply = await fetch("/api/posts", { method: "POST", headers, body });
    const post: { mediaUrl: string } = await reply.json();
    mediaUrl = post.mediaUrl;
  }
}

/** Returns the distance of a post's card from the top of the viewport; null while it or its document is not loaded. */
const topOf = (tab: Tab, number: number) =>
  tab
    .evaluate((number) => {
      const cards = [...document.querySelectorAll("[data-post]")];
      const card = cards.find((one) => one.textContent?.includes(`Evening no. ${number}.`));
      return card ? card.getBoundingClientRect().top : null;
    }, number)
    .catch(() => null);

/** Loads pages of the feed until the post is there, and scrolls to its card. */
async function scrollToPost(tab: Tab, number: number): Promise<void> {
  await expect
    .poll(async () => {
      const top = await topOf(tab, number);
      await tab.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), top === null ? 3000 : top - 200);
      return Math.abs((top ?? Number.NaN) - 200);
    })
    .toBeLessThan(3);
}

const staysAt = (tab: Tab, number: number, top: number) =>
  expect
    .poll(async () => Math.abs(((await topOf(tab, number)) ?? Number.NaN) - top), {
      message: `post ${number}`,
    })
    .toBeLessThan(3);

/** Reloads the page, and waits until the new document is hydrated. */
async function reload(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    document.documentElement.dataset.isOld = "";
    location.reload();
  });
  const isNew = () => tab.evaluate(() => !("isOld" in document.documentElement.dataset)).catch(() => false);
  await expect.poll(isNew, { message: "a new document" }).toBe(true);
  await expect.poll(() => tab.evaluate(isHydrated).catch(() => false), { message: "hydrated" }).toBe(true);
}

test("the feed keeps its place on Back from another document, and on a reload", async ({ join }) => {
  const { tab } = await join();
  await tab.evaluate(sharePosts);
  await tab.open("/feed");
  await tab.sees(link("Chat"));
  await scrollToPost(tab, 8);
  await tab.open("/terms");
  await tab.isAt("/terms");
  await tab.back();
  await tab.isAt("/feed");
  await staysAt(tab, 8, 200);
  await reload(tab);
  await staysAt(tab, 8, 200);
});

/**
 * Scrolls to the top in small steps. Returns the largest movement of the card under the top bar that differs from the
 * scroll, in pixels. Runs in the page.
 */
async function largestJump(): Promise<number> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let largest = 0;
  // A reader's wheel ends the restoring of the place.
  document.body.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
  while (scrollY > 0) {
    const cards = [...document.querySelectorAll("[data-post]")];
    const card = cards.find((one) => one.getBoundingClientRect().top >= 80);
    const top = card?.getBoundingClientRect().top ?? 0;
    const step = Math.min(40, scrollY);
    scrollBy({ top: -step, behavior: "instant" });
    // Cards that come near the view are laid out and measured in the next frames.
    for (let frame = 0; frame < 3; frame++) await nextFrame();
    const jump = card ? Math.abs(card.getBoundingClientRect().top - top - step) : 0;
    largest = Math.max(largest, jump);
  }
  return largest;
}

test("the feed does not jump while a member scrolls up after a reload", async ({ join }) => {
  const { tab } = await join();
  await tab.evaluate(sharePosts);
  await tab.open("/feed");
  await tab.sees(link("Chat"));
  await scrollToPost(tab, 12);
  await reload(tab);
  await staysAt(tab, 12, 200);
  // WebKit scrolls by whole pixels. Without the correction the jumps are those of the heights, tens of pixels.
  expect(await tab.evaluate(largestJump)).toBeLessThan(6);
});
