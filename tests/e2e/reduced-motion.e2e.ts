import type { Page } from "@playwright/test";
import { messageField, openChat } from "./chat";
import { cardOf, connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Records every animation and transition longer than 10 ms from the page's start, by event and element. */
async function recordAnimations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const animated: string[] = [];
    Object.assign(window, { animated });
    const note = (event: string) => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect)) continue;
        if (Number(effect.getComputedTiming().activeDuration) <= 10) continue;
        animated.push(`${event}: ${effect.pseudoElement ?? ""} ${effect.target?.outerHTML.slice(0, 100)}`);
      }
    };
    for (const event of ["transitionrun", "animationstart"]) {
      document.addEventListener(event, () => note(event), true);
    }
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.then(
        () => note("view transition"),
        () => undefined,
      );
      return transition;
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "animated"));
}

test("reduced motion disables all animations @desktop", async ({ join, signIn }) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  const [post] = await sharePosts(mara, [{ caption: "Here", altText: "A sky" }]);
  const animated = await recordAnimations(page);

  await page.goto("/feed");
  const card = cardOf(page, "Here");
  const like = card.getByRole("button", { name: "Like" });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await card.getByRole("link", { name: /, view photo$/ }).dblclick();
  await page.getByRole("button", { name: "Your story" }).click();
  await expect(page.getByText("Coming Soon", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Copy link")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your menu" }).click();
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  expect(await animated(), "the feed").toEqual([]);
  const changing = await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  expect(changing, "colours that are still changing").toBe(0);

  // A client-side navigation, which runs the view transition.
  await card.getByRole("link", { name: /, view post$/ }).press("Enter");
  await expect(page).toHaveURL(`/post/${post}`);
  await expect(page.getByRole("link", { name: "Back to feed" })).toBeVisible();
  await page.getByRole("button", { name: "Post menu" }).click();
  await page.getByRole("menuitem", { name: "Delete post" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  expect(await animated(), "a post").toEqual([]);

  await openChat(mara, noah);
  await messageField(page).fill("Still");
  await messageField(page).press("Enter");
  await expect(page.getByRole("log").getByText("Still")).toBeVisible();
  expect(await animated(), "a conversation").toEqual([]);
});
