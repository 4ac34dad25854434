import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { addComment, cardOf, connect, gate, idOf, openSynced, sharePosts } from "./fixtures";
import { expect, type Session, test, toast } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ allowedErrors: [/status of (500|404|409)/] });

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const menu = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const GROUPS = /\/api\/notifications\/groups$/;

test("connection requests raise the unread count, are answered in the menu, and lead to their sender", async ({
  join,
  signIn,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await signIn("noah"), await signIn("ivo")];
  const { page } = mara;
  const request = `/api/connections/request/${await idOf(mara)}`;
  const sendRequest = async (from: Session) => expect((await from.request.post(request)).status()).toBe(200);
  const row = menu(page).getByRole("listitem").first();
  const failOnce = (action: string) =>
    page.route(`**/api/connections/${action}/*`, (route) => route.fulfill({ status: 500, body: "{}" }), {
      times: 1,
    });
  await page.goto("/feed");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(menu(page)).toContainText("No notifications yet");
  await page.keyboard.press("Escape");

  await sendRequest(noah);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(page).toHaveTitle("(1) Feed · Afterglow");
  await bell(page).click();
  await expect(row).toContainText(`${noah.username} sent you a connection request`);
  await expect(row).toContainText("just now");
  const box = await menu(page).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(318);
  expect(Math.round(box?.width ?? 0)).toBeLessThanOrEqual(320);

  await test.step("accept", async () => {
    await failOnce("accept");
    await row.getByRole("button", { name: "Accept" }).click();
    await expect(toast(page, "Error")).toContainText("Failed to accept connection request");
    await row.getByRole("button", { name: "Accept" }).click();
    await expect(toast(page, "Connection accepted")).toContainText(
      `You are now connected with ${noah.username}`,
    );
    await expect(row.getByRole("button")).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await expect(page).toHaveTitle("Feed · Afterglow");
  });

  await test.step("reject", async () => {
    await sendRequest(ivo);
    await expect(row).toContainText(`${ivo.username} sent you a connection request`);
    await failOnce("reject");
    await row.getByRole("button", { name: "Reject" }).click();
    await expect(toast(page, "Error")).toContainText("Failed to reject connection request");
    await row.getByRole("button", { name: "Reject" }).click();
    await expect(toast(page, "Connection rejected")).toContainText(
      `Connection request from ${ivo.username} was rejected`,
    );
  });

  await test.step("a press on a notification marks it as read and opens its target", async () => {
    const zoe = await signIn("zoe");
    await sendRequest(zoe);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await row.getByRole("link", { name: /sent you a connection request/ }).click();
    await expect(page).toHaveURL(`/profile/${zoe.username}`);
    await expect(menu(page)).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
  });
});

test("a notification that is taken back, or whose post is deleted, leaves the open and the closed menu", async ({
  join,
  signIn,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await signIn("noah"), await signIn("ivo")];
  const { page } = mara;
  const [dusk = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const [like, request] = [`/api/posts/${dusk}/like`, `/api/connections/request/${await idOf(mara)}`];
  await openSynced(page, "/feed");

  await test.step("from the closed menu", async () => {
    await noah.request.post(like);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    await noah.request.delete(like);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
  });

  await test.step("from the open menu", async () => {
    await noah.request.post(request);
    await bell(page).click();
    await expect(menu(page).getByRole("button", { name: "Accept" })).toBeVisible();
    await expect(menu(page).getByRole("link", { name: /^Requests.*1 waiting$/ })).toHaveAttribute(
      "href",
      "/requests",
    );
    await noah.request.delete(request);
    await expect(menu(page)).toContainText("No notifications yet");
    await page.keyboard.press("Escape");
  });

  await test.step("with its post; closing the menu has marked it as read", async () => {
    // Another member: a repeated like is announced once.
    await ivo.request.post(like);
    await bell(page).click();
    await expect(menu(page).getByText("Unread")).toBeAttached();
    const [newest] = await (await page.request.get("/api/notifications")).json();
    const marking = page.waitForRequest("**/api/notifications/read/all");
    await page.keyboard.press("Escape");
    expect((await marking).postDataJSON()).toEqual({ upTo: newest.id });
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    const deleting = gate();
    await page.route(`**/api/posts/${dusk}`, async (route) => {
      await deleting.passed;
      await route.continue();
    });
    await cardOf(page, "Dusk").getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Delete post" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete post" }).click();
    await page.keyboard.press("Escape");
    await bell(page).click();
    await expect(menu(page)).toContainText(`${ivo.username} liked your post`);
    await expect(menu(page).getByText("Unread")).toHaveCount(0);
    deleting.open();
    await expect(menu(page)).toContainText("No notifications yet");
  });
});

const texts: [string, string, string | null, string][] = [
  ["like", "{user} liked your post", "p1", "/post/p1"],
  ["comment", "{user} commented on your post", "p1", "/post/p1"],
  ["save", "{user} saved your post", "p1", "/post/p1"],
  ["post_share", "{user} shared a post with you", "p1", "/post/p1"],
  ["follow", "{user} started following you", null, "/profile/{user}"],
  ["follow_request", "{user} requested to follow you", null, "/profile/{user}"],
  ["connection_request", "{user} sent you a connection request", null, "/profile/{user}"],
  ["connection_accepted", "{user} accepted your connection request", null, "/feed"],
  ["connection_rejected", "{user} rejected your connection request", null, "/feed"],
  ["mention", "New notification from {user}", "p1", "/feed"],
  ["moderation", "There is a decision about your account, {user}", null, "/settings/reports#decisions"],
  ["new_post", "New notification from {user}", "p1", "/feed"],
];

function notification(at: number, type: string, entityId: string | null) {
  const fromUsers = [{ id: "u", username: "wren", profileImage: null }];
  const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  // Newer than every one that the server stores: an older page must not make the menu show a live one above it.
  const id = String(Date.UTC(2100, 0) - at);
  const about = { type, isRead: true, createdAt, entityId, commentId: null, message: null, canAnswer: false };
  return { id, lastId: id, ...about, fromUsers, memberCount: 1 };
}

test("the menu shows a failure, every type with its text and link, older ones, and after a reconnect the present ones", async ({
  join,
}) => {
  const { page, username } = await join();
  const all = texts.map(([type, , entityId], at) => notification(at, type, entityId));
  const older = Array.from({ length: 20 }, (_, at) => notification(100 + at, "follow", null));
  const next = { Link: '</api/notifications/groups?cursor=900>; rel="next"' };
  await page.route("**/api/notifications/groups?cursor=900", (route) => route.fulfill({ json: older }));
  await page.route(GROUPS, (route) => route.fulfill({ status: 500, body: "{}" }));
  let closeSocket = async () => {};
  await page.routeWebSocket("/ws", (socket) => {
    socket.connectToServer();
    closeSocket = () => socket.close({ code: 1001 });
  });
  const rows = menu(page).getByRole("listitem");
  await openSynced(page, "/feed");

  await bell(page).click();
  await expect(menu(page)).toContainText("Failed to load notifications");
  await page.unroute(GROUPS);
  await page.route(GROUPS, (route) => route.fulfill({ json: all, headers: next }));
  await menu(page).getByRole("button", { name: "Retry" }).click();
  await expect(rows.first()).toBeVisible();
  for (const [at, [, text, , target]] of texts.entries()) {
    const withUser = (template: string) => template.replace("{user}", "wren");
    await expect(rows.nth(at)).toContainText(withUser(text));
    await expect(rows.nth(at)).toContainText("3 days ago");
    await expect(rows.nth(at).getByRole("link")).toHaveAttribute("href", withUser(target));
  }
  await rows.nth(texts.length - 1).scrollIntoViewIfNeeded();
  await menu(page).evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
  await expect(rows).toHaveCount(texts.length + older.length);

  // The page has missed the frames of what was deleted meanwhile.
  const fromUsers = [{ id: "u", username, profileImage: null }];
  const deleted = { ...notification(0, "like", "p1"), isRead: false, fromUsers };
  await page.unroute(GROUPS);
  await page.route(GROUPS, (route) => route.fulfill({ json: [deleted] }));
  await closeSocket();
  await expect(rows).toHaveCount(1);
  // It cannot be marked as read, because it is deleted: the press ends at the sender's profile.
  await rows.getByRole("link").click();
  await expect(page).toHaveURL(`/profile/${username}`);
  await page.goBack();
  await expect(page).toHaveURL("/feed");
});

test("the search keeps the focus that it gets while the menu closes @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/feed");
  await bell(page).click();
  await expect(menu(page)).toContainText("No notifications yet");
  const search = page.getByRole("combobox", { name: "Search" });
  // In microtasks of one task: the menu restores the focus in the next task.
  await search.evaluate(async (field) => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    for (let n = 0; n < 100 && document.querySelector("[role=dialog]"); n++) await null;
    field.focus();
  });
  await expect(menu(page)).toBeHidden();
  await page.keyboard.type("nobody_");
  await expect(search).toHaveValue("nobody_");
  await expect(page.getByText("No users found")).toBeVisible();

  await bell(page).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bell(page)).toBeFocused();
});

/** Likes a post as members. */
async function likeAll(post: string, members: Session[]): Promise<void> {
  for (const { request } of members) {
    expect((await request.post(`/api/posts/${post}/like`)).status()).toBe(200);
  }
}

test("likes of one post are one row, which moves to the top, keeps the focus, and opens in another tab", async ({
  join,
  signIn,
}) => {
  const [mara, amara, kenji] = [await join("mara"), await signIn("amara"), await signIn("kenji")];
  const { page } = mara;
  const [dusk = "", dawn = ""] = await sharePosts(mara, [{ caption: "Dusk" }, { caption: "Dawn" }]);
  await likeAll(dusk, [amara]);
  await likeAll(dawn, [amara]);
  await openSynced(page, "/feed");
  await bell(page).click();
  const rows = menu(page).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole("link").focus();
  await likeAll(dusk, [kenji]);
  await expect(rows.first()).toContainText(`${kenji.username} and ${amara.username} liked your post`);
  await expect(rows.first().getByRole("link")).toBeFocused();
  await expect(rows).toHaveCount(2);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 3 unread");

  // Opening a group in another tab marks all of it, and leaves the menu open.
  // On a busy machine Playwright may never report a tab that a key opened, although it shows the page.
  const opening = page
    .context()
    .waitForEvent("request", (sent) => sent.isNavigationRequest() && sent.url().endsWith(`/post/${dusk}`));
  await rows
    .first()
    .getByRole("link")
    .click({ modifiers: ["ControlOrMeta"] });
  await opening;
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(rows.first().getByText("Unread")).toHaveCount(0);
  await expect(rows.nth(1).getByText("Unread")).toHaveCount(1);
});

test("the page shows all notifications by day, filtered, page by page, and marks them as read when it is left", async ({
  join,
}) => {
  const [mara, amara, kenji] = [await join("mara"), await join("amara"), await join("kenji")];
  const { page } = mara;
  const posts = await sharePosts(
    mara,
    Array.from({ length: 22 }, (_, n) => ({ caption: `Photo ${n}`, isSensitive: n === 21 })),
  );
  for (const id of posts) await likeAll(id, [amara]);
  await addComment(amara, posts[0] ?? "", "What a sky");
  await kenji.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  const rows = page.getByRole("main").getByRole("listitem");

  await test.step("from the menu, whose rows have the post", async () => {
    await openSynced(page, "/feed");
    await bell(page).click();
    await expect(menu(page).getByRole("img", { name: "Photo 20" })).toBeVisible();
    await expect(menu(page).getByText("Sensitive photo")).toHaveCount(1);
    await menu(page).getByRole("link", { name: "See all" }).click();
    await expect(page).toHaveURL("/notifications");
    await expect(menu(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  });

  await test.step("older ones load, and without JavaScript a link has them", async () => {
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(24);
    const text = await (await page.request.get("/notifications")).text();
    const [, next = ""] = /href="[^"]*(\?cursor=[^"]+)"/.exec(text) ?? [];
    expect(await (await page.request.get(`/notifications${next}`)).text()).toContain(`/post/${posts[0]}`);
  });

  await test.step("filters, and an answer to a request", async () => {
    const kinds = page.getByRole("navigation", { name: "Kinds of notifications" });
    await kinds.getByRole("link", { name: "Comments and mentions" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`${amara.username} commented on your post`);
    await kinds.getByRole("link", { name: "Connections" }).click();
    await expect(rows).toHaveCount(1);
    await rows.getByRole("button", { name: "Accept" }).click();
    await expect(toast(page, "Connection accepted")).toBeVisible();
    await expect(rows.getByRole("button")).toHaveCount(0);
    await kinds.getByRole("link", { name: "All" }).click();
    await expect(rows.first()).toBeVisible();
    await expectAccessible(page, "the notifications");
  });

  await test.step("a new comment arrives unread; leaving the page marks all as read", async () => {
    await addComment(amara, posts[1] ?? "", "What a sea");
    await expect(rows.first()).toContainText(`${amara.username} commented on your post`);
    await expect(rows.first().getByText("Unread")).toBeAttached();
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page).toHaveURL("/feed");
    await expect(bell(page)).toHaveAccessibleName("Notifications");
  });
});

test("a comment and a post that are deleted leave the open pages of another member at once", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await connect(mara, noah);
  const { page } = mara;
  const [dusk = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const [dawn = ""] = await sharePosts(noah, [{ caption: "Dawn" }]);
  await page.request.post("/api/notifications/read/all");
  await openSynced(page, "/notifications");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "your post" });

  await test.step("a comment leaves the page, the bell and the title", async () => {
    const comment = await addComment(noah, dusk, "What a sky");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveTitle("(1) Notifications · Afterglow");
    await noah.page.request.delete(`/api/posts/${dusk}/comments/${comment}`);
    await expect(rows).toHaveCount(0);
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    await expect(page).toHaveTitle("Notifications · Afterglow");
  });

  await test.step("a like of a post that is gone says so, and its card leaves", async () => {
    await openSynced(page, "/feed");
    const card = cardOf(page, "Dawn");
    await page.route("**/api/posts/*/like", (route) => route.fulfill({ status: 404, body: "{}" }));
    await card.getByRole("button", { name: "Like" }).click();
    await expect(toast(page, "Error")).toContainText("This post is no longer there.");
    await expect(card).toHaveCount(0);
  });

  await test.step("a deleted post leaves the open feed", async () => {
    await openSynced(page, "/feed");
    await expect(cardOf(page, "Dawn")).toBeVisible();
    await noah.page.request.delete(`/api/posts/${dawn}`);
    await expect(cardOf(page, "Dawn")).toHaveCount(0);
    await expect(cardOf(page, "Dusk")).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page shows thumbnails, Accept answers a request, and a button marks all as read @desktop @all", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
    const { page } = mara;
    const [post] = await sharePosts(mara, [{ altText: "A gull" }]);
    await noah.request.post(`/api/posts/${post}/like`);
    await noah.request.post(`/api/connections/request/${await idOf(mara)}`);
    await page.goto("/notifications");
    await expect(page.getByRole("img", { name: "A gull" })).toBeVisible();
    await noah.request.delete(`/api/connections/request/${await idOf(mara)}`);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("Failed to accept connection request")).toBeVisible();
    await noah.request.post(`/api/connections/request/${await idOf(mara)}`);
    await page.goto("/notifications");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);
    expect(await (await noah.request.get("/api/connections")).json()).toHaveLength(1);
    await expect(page.getByText("Unread", { exact: true })).toHaveCount(1);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect(page.getByText("Unread", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
  });
});
