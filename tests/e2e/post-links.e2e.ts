import { markConversationRead, messageLog, openChat, sendMessages } from "./chat";
import { connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

test("the links of a page take one call, only visible posts have a preview, and a preview opens its post @desktop", async ({
  join,
  signIn,
  baseURL,
}) => {
  const [mara, noa, lea] = [await signIn("mara"), await join("noa"), await signIn("lea")];
  await connect(mara, noa);
  const [open, deleted] = await sharePosts(mara, [{ caption: "Open" }, { caption: "Deleted" }]);
  const [closed] = await sharePosts(lea, [{ caption: "Closed", visibility: "connections" }]);
  const [covered] = await sharePosts(mara, [{ caption: "Covered", isSensitive: true }]);
  await mara.request.delete(`/api/posts/${deleted}`);
  const origin = `${baseURL}`;
  await sendMessages(mara, noa, [
    `${origin}/post/${deleted}`,
    `${origin}/post/${closed}`,
    `https://elsewhere.example/post/${open}`,
    `${origin}/post/${covered}`,
    `${origin}/post/${open}`,
  ]);
  await markConversationRead(noa, mara);
  const calls: string[] = [];
  noa.page.on("request", (request) => {
    if (request.url().includes("/previews")) calls.push(request.url());
    expect(request.url()).not.toContain("elsewhere");
  });
  await openChat(noa, mara);
  const previews = messageLog(noa.page, mara).locator('a[href^="/post/"]');
  await expect(previews).toHaveCount(2);
  await expect(previews.filter({ hasText: "Open" })).toBeVisible();
  await expect(
    previews.filter({ hasText: "Covered" }).getByRole("img", { name: "Sensitive photo" }),
  ).toBeVisible();
  await expect(previews.filter({ hasText: "Covered" }).locator("img")).toHaveCount(0);
  expect(calls).toHaveLength(1);
  await expect(messageLog(noa.page, mara).getByText("Closed")).toHaveCount(0);

  // A message that arrives, and its preview.
  const [id] = await sharePosts(mara, [{ caption: "Dusk over the harbour", altText: "Boats at dusk" }]);
  const address = `${origin}/post/${id}`;
  await sendMessages(mara, noa, [`Look: ${address}`]);
  const list = messageLog(noa.page, mara);
  const preview = list.getByRole("link", { name: /Boats at dusk/ });
  await expect(preview).toBeInViewport();
  await expect(preview).toContainText(mara.username);
  await expect(preview).toContainText("Dusk over the harbour");
  await expect(list.getByRole("link", { name: address, exact: true })).toBeVisible();
  await preview.click();
  await expect(noa.page).toHaveURL(`/post/${id}`);
  await expect(noa.page.getByText("Dusk over the harbour").first()).toBeVisible();
});

test("a preview moves neither the message that is being read nor the end of the list @desktop @all", async ({
  join,
  signIn,
  baseURL,
}) => {
  const [mara, noa] = [await signIn("mara"), await join("noa")];
  await connect(mara, noa);
  const [id] = await sharePosts(mara, [{ caption: "Open" }]);
  const origin = `${baseURL}`;
  const texts = Array.from({ length: 40 }, (_, at) => (at % 8 === 7 ? `${origin}/post/${id}` : `no. ${at}.`));
  await sendMessages(mara, noa, texts);
  await markConversationRead(noa, mara);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await noa.page.route("**/api/posts/previews*", async (route) => {
    await released;
    await route.continue();
  });
  const asked = noa.page.waitForRequest("**/api/posts/previews*");
  await openChat(noa, mara);
  const list = messageLog(noa.page, mara);
  await asked;
  const before = await list.evaluate((all) => {
    all.scrollTop = -200;
    const row = [...all.querySelectorAll("p span")].find(({ textContent }) => textContent === "no. 27.");
    return row?.getBoundingClientRect().top;
  });
  release();
  await expect(list.locator('a[href^="/post/"]').first()).toBeAttached();
  const top = () =>
    list.getByText("no. 27.", { exact: true }).evaluate((one) => one.getBoundingClientRect().top);
  expect(Math.abs((await top()) - (before ?? 0))).toBeLessThanOrEqual(1);

  // At the end it stays there.
  await list.evaluate((all) => {
    all.scrollTop = 0;
  });
  await sendMessages(mara, noa, [`${origin}/post/${id}`]);
  await expect(list.locator('a[href^="/post/"]').last()).toBeInViewport();
  await expect.poll(() => list.evaluate((all) => all.scrollTop)).toBe(0);
});
