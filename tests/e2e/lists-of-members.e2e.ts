import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, idOf, sharePosts } from "./fixtures";
import { expect, freshName, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

test.use({ allowedErrors: [/status of 500/] });

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: username }) });

test("the counts of a profile lead to its members, who can be searched and connected with", async ({
  join,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  await connect(noah, mara);
  await connect(ivo, mara);
  const friends: string[] = [];
  for (let n = 0; n < 3; n++) {
    const friend = await join("friend");
    await connect(noah, friend);
    await connect(friend, mara);
    friends.unshift(friend.username);
  }
  const { page } = noah;
  await page.goto(`/profile/${mara.username}`);
  const inCommon = page.getByText(/^Connected with /);
  await expect(inCommon).toHaveText(`Connected with ${friends[0]} and 2 others you know`);
  await expect(inCommon.getByRole("link")).toHaveAttribute("href", `/profile/${friends[0]}`);
  await page.getByRole("link", { name: "Connected", exact: true }).click();
  await expect(page).toHaveURL(`/profile/${mara.username}/connected`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connected");
  await expect(rowOf(page, noah.username)).toBeVisible();
  await expect(rowOf(page, noah.username).getByRole("button")).toHaveCount(0);
  await rowOf(page, ivo.username).getByRole("button", { name: "Connect" }).click();
  await expect(toast(page, "Request sent")).toBeVisible();
  await expect(rowOf(page, ivo.username).getByRole("button", { name: "Requested" })).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Name or username" });
  await search.fill(ivo.username);
  await page.keyboard.press("Enter");
  await expect(rowOf(page, noah.username)).toBeHidden();
  await expect(rowOf(page, ivo.username)).toBeVisible();
  await search.fill("nobody_");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No Results Found")).toBeVisible();

  await page.getByRole("link", { name: "Connecting" }).click();
  await expect(page.getByText("Nobody Yet")).toBeVisible();
  await expectAccessible(page, "an empty list of members");
});

test("requests are answered and cancelled in their lists, and likes have a list", async ({ join }) => {
  const [mara, noah, ivo, zoe] = [
    await join("mara"),
    await join("noah"),
    await join("ivo"),
    await join("zoe"),
  ];
  const { page } = mara;
  for (const one of [noah, ivo]) await one.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  await page.request.post(`/api/connections/request/${await idOf(zoe)}`);
  await page.goto("/requests");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Received requests");
  await rowOf(page, noah.username).getByRole("button", { name: "Accept" }).click();
  await expect(toast(page, "Connected")).toBeVisible();
  await expect(rowOf(page, noah.username)).toBeHidden();
  await rowOf(page, ivo.username).getByRole("button", { name: "Reject" }).click();
  await expect(toast(page, "Connection rejected")).toBeVisible();
  await expect(rowOf(page, ivo.username).getByRole("button", { name: "Connect" })).toBeVisible();
  await expectAccessible(page, "connection requests");

  await page.goto("/requests?list=sent");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sent requests");
  await rowOf(page, zoe.username).getByRole("button", { name: "Requested" }).click();
  await expect(toast(page, "Request cancelled")).toBeVisible();

  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  expect((await noah.page.request.post(`/api/posts/${id}/like`)).status()).toBe(200);
  await page.goto(`/post/${id}/likes`);
  await expect(rowOf(page, noah.username).getByRole("button", { name: "Connected" })).toBeVisible();
});

test("the likes of a post lead to the members who like it; a page that fails can be retried @desktop @all", async ({
  join,
  playwright,
  baseURL,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await noah.page.request.post(`/api/posts/${id}/like`);
  // One page has 20 members.
  const request = await playwright.request.newContext({ baseURL });
  for (let n = 0; n < 20; n++) {
    const username = freshName("fan");
    const data = { username, email: `${username}@example.com`, fullName: "A Fan" };
    expect((await request.post(MEMBERS_PATH, { data })).status()).toBe(201);
    expect((await request.post(`/api/posts/${id}/like`)).status()).toBe(200);
  }
  await request.dispose();
  const { page } = mara;
  await page.route("**/likes?cursor=*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/post/${id}`);
  await page.getByRole("link", { name: "21 likes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Likes");
  await expect(page.getByRole("link", { name: "Back to the post" })).toHaveAttribute("href", `/post/${id}`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(20);
  await expectAccessible(page, "the likes of a post");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText("More members could not be loaded.")).toBeVisible();
  await expect(rowOf(page, noah.username)).toBeHidden();
  await page.unroute("**/likes?cursor=*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(rowOf(page, noah.username).getByRole("button", { name: "Connected" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(21);
});
