import { cardOf, sharePosts } from "./fixtures";
import { expect, test } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ allowedErrors: [/Failed to load resource/] });

const captionPattern = (n: number) => new RegExp(`Evening no\\. ${n}\\.`);

const evenings = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ caption: `Evening no. ${n + 1}.` }));

test("the feed scrolls infinitely, restores its scroll position on Back and on a reload, and marks its end", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, evenings(30));
  const cards = page.getByRole("feed").getByRole("article");
  const target = cardOf(page, "Evening no. 5.");
  await page.route("**/api/feed?*", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/feed");
  await expect(cards.first()).toContainText("Evening no. 30.");

  await test.step("a failing next page shows an error, and Retry loads it", async () => {
    await cards.last().scrollIntoViewIfNeeded();
    await expect(page.getByText("Failed to load posts. Please try again later.")).toBeVisible();
    await page.unroute("**/api/feed?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(target).toHaveCount(1, { timeout: 200 });
    }).toPass();
  });

  await test.step("Back", async () => {
    await target.getByRole("link", { name: /, view post$/ }).scrollIntoViewIfNeeded();
    await target.getByRole("link", { name: /, view post$/ }).click();
    await expect(page).toHaveURL(/\/post\//);
    await expect(page.getByText("Evening no. 5.")).toBeVisible();
    await page.goBack();
    await expect(target).toBeInViewport();
  });

  await test.step("a reload, among posts that the document does not contain", async () => {
    await sharePosts(mara, [{ caption: "Fresh one" }]);
    await page.reload();
    await expect(target).toBeInViewport();
    await expect(cards.first()).toContainText("Fresh one");
  });

  await test.step("the end", async () => {
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(page.getByText("You're all caught up")).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(cards).toHaveCount(31);
  });
});

test("new posts show behind a bar; likes, saves and comments still show after Back; a reload at the top shows the newest post", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, evenings(3));
  await page.goto("/feed");
  const cards = page.getByRole("feed").getByRole("article");
  await expect(cardOf(page, "Evening no. 3.")).toBeVisible();

  await test.step("the feed inserts new posts only when the bar is pressed", async () => {
    await sharePosts(mara, [{ caption: "Fresh one" }, { caption: "Fresh two" }]);
    const bar = page.getByRole("button", { name: "2 new posts" });
    await expect(bar).toBeVisible();
    await expect(cardOf(page, "Fresh one")).toHaveCount(0);
    await bar.click();
    await expect(cards.first()).toContainText("Fresh two");
    await expect(cards).toHaveCount(5);
    await expect(bar).toHaveCount(0);
    await expect(cards.first()).toBeFocused();
  });

  await test.step("Back", async () => {
    const older = cardOf(page, "Fresh one");
    await older.getByRole("button", { name: "Like" }).click();
    await older.getByRole("button", { name: "Save" }).click();
    await older.getByLabel("Add a comment").fill("Still here?");
    await older.getByLabel("Add a comment").press("Enter");
    await expect(older).toContainText("1 like · 1 comment");
    // A phone shows its bottom bar again once no field has the focus.
    await older.getByLabel("Add a comment").blur();
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Create with AI" })
      .click();
    await expect(page.getByRole("heading", { name: "Create with AI" })).toBeVisible();
    await page.goBack();
    await expect(older).toContainText("1 like · 1 comment");
    await expect(older.getByText("Still here?")).toBeVisible();
    for (const name of ["Like", "Save"])
      await expect(older.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("a reload at the top", async () => {
    // A key, as a reader would: Back restores the position until the reader scrolls or types.
    await page.keyboard.press("Home");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await sharePosts(mara, [{ caption: "Fresh three" }]);
    await expect(page.getByRole("button", { name: "1 new post" })).toBeVisible();
    await page.reload();
    await expect(cardOf(page, "Fresh three")).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test("a malformed cursor in the address is a 400 with the page's error @desktop", async ({ join }) => {
  const { page } = await join();
  const headers = { Accept: "text/html" };
  for (const path of ["/feed", "/tag/dusk"]) {
    const reply = await page.request.get(`${path}?cursor=nonsense`, { headers });
    expect(reply.status()).toBe(400);
    expect(await reply.text()).toContain("Failed to load posts. Please try again later.");
    expect((await page.request.get(`${path}?cursor=`, { headers })).status()).toBe(200);
  }
});

test.describe("keyboard shortcuts", () => {
  test.skip(({ isMobile }) => isMobile, "phones have no keys");

  test("j and k move between posts, also to those that the document does not contain; l, s, c, n and ? act", async ({
    join,
  }) => {
    const mara = await join();
    const { page } = mara;
    await sharePosts(mara, evenings(8));
    await page.goto("/feed");
    for (const n of [8, 7, 6, 5, 4, 3, 2, 1]) {
      const card = cardOf(page, `Evening no. ${n}.`);
      await expect(card).toHaveCount(1);
      // Keys pressed before hydration are lost.
      await expect(async () => {
        await page.keyboard.press("j");
        await expect(card).toBeFocused({ timeout: 500 });
      }).toPass();
    }
    const last = cardOf(page, "Evening no. 1.");
    await expect(last).toHaveAttribute("aria-posinset", "8");
    await expect(last).toHaveAttribute("aria-setsize", "8");
    await page.keyboard.press("l");
    await expect(last.getByRole("button", { name: "Like" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("s");
    await expect(last.getByRole("button", { name: "Save" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("k");
    await expect(cardOf(page, "Evening no. 2.")).toBeFocused();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Next post");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("c");
    const box = cardOf(page, "Evening no. 2.").getByLabel("Add a comment");
    await expect(box).toBeFocused();
    await page.keyboard.type("jklsn?");
    await expect(box).toHaveValue("jklsn?");
    await box.blur();
    await page.keyboard.press("n");
    await expect(page).toHaveURL("/post");
  });
});

test("client-side navigation loads a whole page at once @desktop", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, evenings(8));
  await page.goto("/profile");
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/feed|\.data$/.test(pathname)) requests.push(pathname + search);
  });
  await page.getByRole("link", { name: "Feed", exact: true }).click();
  await expect(page.getByRole("feed").getByRole("article")).toHaveCount(8);
  expect(requests).toEqual(["/api/feed?limit=20"]);
});

test("the page is hydrated before its cards, and a press on one of them works at once", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  await sharePosts(mara, evenings(4));
  await page.addInitScript(() =>
    addEventListener("afterglow-hydrated", () => {
      const button = [...document.querySelectorAll<HTMLElement>('[role=feed] [aria-label="Like"]')].at(-1);
      // React adds properties to the elements that it has hydrated.
      document.documentElement.dataset.isEarly = String(button && Object.keys(button).length === 0);
      button?.click();
    }),
  );
  await page.goto("/feed");
  await expect(page.locator("html")).toHaveAttribute("data-is-early", "true");
  const like = cardOf(page, "Evening no. 1.").getByRole("button", { name: "Like" });
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links lead to all older posts, the first after the four of the first view @desktop @all", async ({
    join,
  }) => {
    const mara = await join();
    const { page } = mara;
    await sharePosts(mara, evenings(27));
    await page.goto("/feed");
    const cards = page.getByRole("feed").getByRole("article");
    await expect(cards).toHaveText([27, 26, 25, 24].map(captionPattern));
    await page.getByRole("link", { name: "Older posts" }).click();
    await expect(cards).toHaveText(Array.from({ length: 20 }, (_, n) => captionPattern(23 - n)));
    await page.getByRole("link", { name: "Older posts" }).click();
    await expect(cards).toHaveText([3, 2, 1].map(captionPattern));
    await expect(page.getByText("You're all caught up")).toBeVisible();
  });
});
