import { messageLog, sendMessages } from "./chat";
import { connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("URLs, mentions and hashtags are links in bio, caption, comment and message, which are escaped", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await signIn("mara"), await join("noa")];
  await connect(mara, noa);
  const text = `See https://example.com/a_(b). With @${mara.username}, at #Dusk! Not javascript:alert(1), not <b>bold</b>.`;
  const setup = await mara.request.post("/api/users/profile-setup", { data: { bio: text } });
  expect(setup.status()).toBe(200);
  const [postId] = await sharePosts(mara, [{ caption: text }]);
  const comment = await noa.page.request.post(`/api/posts/${postId}/comment`, { data: { comment: text } });
  expect(comment.status()).toBe(201);
  await sendMessages(mara, noa, [text]);

  const { page } = noa;
  const withText = { hasText: "See https" };
  const bio = page.getByRole("main").locator("header p").filter(withText);
  const caption = page.getByRole("article").locator("p").filter(withText).first();
  const comments = page.getByRole("list", { name: "Comments" }).locator("p").filter(withText);
  const message = messageLog(page, mara).locator("p").filter(withText);
  for (const [path, elements] of [
    [`/chat?user=${mara.username}`, [message]],
    [`/profile/${mara.username}`, [bio]],
    [`/post/${postId}`, [caption, comments]],
  ] as const) {
    await page.goto(path);
    for (const element of elements) {
      const link = (name: string) => element.getByRole("link", { name, exact: true });
      const url = link("https://example.com/a_(b)");
      await expect(url).toHaveAttribute("href", "https://example.com/a_(b)");
      await expect(url).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
      await expect(link("#Dusk")).toHaveAttribute("href", "/tag/dusk");
      await expect(link(`@${mara.username}`)).toHaveAttribute("href", `/profile/${mara.username}`);
      await expect(element).toContainText("<b>bold</b>");
      await expect(element.getByRole("link", { name: /javascript/ })).toHaveCount(0);
    }
  }
  await comments.getByRole("link", { name: "#Dusk" }).click();
  await expect(page).toHaveURL("/tag/dusk");
});

test("a page of a hashtag appends older posts at its end, and without JavaScript links to them @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const tag = `dusk_${mara.username.replaceAll(".", "_")}`;
  await sharePosts(
    mara,
    Array.from({ length: 31 }, (_, at) => ({ caption: `No. ${at} #${tag}` })),
  );
  const document = await (await page.request.get(`/tag/${tag}`)).text();
  const [, older = ""] =
    new RegExp(`href="(/tag/${tag}\\?cursor=[^"]+)"[^>]*>Older posts<`).exec(document) ?? [];
  expect((await (await page.request.get(older)).text()).includes("No. 0 ")).toBe(true);

  await page.goto(`/tag/${tag}`);
  const tiles = page.getByRole("main").getByRole("listitem");
  await tiles.last().scrollIntoViewIfNeeded();
  await expect(tiles).toHaveCount(31);
  await expect(page).toHaveURL(`/tag/${tag}`);
});
