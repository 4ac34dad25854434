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
