import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, gate, sharePosts } from "./fixtures";
import { expect, type Member, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

test.use({ allowedErrors: [/status of 500|net::ERR_ABORTED/] });

const box = (page: Page) => page.getByRole("combobox", { name: "Search" });
/** Returns the random part of a username, which is a word by itself. */
const lastPartOf = ({ username }: Pick<Member, "username">) => username.split(/[._]/).at(-1) ?? username;

const field = (page: Page) => page.getByRole("search").getByRole("searchbox", { name: "Search" });

test.describe("the search of the top bar", () => {
  test.skip(({ isMobile }) => isMobile, "phones have a field instead");

  test("finds members while typing, opens by `/`, and submits with Enter except when blank", async ({
    join,
  }) => {
    const { page, username } = await join();
    await page.goto("/feed");
    const list = page.getByRole("listbox");
    await test.step("`/` opens it, and not while a menu is open", async () => {
      // The shortcut works after hydration only.
      await expect(async () => {
        await page.keyboard.press("/");
        await expect(box(page)).toBeFocused({ timeout: 500 });
      }).toPass();
      await expect(box(page)).toHaveValue("");
      await page.keyboard.type("a/b");
      await expect(box(page), "a text field takes a slash").toHaveValue("a/b");
      await page.keyboard.press("Escape");
      const menu = page.getByRole("menu");
      const opener = page.getByRole("button", { name: "Your menu" });
      await opener.click();
      await expect(menu).toBeVisible();
      await page.keyboard.press("/");
      await expect(box(page)).not.toBeFocused();
      await expect(menu).toBeVisible();
      await page.keyboard.press("Escape");
      // During its exit animation the menu is hidden but still mounted.
      await expect(page.locator("[role=menu]")).toHaveCount(0);
      // The menu returns the focus in a task of its own, which would take it from the field.
      await expect(opener).toBeFocused();
      await page.keyboard.press("/");
      await expect(box(page)).toBeFocused();
    });

    await test.step("a suggestion", async () => {
      await box(page).fill("i");
      await expect(list).toBeHidden();
      await box(page).fill(username);
      const found = page.getByRole("option", { name: username });
      await expect(found).toContainText("mara Tester");
      await expectAccessible(page, "the suggestions of the search", "header");
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
      await page.keyboard.press("ArrowDown");
      await expect(found).toBeVisible();
      await box(page).fill("   ");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/feed");
      await box(page).fill(username);
      await page.keyboard.press("ArrowDown");
      await expect(found).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/profile/${username}`);
    });

    await test.step("Enter", async () => {
      await box(page).fill(username);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`/search?q=${username}`);
      await page.getByRole("main").getByRole("link", { name: username }).click();
      await expect(page).toHaveURL(`/profile/${username}`);
    });
  });

  test("shows its loading and empty states, debounces requests, and drops stale replies", async ({
    join,
  }) => {
    const { page, username } = await join();
    await page.goto("/feed");
    const queries: string[] = [];
    const late = gate();
    const held = gate();
    await page.route("**/api/users/search?*", async (route) => {
      const query = new URL(route.request().url()).searchParams.get("q") ?? "";
      queries.push(query);
      if (query === "zz") {
        await late.passed;
        return route
          .fulfill({ json: [{ id: "x", username: "stale.reply", fullName: "Stale", profileImage: null }] })
          .catch(() => undefined);
      }
      if (query === "nobody at all") await held.passed;
      await route.continue();
    });
    // A page notices what is typed after hydration only.
    await expect(async () => {
      await box(page).fill("");
      await box(page).fill("zz");
      await expect.poll(() => queries, { timeout: 5000 }).toContain("zz");
    }).toPass();
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

    const documents = "**/search.data*";
    await page.route(documents, (route) => route.fulfill({ status: 500, body: "" }));
    await box(page).fill('"<b>');
    await box(page).press("Enter");
    const failure = page.getByRole("heading", {
      name: "An error occurred while searching. Please try again.",
    });
    await expect(failure).toBeVisible();
    await page.unroute(documents);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { name: 'Search Results for ""<b>"' })).toBeVisible();
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

  await test.step("a panel below it", async () => {
    const panel = page.getByRole("banner");
    // The panel opens after hydration only.
    await expect(async () => {
      await field(page).blur();
      await field(page).focus();
      await expect(panel.getByRole("link", { name: "Explore" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(panel.getByRole("link", { name: username })).toHaveText(username);
    await expectAccessible(page, "the panel of a phone's search field", "header");
    await field(page).fill(username);
    await panel.getByRole("listitem").getByRole("link", { name: "mara Tester" }).click();
    await expect(page).toHaveURL(`/profile/${username}`);
    await expect(panel.getByRole("link", { name: "View all results" })).toHaveCount(0);
    await field(page).focus();
    await page.keyboard.press("Escape");
    await expect(panel.getByRole("link", { name: "Explore" })).toHaveCount(0);
  });
});

test("a suggestion goes when its member is connected while the link is lost @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, ivo, lea] = [await join("mara"), await signIn("ivo"), await signIn("lea")];
  await connect(mara, ivo);
  await connect(ivo, lea);
  const { page } = mara;
  const reopened = gate();
  let isSynced = false;
  let close = async () => {};
  await page.routeWebSocket("/ws", async (socket) => {
    if (isSynced) await reopened.passed;
    const server = socket.connectToServer();
    server.onMessage((data) => {
      socket.send(data);
      isSynced ||= String(data).includes('"type":"synced"');
    });
    close = async () => {
      await server.close();
      await socket.close({ code: 1001 });
    };
  });
  await page.goto("/explore");
  const suggestions = page.getByRole("region", { name: "People you may know" });
  const connectButton = suggestions
    .getByRole("listitem")
    .filter({ hasText: lea.username })
    .getByRole("button", { name: "Connect" });
  await expect(connectButton).toBeVisible();
  await expect.poll(() => isSynced).toBe(true);
  await close();
  await connect(mara, lea);
  await expect(connectButton).toBeVisible();
  reopened.open();
  await expect(connectButton).toHaveCount(0);
});

test("a suggestion has its reason, can be connected with and dismissed; recent searches are listed and cleared @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, ivo, lea, noa] = [
    await join("mara"),
    await signIn("ivo"),
    await join("lea"),
    await join("noa"),
  ];
  await connect(mara, ivo);
  for (const far of [lea, noa]) await connect(ivo, far);
  const { page } = mara;
  const main = page.getByRole("main");
  const suggestions = page.getByRole("region", { name: "People you may know" });
  const row = (username: string) => suggestions.getByRole("listitem").filter({ hasText: username });
  const dismiss = (username: string) =>
    row(username).getByRole("button", { name: `Do not suggest ${username}` });
  await page.goto("/explore");
  await expect(row(lea.username).getByText(`Connected with ${ivo.username}`)).toBeVisible();
  await expectAccessible(page, "suggestions", "main");
  await row(lea.username).getByRole("button", { name: "Connect" }).click();
  await expect(row(lea.username).getByRole("button", { name: "Requested" })).toBeVisible();

  await page.goto("/search");
  await expect(page.getByRole("heading", { name: "Explore", level: 1 })).toBeVisible();
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

  await main.getByRole("searchbox", { name: "Name, hashtag, caption or place" }).fill(ivo.username);
  await page.keyboard.press("Enter");
  await expect(main.getByRole("link", { name: ivo.username })).toBeVisible();
  // The results are visible before hydration, at which the search is stored.
  const kept = () => page.evaluate(() => Object.values(localStorage).join());
  await expect.poll(kept).toContain(ivo.username);
  await page.goto("/explore");
  const recent = page.getByRole("region", { name: "Recent searches" });
  await expect(recent.getByRole("link")).toHaveText([ivo.username]);
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toHaveCount(0);
  expect(await kept()).not.toContain(ivo.username);
});

test("one search finds four people, hashtags, captions and places, and leads to all of them @desktop", async ({
  join,
  playwright,
  baseURL,
}) => {
  const author = await join("author");
  const { page } = author;
  // Only these members and posts have it.
  const word = lastPartOf(author);
  for (let at = 1; at <= 4; at++) {
    const client = await playwright.request.newContext({ baseURL });
    const data = { username: `${word}.${at}`, email: `${word}.${at}@example.com`, fullName: "Quintet" };
    expect((await client.post(MEMBERS_PATH, { data })).status()).toBe(201);
    await client.dispose();
  }
  const [post] = await sharePosts(author, [
    { caption: `At ${word}_pier #${word}_dusk` },
    { caption: "An evening", location: `São ${word}` },
  ]);
  const main = page.getByRole("main");
  const people = main.getByRole("region", { name: "People" }).getByRole("listitem");
  const posts = main.getByRole("region", { name: "Posts" });
  await page.goto(`/search?q=${word.toUpperCase()}`);
  await expect(people).toHaveCount(4);
  await expect(posts.getByRole("listitem")).toHaveCount(2);
  await expect(posts.getByText(`São ${word}`)).toBeVisible();
  await expectAccessible(page, "a search with people, hashtags and posts", "main");

  await main.getByRole("link", { name: "Show all people" }).click();
  await expect(page).toHaveURL(/&show=people$/);
  await expect(people.nth(4)).toBeVisible();
  await expect(posts).toHaveCount(0);
  await main.getByRole("link", { name: "Show all results" }).click();
  await expect(people).toHaveCount(4);
  await expect(posts.locator(`a[href="/post/${post}"]`)).toHaveCount(1);

  const tag = main.getByRole("navigation", { name: "Hashtags" }).getByRole("link");
  await expect(tag).toHaveText([`#${word}_dusk`]);
  await tag.press("Enter");
  await expect(page).toHaveURL(`/tag/${word}_dusk`);
  await expect(page.getByRole("heading", { level: 1, name: `#${word}_dusk` })).toBeVisible();
});

test("older posts of a search are not looked for without end, and can be retried when they fail to load @desktop", async ({
  join,
  signIn,
}) => {
  const [viewer, author] = [await join("viewer"), await signIn("author")];
  const word = lastPartOf(author);
  await sharePosts(
    author,
    Array.from({ length: 31 }, (_, at) => ({ caption: `${word} no. ${at}` })),
  );
  const { page } = viewer;
  const tiles = page.getByRole("region", { name: "Posts" }).getByRole("listitem");
  const asked: string[] = [];
  await page.route("**/api/posts/search?*", (route) => {
    asked.push(route.request().url());
    // The cursor of a page that has read on; then that of the first request, so that its posts come.
    const next =
      asked.length % 2 === 0
        ? asked[0]
        : route
            .request()
            .url()
            .replace(/.(?=&limit|$)/, (last) => (last === "0" ? "1" : "0"));
    return route.fulfill({ json: [], headers: { Link: `<${next}>; rel="next"` } });
  });
  await page.goto(`/search?q=${word}`);
  await expect(tiles).toHaveCount(30);
  await tiles.last().scrollIntoViewIfNeeded();
  await expect(page.getByText(/^Searched back to \w+ \d+, 20\d\d\.$/)).toBeVisible();
  expect(asked).toHaveLength(2);
  await page.unroute("**/api/posts/search?*");
  await page.route("**/api/posts/search?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("button", { name: "Keep looking" }).click();
  await expect(page.getByText("Older photos could not be loaded.")).toBeVisible();
  await page.unroute("**/api/posts/search?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(tiles).toHaveCount(31);
});
