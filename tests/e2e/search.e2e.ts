import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, gate, sharePosts } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

test.use({ allowedErrors: [/status of 500|net::ERR_ABORTED/] });

const box = (page: Page) => page.getByRole("combobox", { name: "Search" });
/** Returns the random part of a username, which is a word by itself. */
const lastPartOf = ({ username }: Pick<Member, "username">) => username.split(/[._]/).at(-1) ?? username;

const field = (page: Page) => page.getByRole("search").getByRole("searchbox", { name: "Search" });

test.describe("the search of the top bar", () => {
  test.skip(({ isMobile }) => isMobile, "phones have a field instead");

  test("finds members while typing, and arrow keys select them", async ({ join }) => {
    const [mara, ivo] = [await join("mara"), await join("ivo")];
    const { page } = mara;
    await page.goto("/feed");
    // The shortcut works after hydration only.
    await expect(async () => {
      await page.keyboard.press("/");
      await expect(box(page)).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(box(page)).toHaveValue("");
    await box(page).fill("i");
    await expect(page.getByRole("listbox")).toBeHidden();
    await box(page).fill(ivo.username);
    await expect(page.getByRole("option", { name: ivo.username })).toContainText("ivo Tester");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: ivo.username })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/profile/${ivo.username}`);
    await expect(page.getByRole("heading", { level: 1, name: ivo.username })).toBeVisible();

    await page.keyboard.press("/");
    await box(page).fill(mara.username);
    await expect(page.getByRole("option", { name: mara.username })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await box(page).press("ArrowDown");
    await page.getByRole("option", { name: mara.username }).click();
    await expect(page).toHaveURL(`/profile/${mara.username}`);
  });

  test("shows its loading and empty states, and opens all results on a page", async ({ join }) => {
    const { page } = await join();
    await page.goto("/feed");
    const held = gate();
    const hold = async (route: Route) => {
      await held.passed;
      await route.continue();
    };
    await page.route("**/api/users/search?*", hold);
    await box(page).fill("nobody at all");
    const panel = page.getByRole("search");
    await expect(panel.getByText("Loading...")).toBeVisible();
    held.open();
    await expect(panel.getByText("No users found")).toBeVisible();
    expect(
      await panel
        .locator("div")
        .first()
        .evaluate((div) => getComputedStyle(div).maxHeight),
    ).toBe("320px");
    await page.getByRole("option", { name: "View all results" }).click();
    await expect(page).toHaveURL("/search?q=nobody%20at%20all");
    await expect(page.getByRole("heading", { name: 'Search Results for "nobody at all"' })).toBeVisible();
    await expect(page.getByRole("heading", { name: "No Results Found" })).toBeVisible();
  });

  test("debounces requests, sends them only while open, and drops stale replies", async ({ join }) => {
    const { page, username } = await join();
    await page.goto("/feed");
    const queries: string[] = [];
    const late = gate();
    await page.route("**/api/users/search?*", async (route) => {
      const query = new URL(route.request().url()).searchParams.get("q") ?? "";
      queries.push(query);
      if (query === "zz") {
        await late.passed;
        return route
          .fulfill({ json: [{ id: "x", username: "stale.reply", fullName: "Stale", profileImage: null }] })
          .catch(() => undefined);
      }
      await route.continue();
    });
    await box(page).fill("zz");
    await expect.poll(() => queries).toEqual(["zz"]);
    await box(page).pressSequentially(" top");
    await box(page).fill(username);
    await expect(page.getByRole("option", { name: username })).toBeVisible();
    late.open();
    await expect(page.getByText("stale.reply")).toBeHidden();
    expect(queries.at(-1)).toBe(username);
    const before = queries.length;
    await page.keyboard.press("Escape");
    await box(page).blur();
    expect(queries).toHaveLength(before);
  });

  test("submits with Enter, except when blank", async ({ join }) => {
    const { page, username } = await join();
    await page.goto("/feed");
    await box(page).fill(username);
    await expect(page.getByRole("option", { name: username })).toBeVisible();
    await box(page).fill("   ");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/feed");
    await box(page).fill(username);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/search?q=${username}`);
    await page.getByRole("main").getByRole("link", { name: username }).click();
    await expect(page).toHaveURL(`/profile/${username}`);
  });

  test("`/` types a slash in a text field", async ({ join }) => {
    const { page } = await join();
    await page.goto("/post");
    await page.getByLabel("Caption").pressSequentially("and/or");
    await expect(page.getByLabel("Caption")).toHaveValue("and/or");
  });

  test("`/` does not move the focus while a menu is open", async ({ join }) => {
    const { page } = await join();
    await page.goto("/feed");
    const menu = page.getByRole("menu");
    await expect(async () => {
      await page.getByRole("button", { name: "Your menu" }).click();
      await expect(menu).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("/");
    await expect(box(page)).not.toBeFocused();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    // During its exit animation the menu is hidden but still mounted.
    await expect(page.locator("[role=menu]")).toHaveCount(0);
    // The menu returns the focus in a task of its own, which would take it from the field.
    await expect(page.getByRole("button", { name: "Your menu" })).toBeFocused();
    await page.keyboard.press("/");
    await expect(box(page)).toBeFocused();
  });

  test("the open list has no accessibility problems", async ({ join }) => {
    const { page, username } = await join();
    await page.goto("/feed");
    await box(page).fill(username);
    await expect(page.getByRole("option", { name: username })).toBeVisible();
    await expectAccessible(page, "the suggestions of the search", "header");
  });
});

test("a phone's search field loads the results page as a document", async ({ join, isMobile }) => {
  test.skip(!isMobile, "wide screens have the dropdown");
  const { page, username } = await join();
  await page.goto("/feed");
  await field(page).fill("  ");
  await field(page).press("Enter");
  await expect(page).toHaveURL("/feed");
  const document = page.waitForRequest((request) => request.isNavigationRequest());
  await field(page).fill(username);
  await field(page).press("Enter");
  expect((await document).url()).toContain(`/search?q=${username}`);
  await expect(page.getByRole("heading", { name: `Search Results for "${username}"` })).toBeVisible();
});

test("the results page accepts any query and shows an error when it fails @desktop", async ({
  join,
  isMobile,
}) => {
  const { page, username } = await join();
  // Other tests have posts with words that begin with "b", and with the emoji.
  for (const [q, isUnknown] of [
    ["%", true],
    ['"<b>', false],
    ["é".repeat(500), true],
    ["🌅", false],
  ] as const) {
    await page.goto(`/search?q=${encodeURIComponent(q)}`);
    await expect(page.getByRole("heading", { name: `Search Results for "${q}"` })).toBeVisible();
    if (isUnknown) await expect(page.getByRole("heading", { name: "No Results Found" })).toBeVisible();
  }
  await page.goto(`/search?q=${username.toUpperCase()}`);
  await expect(page.getByRole("main").getByRole("link", { name: username })).toBeVisible();
  await expectAccessible(page, "the results of a search");
  // A phone's field requests a document, which the route below does not match.
  if (isMobile) return;
  await page.route("**/search.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await box(page).fill("another");
  await box(page).press("Enter");
  const failure = page.getByRole("heading", {
    name: "An error occurred while searching. Please try again.",
  });
  await expect(failure).toBeVisible();
  await page.unroute("**/search.data*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: 'Search Results for "another"' })).toBeVisible();
});

test("the search page has a field, recent searches that can be deleted, and suggestions @desktop", async ({
  join,
}) => {
  const [mara, ivo, lea] = [await join("mara"), await join("ivo"), await join("lea")];
  await connect(mara, ivo);
  await connect(ivo, lea);
  const { page } = mara;
  const main = page.getByRole("main");
  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "Search", exact: true, level: 1 })).toBeVisible();
  const suggestions = page.getByRole("region", { name: "People you may know" });
  await expect(suggestions.getByRole("link").first()).toHaveAttribute("href", `/profile/${lea.username}`);
  await expect(suggestions.locator(`a[href="/profile/${ivo.username}"]`)).toHaveCount(0);
  await main.getByRole("searchbox", { name: "Name, hashtag, caption or place" }).fill(ivo.username);
  await page.keyboard.press("Enter");
  await expect(main.getByRole("link", { name: ivo.username })).toBeVisible();
  // The results are visible before hydration, at which the search is stored.
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(ivo.username);
  await page.goto("/search");
  const recent = page.getByRole("region", { name: "Recent searches" });
  await expect(recent.getByRole("link")).toHaveText([ivo.username]);
  await expectAccessible(page, "recent searches");
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(suggestions).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test("a suggestion has its reason, can be connected with and dismissed for good", async ({ join }) => {
  const [mara, ivo, lea, noa] = [await join("mara"), await join("ivo"), await join("lea"), await join("noa")];
  await connect(mara, ivo);
  for (const far of [lea, noa]) await connect(ivo, far);
  const { page } = mara;
  const suggestions = page.getByRole("region", { name: "People you may know" });
  const row = (username: string) => suggestions.getByRole("listitem").filter({ hasText: username });
  const dismiss = (username: string) =>
    row(username).getByRole("button", { name: `Do not suggest ${username}` });
  await page.goto("/explore");
  await expect(row(lea.username).getByText(`Connected with ${ivo.username}`)).toBeVisible();
  await expectAccessible(page, "suggestions");
  await row(lea.username).getByRole("button", { name: "Connect" }).click();
  await expect(row(lea.username).getByRole("button", { name: "Requested" })).toBeVisible();

  await page.goto("/search");
  await expect(row(lea.username)).toHaveCount(0);
  await page.route("**/api/users/suggestions/*", (route) => route.fulfill({ status: 500, json: {} }));
  await dismiss(noa.username).click();
  await expect(toast(page, "Failed to dismiss the suggestion")).toBeVisible();
  await expect(row(noa.username)).toBeVisible();
  await page.unroute("**/api/users/suggestions/*");
  const stored = page.waitForResponse((reply) => reply.request().method() === "DELETE");
  await dismiss(noa.username).focus();
  await page.keyboard.press("Enter");
  expect((await stored).status()).toBe(204);
  await expect(row(noa.username)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Search", exact: true, level: 1 })).toBeVisible();
  await expect(row(noa.username)).toHaveCount(0);
});

test("one search finds people, hashtags, captions and places, and leads to all of them @desktop", async ({
  join,
  browser,
  baseURL,
}) => {
  const [viewer, author] = [await join("viewer"), await join("author")];
  // Only this member and these posts have it.
  const word = lastPartOf(author);
  const [place, caption] = await sharePosts(author, [
    { caption: "An evening", location: `São ${word}` },
    { caption: `At ${word}_pier #${word}_dusk` },
  ]);
  const { page } = viewer;
  const main = page.getByRole("main");
  const posts = main.getByRole("region", { name: "Posts" });
  await page.goto(`/search?q=${word}`);
  await expect(
    main.getByRole("region", { name: "People" }).getByRole("link", { name: author.username }),
  ).toBeVisible();
  await expect(posts.getByRole("listitem")).toHaveCount(2);
  await expect(posts.getByText(`São ${word}`)).toBeVisible();
  await expectAccessible(page, "a search with people, hashtags and posts");
  const tag = main.getByRole("navigation", { name: "Hashtags" }).getByRole("link");
  await expect(tag).toHaveText([`#${word}_dusk`]);
  await tag.press("Enter");
  await expect(page).toHaveURL(`/tag/${word}_dusk`);
  await expect(page.getByRole("heading", { level: 1, name: `#${word}_dusk` })).toBeVisible();

  await page.goto(`/search?q=${encodeURIComponent(`sao ${word}`)}`);
  await expect(posts.getByRole("listitem")).toHaveCount(1);
  await posts.locator(`a[href="/post/${place}"]`).click();
  await expect(page).toHaveURL(`/post/${place}`);

  // Without JavaScript, page by page.
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(`/search?q=${word}&cursor=${caption}`);
  await expect(plain.getByRole("region", { name: "Posts" }).getByRole("listitem")).toHaveCount(1);
  await expect(plain.getByRole("region", { name: "People" })).toHaveCount(0);
  await context.close();
});

test("a search that finds more than four people shows four, and all of them on request @desktop", async ({
  join,
}) => {
  const { page } = await join();
  for (let n = 0; n < 5; n++) await join("quintet");
  const people = page.getByRole("region", { name: "People" }).getByRole("listitem");
  const main = page.getByRole("main");
  // A hashtag, without which all are shown.
  const [post] = await sharePosts({ page }, [{ caption: "#quintet" }]);
  await page.goto("/search?q=quintet");
  await expect(people).toHaveCount(4);
  await main.getByRole("link", { name: "Show all people" }).click();
  await expect(page).toHaveURL("/search?q=quintet&show=people");
  await expect(people.nth(4)).toBeVisible();
  await expect(main.getByRole("region", { name: "Posts" })).toHaveCount(0);
  await main.getByRole("link", { name: "Show all results" }).click();
  await expect(main.locator(`a[href="/post/${post}"]`).first()).toBeVisible();
  await expect(people).toHaveCount(4);
});

test("older posts of a search that fail to load can be retried", async ({ join }) => {
  const [viewer, author] = [await join("viewer"), await join("author")];
  const word = lastPartOf(author);
  await sharePosts(
    author,
    Array.from({ length: 31 }, (_, at) => ({ caption: `${word} no. ${at}` })),
  );
  const { page } = viewer;
  const tiles = page.getByRole("region", { name: "Posts" }).getByRole("listitem");
  await page.route("**/api/posts/search?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/search?q=${word}`);
  await expect(tiles).toHaveCount(30);
  await tiles.last().scrollIntoViewIfNeeded();
  await expect(page.getByText("Older photos could not be loaded.")).toBeVisible();
  await page.unroute("**/api/posts/search?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(tiles).toHaveCount(31);
});
