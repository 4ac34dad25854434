import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, sharePosts } from "./fixtures";
import { expect, type Session, test, toast } from "./test";

test.use({ allowedErrors: [/status of 500/] });

const tiles = (page: Page) => page.getByRole("region", { name: "Posts" }).getByRole("listitem");
const tileOf = (page: Page, member: Session) => tiles(page).filter({ hasText: member.username });

test("Explore shows posts near the viewer first, with the reason", async ({ join, signIn }) => {
  const [viewer, friend, author] = [await join("viewer"), await signIn("friend"), await signIn("author")];
  await connect(viewer, friend);
  await connect(friend, author);
  const [older, newer] = await sharePosts(author, [
    { altText: "A pier" },
    { altText: "A covered pier", isSensitive: true },
  ]);
  const { page } = viewer;
  await page.goto("/explore");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Explore");
  const first = tiles(page).first();
  await expect(first.getByText(`Connected with ${friend.username}`)).toBeVisible();
  await expect(first.getByText("Sensitive photo")).toBeAttached();
  await expectAccessible(page, "Explore");
  await first.getByRole("button", { name: "Show photo" }).click();
  await expect(first.getByRole("img", { name: "A covered pier" })).toBeVisible();
  // The arrow keys pass over the names below the tiles.
  await first.locator(`a[href="/post/${newer}"]`).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tiles(page).nth(1).locator(`a[href="/post/${older}"]`)).toBeFocused();

  await tileOf(page, author).first().getByRole("link", { name: author.username }).click();
  await expect(page).toHaveURL(`/profile/${author.username}`);
});

test("a hashtag is followed and unfollowed on its page, and marks its posts in Explore", async ({
  join,
  signIn,
}) => {
  const [viewer, author] = [await join("viewer"), await signIn("author")];
  const tag = `calm_${author.username.replaceAll(".", "_")}`;
  await sharePosts(author, [{ caption: `Dusk #${tag}` }]);
  const { page } = viewer;
  await page.goto(`/tag/${tag}`);
  const main = page.getByRole("main");
  await page.route("**/api/tags/*/follow", (route) => route.fulfill({ status: 500, json: {} }));
  await main.getByRole("button", { name: `Follow #${tag}`, exact: true }).click();
  await expect(toast(page, "Failed to update the hashtag")).toBeVisible();
  await page.unroute("**/api/tags/*/follow");
  await main.getByRole("button", { name: `Follow #${tag}`, exact: true }).press("Enter");
  await expect(toast(page, `You follow #${tag}`)).toBeVisible();
  const unfollow = main.getByRole("button", { name: `Following #${tag}` });
  await expect(unfollow).toBeVisible();
  await expectAccessible(page, "a followed hashtag");
  await page.goto("/explore");
  await expect(tileOf(page, author).getByText(`#${tag}`)).toBeVisible();
  await page.getByRole("navigation", { name: "Hashtags you follow" }).getByRole("link").click();
  await expect(page).toHaveURL(`/tag/${tag}`);
  await unfollow.click();
  await expect(toast(page, `You unfollowed #${tag}`)).toBeVisible();
  await expect(main.getByRole("button", { name: `Follow #${tag}`, exact: true })).toBeVisible();
});

test("an empty feed leads to Explore, and the settings leave a member out", async ({ join }) => {
  const { page } = await join();
  const main = page.getByRole("main");
  await page.goto("/feed");
  // Wide screens have another one beside the feed.
  await main.getByRole("link", { name: "Explore" }).first().click();
  await expect(page).toHaveURL("/explore");
  // Before the oldest post: other tests share posts at any time.
  await page.goto("/explore?cursor=00000000-0000-7000-8000-000000000000");
  await expect(main.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
  await expectAccessible(page, "Explore without posts");

  await page.goto("/settings/privacy");
  await page.getByLabel("Keep me out of Explore and suggestions").check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Keep me out of Explore and suggestions")).toBeChecked();
});
