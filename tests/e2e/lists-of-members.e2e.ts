import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, idOf, sharePosts } from "./fixtures";
import { MEMBERS_PATH } from "./members";
import { expect, freshName, test, toast } from "./test";

test.use({ allowedErrors: [/status of 500/] });

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: username }) });

test("the counts of a profile lead to its members, who can be searched and connected with", async ({
  join,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  await connect(noah, mara);
  await connect(ivo, mara);
  const { page } = noah;
  await page.goto(`/profile/${mara.username}`);
  await page.getByRole("link", { name: "Connected", exact: true }).click();
  await expect(page).toHaveURL(`/profile/${mara.username}/connected`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connected");
  await expect(rowOf(page, noah.username)).toBeVisible();
  await expect(rowOf(page, noah.username).getByRole("button")).toHaveCount(0);
  await rowOf(page, ivo.username).getByRole("button", { name: "Connect" }).click();
  await expect(toast(page, "Request sent")).toBeVisible();
  await expect(rowOf(page, ivo.username).getByRole("button", { name: "Requested" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Name or username" }).fill(ivo.username);
  await page.keyboard.press("Enter");
  await expect(rowOf(page, noah.username)).toBeHidden();
  await expect(rowOf(page, ivo.username)).toBeVisible();
  await page.getByRole("searchbox", { name: "Name or username" }).fill("nobody_");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No Results Found")).toBeVisible();

  await page.getByRole("link", { name: "Connecting" }).click();
  await expect(page.getByText("Nobody Yet")).toBeVisible();
  await expectAccessible(page, "an empty list of members");
});

test("requests are answered and cancelled in their lists", async ({ join }) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  for (const one of [noah, ivo]) await one.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  await mara.page.goto(`/profile/${mara.username}/connected`);
  await mara.page.getByRole("link", { name: "Requests" }).click();
  const { page } = mara;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Received requests");
  await rowOf(page, noah.username).getByRole("button", { name: "Accept" }).click();
  await expect(toast(page, "Connected")).toBeVisible();
  await expect(rowOf(page, noah.username)).toBeHidden();
  await rowOf(page, ivo.username).getByRole("button", { name: "Reject" }).click();
  await expect(toast(page, "Connection rejected")).toBeVisible();
  await expect(rowOf(page, ivo.username).getByRole("button", { name: "Connect" })).toBeVisible();
  await expectAccessible(page, "connection requests");

  await ivo.page.request.post(`/api/connections/request/${await idOf(noah)}`);
  await ivo.page.goto("/requests?list=sent");
  await expect(ivo.page.getByRole("heading", { level: 1 })).toHaveText("Sent requests");
  await rowOf(ivo.page, noah.username).getByRole("button", { name: "Requested" }).click();
  await expect(toast(ivo.page, "Request cancelled")).toBeVisible();
  await ivo.page.reload();
  await expect(ivo.page.getByText("No Requests")).toBeVisible();
});

test("the likes of a post lead to the members who like it; a page that fails can be retried", async ({
  join,
  playwright,
  baseURL,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await noah.page.request.post(`/api/posts/${id}/like`);
  const { page } = mara;
  await page.goto(`/post/${id}`);
  await page.getByRole("link", { name: "1 like" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Likes");
  await expect(rowOf(page, noah.username).getByRole("button", { name: "Connected" })).toBeVisible();
  await expectAccessible(page, "the likes of a post");
  await page.getByRole("link", { name: "Back to the post" }).click();
  await expect(page).toHaveURL(`/post/${id}`);

  // One page has 20 members.
  for (let n = 0; n < 20; n++) {
    const request = await playwright.request.newContext({ baseURL });
    const username = freshName("fan");
    const data = { username, email: `${username}@example.com`, fullName: "A Fan" };
    expect((await request.post(MEMBERS_PATH, { data })).status()).toBe(201);
    expect((await request.post(`/api/posts/${id}/like`)).status()).toBe(200);
    await request.dispose();
  }
  await page.route("**/likes?cursor=*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/post/${id}/likes`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(20);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText("More members could not be loaded.")).toBeVisible();
  await expect(rowOf(page, noah.username)).toBeHidden();
  await page.unroute("**/likes?cursor=*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rowOf(page, noah.username)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(21);
});

test("a profile names the connections in common @desktop", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = noah;
  const inCommon = page.getByText(/^Connected with /);
  await page.goto(`/profile/${mara.username}`);
  await expect(page.getByRole("heading", { name: mara.username })).toBeVisible();
  await expect(inCommon).toHaveCount(0);
  const texts = [
    ([first]: string[]) => `Connected with ${first}`,
    ([second, first]: string[]) => `Connected with ${second} and ${first}`,
    ([third]: string[]) => `Connected with ${third} and 2 others you know`,
  ];
  const friends: string[] = [];
  for (const text of texts) {
    const friend = await join("friend");
    await connect(noah, friend);
    await connect(friend, mara);
    friends.unshift(friend.username);
    await page.reload();
    await expect(inCommon).toHaveText(text(friends));
  }
  await inCommon.getByRole("link").click();
  await expect(page).toHaveURL(`/profile/${friends[0]}`);
});
