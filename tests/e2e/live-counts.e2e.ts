import { addComment, cardOf, connect, gate, openSynced, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("another member's likes and comments update the counts live on the feed and the post's page", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await openSynced(mara.page, "/feed");
  const hers = cardOf(mara.page, "Dusk");
  await expect(hers).toContainText("No likes yet");
  const opened = await mara.page.context().newPage();
  await openSynced(opened, `/post/${id}`);
  await expect(opened.getByText("No likes yet")).toBeVisible();

  const { request } = noah.page;
  expect((await request.post(`/api/posts/${id}/like`)).status()).toBe(200);
  await expect(hers).toContainText("1 like");
  await expect(opened.getByText("1 like", { exact: true })).toBeVisible();
  await addComment(noah, id, "What a sky");
  await expect(hers).toContainText("1 like · 1 comment");
  await expect(opened.getByText("1 like · 1 comment")).toBeVisible();
  expect((await request.delete(`/api/posts/${id}/like`)).status()).toBe(200);
  await expect(hers).not.toContainText("1 like");
  await expect(opened.getByText("1 like")).toBeHidden();

  await opened.getByRole("button", { name: "Like" }).click();
  await opened.getByRole("button", { name: "Save" }).click();
  for (const name of ["Like", "Save"]) {
    await expect(hers.getByRole("button", { name })).toHaveAttribute("aria-pressed", "true");
  }
});

test("a like stays when posts that were fetched before it arrive after it @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await signIn("mara"), await join("noah")];
  await connect(mara, noah);
  await sharePosts(mara, [{ caption: "Dusk" }]);
  const { page } = noah;
  const [fetched, liked] = [gate(), gate()];
  const checksForNewPosts = /\/api\/feed\?limit=1(&|$)/;
  await page.route(checksForNewPosts, async (route) => {
    const response = await route.fetch({ maxRetries: 2 });
    fetched.open();
    await liked.passed;
    await route.fulfill({ response });
  });
  const checked = page.waitForResponse(checksForNewPosts);
  await page.goto("/feed");
  await fetched.passed;
  const like = cardOf(page, "Dusk").getByRole("button", { name: "Like" });
  const stored = page.waitForResponse(/\/like$/);
  await like.click();
  await (await stored).finished();
  liked.open();
  await (await checked).finished();
  // The page has handled the replies above when it gets a later one.
  await page.evaluate(() => fetch("/favicon.svg", { cache: "no-store" }).then((reply) => reply.text()));
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(cardOf(page, "Dusk")).toContainText("1 like");
});
