import type { Page } from "@playwright/test";
import { cardOf, sharePosts } from "./given";
import { expect, test } from "./test";

/** Notes of every view transition from now on which photos it carries from one page to the other. */
async function watchTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const carried: string[] = [];
    Object.assign(window, { carried });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          // A group that moves has a picture of both pages; what is on one of them alone only fades.
          const name = /^::view-transition-group\((photo-.+)\)$/.exec(part ?? "")?.[1];
          if (name) carried.push(name);
        }
      });
      return transition;
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "carried"));
}

test("a card's photo and a grid's tile grow into the post's own, and shrink back into their place", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const carried = await watchTransitions(page);
  const [one, two] = await sharePosts(mara, [{ caption: "One." }, { caption: "Two." }]);
  await page.goto("/feed");
  await cardOf(page, "One.").getByRole("link", { name: "View photo" }).click();
  await expect(page).toHaveURL(`/post/${one}`);
  await expect.poll(carried).toEqual([`photo-${one}`]);

  await page.goto("/feed");
  await cardOf(page, "Two.").getByRole("link", { name: "View photo" }).click();
  await expect(page).toHaveURL(`/post/${two}`);
  await expect.poll(carried).toEqual([`photo-${two}`]);
  await page.goBack();
  await expect.poll(carried).toEqual([`photo-${two}`, `photo-${two}`]);

  await page.goto("/profile");
  await page.getByRole("region", { name: "Posts" }).getByRole("link").first().click();
  await expect(page).toHaveURL(`/post/${two}`);
  await expect.poll(carried).toEqual([`photo-${two}`]);
  await page.goBack();
  await expect(page).toHaveURL("/profile");
  await expect.poll(carried).toEqual([`photo-${two}`, `photo-${two}`]);
});
