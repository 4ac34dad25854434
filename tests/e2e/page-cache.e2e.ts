import type { Page } from "@playwright/test";
import { addComment, cardOf, connect, gate, idOf, shareNumberedPosts, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test.use({ allowedErrors: [/status of (404|500)/] });

const placeholders = (page: Page) => page.getByText("Loading the page");

/** Holds the replies of a route's loader until the returned gate opens. */
async function holdData(page: Page, pattern: string) {
  const held = gate();
  await page.route(pattern, async (route) => {
    await held.passed;
    await route.continue();
  });
  return held;
}

test("Back shows a profile at once, where it was scrolled, and then as the server has it @desktop", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  await connect(mara, noah);
  await shareNumberedPosts(noah, 25);
  await page.goto("/feed");
  await page.getByRole("feed").getByRole("link", { name: noah.username }).first().click();
  const posts = page.getByRole("region", { name: "Posts" }).getByRole("link");
  await expect(posts).toHaveCount(20);
  await posts.nth(19).scrollIntoViewIfNeeded();
  await expect(posts).toHaveCount(25);
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await posts.nth(19).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Post by ${noah.username}`);

  await sharePosts(noah, [{ altText: "A new photo" }]);
  const held = await holdData(page, `**/profile/${noah.username}.data*`);
  await page.goBack();
  await expect(posts).toHaveCount(25);
  await expect(placeholders(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
  held.open();
  await expect(page.getByRole("img", { name: "A new photo" })).toHaveCount(1);

  await test.step("a profile that is no longer for the member leaves the screen", async () => {
    await posts.nth(19).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Post by ${noah.username}`);
    expect((await noah.request.post(`/api/blocks/${await idOf(mara)}`)).status()).toBe(204);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("User Not Found");
    await expect(posts).toHaveCount(0);
  });
});

test("Back does not show a page from before the member's own change @desktop", async ({ join }) => {
  const { page } = await join("mara");
  await sharePosts({ request: page.request }, [{ caption: "#dusk" }]);
  await page.goto("/tag/dusk");
  await page.getByRole("button", { name: "Follow" }).click();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await page.getByRole("main").getByRole("listitem").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Post by/);
  const held = await holdData(page, "**/tag/dusk.data*");
  await page.goBack();
  await expect(placeholders(page)).toBeVisible();
  held.open();
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
});

test("a post of the feed is shown at once, its comments and neighbours follow, and one that is gone leaves @desktop", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  await connect(mara, noah);
  const [older = "", id = ""] = await sharePosts(noah, [{ caption: "Dawn" }, { caption: "Dusk" }]);
  for (const text of ["One", "Two", "Three"]) await addComment(noah, id, text);
  await page.goto("/feed");
  let held = await holdData(page, "**/post/*.data*");
  await cardOf(page, "Dusk")
    .getByRole("link", { name: /, view post$/ })
    .click();
  await expect(page).toHaveURL(`/post/${id}`);
  await expect(page.getByRole("main").getByRole("img", { name: "Dusk" })).toBeVisible();
  const comments = page.getByRole("list", { name: "Comments" }).getByRole("listitem");
  await expect(comments).toHaveCount(0);
  held.open();
  await expect(comments).toHaveText([/One/, /Two/, /Three/]);

  await page.goBack();
  await page.unroute("**/post/*.data*");
  await page.route("**/post/*.data*", (route) => route.fulfill({ status: 500 }));
  await cardOf(page, "Dawn")
    .getByRole("link", { name: /, view post$/ })
    .click();
  await expect(page.getByRole("heading", { name: "Error Loading Post" })).toBeVisible();

  await page.goBack();
  await page.unroute("**/post/*.data*");
  await page.reload();
  held = await holdData(page, "**/post/*.data*");
  await cardOf(page, "Dawn")
    .getByRole("link", { name: /, view post$/ })
    .click();
  await expect(page).toHaveURL(`/post/${older}`);
  await expect(page.getByRole("main").getByRole("img", { name: "Dawn" })).toBeVisible();
  expect((await noah.request.post(`/api/blocks/${await idOf(mara)}`)).status()).toBe(204);
  held.open();
  await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
});

test("the photo of a post is that of its tile until its own file is loaded @desktop", async ({ join }) => {
  const mara = await join("mara");
  const { page } = mara;
  // On this screen a tile loads the smallest file, and the post loads a larger one.
  await page.setViewportSize({ width: 900, height: 900 });
  await sharePosts(mara, [{ altText: "Dusk" }]);
  await page.goto("/profile");
  const tile = page.getByRole("region", { name: "Posts" }).getByRole("img", { name: "Dusk" });
  await expect.poll(() => tile.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
  const file = await tile.evaluate((img: HTMLImageElement) => img.currentSrc);
  expect(file).toMatch(/\/thumb$/);
  const held = await holdData(page, "**/media/*/feed");
  const data = await holdData(page, "**/post/*.data*");
  await tile.click();
  const skeleton = page.getByRole("status").filter({ hasText: "Loading the page" });
  await expect(skeleton.locator("img")).toHaveAttribute("src", file);
  data.open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Post by/);
  const preview = page.getByRole("article").locator(".photo-preview").first();
  await expect(preview).toBeVisible();
  await expect(preview).toHaveCSS("background-image", `url("${file}")`);
  await expect(preview).toHaveCSS("filter", "none");
  held.open();
  await expect(preview).toBeHidden();
});

test("a link fetches the code and texts of its page under the pointer, not where the member saves data @desktop", async ({
  join,
}) => {
  const { page } = await join("mara");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create with AI" });
  const isOfPage = (url: string) => /\/assets\/ai[.-]/.test(url);
  await page.goto("/feed");
  const scripts = [page.waitForRequest(/\/assets\/ai-/), page.waitForRequest(/\/assets\/ai\./)];
  await link.hover();
  await Promise.all(scripts);

  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } }),
  );
  await page.goto("/feed");
  await page.waitForLoadState("networkidle");
  const requested: string[] = [];
  page.on("request", (request) => void requested.push(new URL(request.url()).pathname));
  const held = await holdData(page, "**/ai.data*");
  const texts = page.waitForRequest(/\/assets\/ai\./);
  await link.hover();
  expect(requested.filter(isOfPage)).toEqual([]);
  await link.click();
  // With the data, and not after it.
  await texts;
  held.open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create with AI");
});

test("a page whose data is there shows no placeholders while a slow processor renders it @desktop", async ({
  join,
}) => {
  const mara = await join("mara");
  const { page } = mara;
  await sharePosts(
    mara,
    Array.from({ length: 12 }, (_, at) => ({ caption: `Evening ${at}` })),
  );
  // A document has the first cards only.
  await page.goto("/profile");
  await page.getByRole("link", { name: "Feed", exact: true }).click();
  const cards = page.getByRole("feed").getByRole("article");
  await expect(cards).toHaveCount(12);
  await cards.first().getByRole("link", { name: mara.username }).first().click();
  await expect(page.getByRole("region", { name: "Posts" })).toBeVisible();
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const { textContent } = document.getElementById("content") ?? {};
      if (textContent?.includes("Loading the page")) document.documentElement.classList.add("was-covered");
    });
    watch.observe(document.body, { childList: true, subtree: true });
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.goBack();
  await expect(cards).toHaveCount(12);
  await expect(page.locator("html")).not.toHaveClass(/was-covered/);
});
