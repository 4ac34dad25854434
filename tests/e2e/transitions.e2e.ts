import type { Page } from "@playwright/test";
import { cardOf, sharePosts } from "./fixtures";
import { expect, test } from "./test";

/** Records the photos that each later view transition morphs between two pages. */
async function recordTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const morphed: string[] = [];
    Object.assign(window, { morphed });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          // Only a group with a snapshot of both pages animates; an element of one page alone fades.
          const name = /^::view-transition-group\((photo-.+)\)$/.exec(part ?? "")?.[1];
          if (name) morphed.push(name);
        }
      });
      return transition;
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "morphed"));
}

test("a card's photo and a grid tile morph into the post's photo, and back on Back @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const morphed = await recordTransitions(page);
  const [, two] = await sharePosts(mara, [{ caption: "One." }, { caption: "Two." }]);
  await page.goto("/feed");
  await cardOf(page, "Two.")
    .getByRole("link", { name: /, view post$/ })
    .click();
  await expect(page).toHaveURL(`/post/${two}`);
  await expect.poll(morphed).toEqual([`photo-${two}`]);
  await page.goBack();
  await expect.poll(morphed).toEqual([`photo-${two}`, `photo-${two}`]);

  await page.goto("/profile");
  await page.getByRole("region", { name: "Posts" }).getByRole("link").first().click();
  await expect(page).toHaveURL(`/post/${two}`);
  await expect.poll(morphed).toEqual([`photo-${two}`]);
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  await expect.poll(morphed).toEqual([`photo-${two}`, `photo-${two}`]);
});

test("a page that takes the browser too long to draw for a transition is shown without an error @desktop @all", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      // As Chromium does after four seconds.
      const value = transition.ready.then(() => Promise.reject(new DOMException("too late", "TimeoutError")));
      return Object.defineProperty(transition, "ready", { value, configurable: true });
    };
  });
  const [one] = await sharePosts(mara, [{ caption: "One." }]);
  await page.goto("/feed");
  const photo = cardOf(page, "One.").getByRole("link", { name: /, view post$/ });
  await photo.click();
  await expect(page).toHaveURL(`/post/${one}`);
  await page.goBack();
  await expect(photo).toBeVisible();
});
