import type { Page } from "@playwright/test";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { expectAccessible } from "./axe";
import { connect, idOf, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

test.use({ allowedErrors: [/status of 500/] });

const rowOf = (page: Page, username: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: username }) });

test("the counts of a profile lead to its members, who can be searched and connected with", async ({
  join,
  signIn,
}) => {
  const [mara, noah, ivo] = [await signIn("mara"), await join("noah"), await signIn("ivo")];
  await connect(noah, mara);
  await connect(ivo, mara);
  const friends: string[] = [];
  for (let n = 0; n < 3; n++) {
    const friend = await signIn("friend");
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

test("Back shows the connection of a member of a later page as it is now @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah, oldest] = [await signIn("mara"), await join("noah"), await signIn("oldest")];
  await connect(oldest, mara);
  for (let n = 0; n < PAGE_LIMIT_DEFAULT; n++) await connect(await signIn("friend"), mara);
  const { page } = noah;
  await page.goto(`/profile/${mara.username}/connected`);
  const row = rowOf(page, oldest.username);
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  await row.getByRole("link", { name: oldest.username }).click();
  await expect(page).toHaveURL(`/profile/${oldest.username}`);
  // The list is shown until the profile is rendered.
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("button", { name: "Requested" })).toBeVisible();
  await page.goBack();
  await expect(row.getByRole("button", { name: "Requested" })).toBeVisible();
});

test("requests are answered and cancelled in their lists, and likes have a list", async ({
  join,
  signIn,
}) => {
  const [mara, noah, ivo, zoe] = [
    await join("mara"),
    await join("noah"),
    await join("ivo"),
    await signIn("zoe"),
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
