import type { Page } from "@playwright/test";
import { messageLog, sendMessages } from "./chat";
import { connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("URLs, mentions and hashtags are links in bio, caption, comment and message", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  await connect(mara, noa);
  const text = `See https://example.com/a_(b). With @${mara.username}, at #Dusk!`;
  const setup = await mara.page.request.post("/api/users/profile-setup", { data: { bio: text } });
  expect(setup.status()).toBe(200);
  const [postId] = await sharePosts(mara, [{ caption: text }]);
  const comment = await noa.page.request.post(`/api/posts/${postId}/comment`, { data: { comment: text } });
  expect(comment.status()).toBe(201);
  await sendMessages(mara, noa, [text]);

  const { page } = noa;
  const withText = { hasText: "See https" };
  const comments = page.getByRole("list", { name: "Comments" });
  for (const [path, element] of [
    [`/profile/${mara.username}`, page.getByRole("main").locator("header p").filter(withText)],
    [`/post/${postId}`, page.getByRole("article").locator("p").filter(withText).first()],
    [`/post/${postId}`, comments.locator("p").filter(withText)],
    [`/chat?user=${mara.username}`, messageLog(page, mara).locator("p").filter(withText)],
  ] as const) {
    await page.goto(path);
    const url = element.getByRole("link", { name: "https://example.com/a_(b)", exact: true });
    await expect(url).toHaveAttribute("href", "https://example.com/a_(b)");
    await expect(url).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
    await element.getByRole("link", { name: "#Dusk", exact: true }).click();
    await expect(page).toHaveURL("/tag/dusk");
    await page.goBack();
    await element.getByRole("link", { name: `@${mara.username}`, exact: true }).click();
    await expect(page).toHaveURL(`/profile/${mara.username}`);
  }
});

test.describe("a page of a hashtag", () => {
  const tiles = (page: Page) => page.getByRole("main").getByRole("listitem");

  test("appends older posts at its end, and without JavaScript links to them @desktop", async ({
    join,
    browser,
    baseURL,
  }) => {
    const mara = await join();
    const { page } = mara;
    const tag = `dusk_${mara.username.replaceAll(".", "_")}`;
    await sharePosts(
      mara,
      Array.from({ length: 31 }, (_, at) => ({ caption: `No. ${at} #${tag}` })),
    );
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const plain = await context.newPage();
    await plain.goto(`/tag/${tag}`);
    await expect(tiles(plain)).toHaveCount(30);
    await plain.getByRole("link", { name: "Older posts" }).click();
    await expect(tiles(plain)).toHaveCount(1);
    await context.close();

    await page.goto(`/tag/${tag}`);
    await tiles(page).last().scrollIntoViewIfNeeded();
    await expect(tiles(page)).toHaveCount(31);
    await expect(page).toHaveURL(`/tag/${tag}`);
  });
});
