import type { Page } from "@playwright/test";
import { cardOf, gate, idOf, sharePosts } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const menu = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

test("a connection request raises the unread count and is accepted in the menu", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await mara.page.goto("/feed");
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
  await bell(mara.page).click();
  await expect(menu(mara.page)).toContainText("No notifications yet");
  await mara.page.keyboard.press("Escape");

  await noah.page.goto(`/profile/${mara.username}`);
  await noah.page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(mara.page).toHaveTitle("(1) Feed · Afterglow");

  await bell(mara.page).click();
  const row = menu(mara.page).getByRole("listitem").first();
  await expect(row).toContainText(`${noah.username} sent you a connection request`);
  await expect(row).toContainText("just now");
  const box = await menu(mara.page).boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(318);
  expect(Math.round(box?.width ?? 0)).toBeLessThanOrEqual(320);
  await row.getByRole("button", { name: "Accept" }).click();
  await expect(toast(mara.page, "Connection accepted")).toContainText(
    `You are now connected with ${noah.username}`,
  );
  await expect(row.getByRole("button")).toHaveCount(0);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
  await expect(mara.page).toHaveTitle("Feed · Afterglow");

  await expect(noah.page.getByRole("main").getByRole("button", { name: "Connected" })).toBeVisible();
  await expect(bell(noah.page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(noah.page).click();
  await expect(menu(noah.page)).toContainText(`${mara.username} accepted your connection request`);
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

test("a connection request is rejected in the menu, and its sender is notified", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await noah.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  await mara.page.goto("/feed");
  await noah.page.goto(`/profile/${mara.username}`);
  await bell(mara.page).click();
  await menu(mara.page).getByRole("button", { name: "Reject" }).click();
  await expect(toast(mara.page, "Connection rejected")).toContainText(
    `Connection request from ${noah.username} was rejected`,
  );
  await expect(
    noah.page.getByRole("main").getByRole("button", { name: "Connect", exact: true }),
  ).toBeVisible();
  await bell(noah.page).click();
  await expect(menu(noah.page)).toContainText(`${mara.username} rejected your connection request`);
});

test("cancelling a request removes its notification from an open and from a closed menu", async ({
  join,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  const request = `/api/connections/request/${await idOf(mara)}`;
  const sendRequest = async ({ page }: Member) =>
    expect((await page.request.post(request)).status()).toBe(200);
  const cancelRequest = async ({ page }: Member) =>
    expect((await page.request.delete(request)).status()).toBe(200);
  const accept = menu(mara.page).getByRole("button", { name: "Accept" });
  await mara.page.goto("/feed");
  await sendRequest(noah);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(mara.page).click();
  await expect(accept).toBeVisible();
  await cancelRequest(noah);
  await expect(menu(mara.page)).toContainText("No notifications yet");
  await mara.page.keyboard.press("Escape");
  // Another member: a repeated request is announced once.
  await sendRequest(ivo);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications, 1 unread");
  await cancelRequest(ivo);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
  await bell(mara.page).click();
  await expect(menu(mara.page)).toContainText("No notifications yet");
});

test("closing the menu marks as read what it showed, and an unlike removes its notification", async ({
  join,
}) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  const [post = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const like = `/api/posts/${post}/like`;
  await mara.page.goto("/feed");
  await noah.page.request.post(like);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications, 1 unread");
  await noah.page.request.delete(like);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
  // Another member: a repeated like is announced once.
  await ivo.page.request.post(like);
  await bell(mara.page).click();
  await expect(menu(mara.page).getByRole("listitem")).toHaveCount(1);
  const [newest] = await (await mara.page.request.get("/api/notifications")).json();
  const marking = mara.page.waitForRequest("**/api/notifications/read/all");
  await mara.page.keyboard.press("Escape");
  expect((await marking).postDataJSON()).toEqual({ upTo: newest.id });
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
});

test("a refetch removes deleted notifications from the menu", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  let stored = [0, 1, 2].map((at) => notification(at, "like", "p1"));
  await page.route("**/api/notifications/groups", (route) => route.fulfill({ json: stored }));
  await page.goto("/feed");
  await bell(page).click();
  const rows = menu(page).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  stored = stored.slice(1, 2);
  await noah.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  await expect(rows).toHaveCount(1);
});

test("the open menu is reloaded when the connection is back", async ({ join }) => {
  const { page } = await join("mara");
  let stored = [notification(1, "like", "p1")];
  await page.route("**/api/notifications/groups", (route) => route.fulfill({ json: stored }));
  let closeSocket = async () => {};
  await page.routeWebSocket("/ws", (socket) => {
    socket.connectToServer();
    closeSocket = () => socket.close({ code: 1001 });
  });
  await openSynced(page, "/feed");
  await bell(page).click();
  const rows = menu(page).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  // The socket is open, so the menu has requested the list once; the frame of the second notification is missed.
  stored = [notification(0, "follow", null), ...stored];
  await closeSocket();
  await expect(rows).toHaveCount(2);
});

/** Opens a page and waits until its socket is in sync, so that later changes arrive as frames. */
async function openSynced(page: Page, url: string): Promise<void> {
  const opening = page.waitForEvent("websocket");
  await page.goto(url);
  const isSynced = ({ payload }: { payload: string | Buffer }) => String(payload).includes('"type":"synced"');
  await (await opening).waitForEvent("framereceived", isSynced);
}

test("deleting a post removes its notifications from the open menu", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  const [dusk] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await openSynced(page, "/feed");
  expect((await noah.page.request.post(`/api/posts/${dusk}/like`)).status()).toBe(200);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
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
  await expect(menu(page)).toContainText(`${noah.username} liked your post`);
  deleting.open();
  await expect(menu(page)).toContainText("No notifications yet");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test("blocking a member removes their notifications", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  const { page } = mara;
  const [dusk] = await sharePosts(mara, [{ caption: "Dusk" }]);
  await openSynced(page, `/profile/${noah.username}`);
  expect((await noah.page.request.post(`/api/posts/${dusk}/like`)).status()).toBe(200);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await page.getByRole("button", { name: `More about ${noah.username}` }).click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(page).toHaveURL("/feed");
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await bell(page).click();
  await expect(menu(page)).toContainText("No notifications yet");
});

test("closing the menu marks all as read, in all tabs; new notifications are marked until then", async ({
  join,
}) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await noah.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  const other = await mara.page.context().newPage();
  await other.goto("/feed");
  await bell(other).click();
  await expect(menu(other).getByText("Unread")).toBeAttached();
  await mara.page.goto("/feed");
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications, 1 unread");
  await bell(mara.page).click();
  await expect(menu(mara.page).getByText("Unread")).toBeAttached();
  await mara.page.keyboard.press("Escape");
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
  await expect(menu(other).getByText("Unread")).toHaveCount(0);
  await expect(menu(other).getByRole("listitem")).toHaveCount(1);
  await bell(mara.page).click();
  await expect(menu(mara.page).getByRole("listitem")).toHaveCount(1);
  await expect(menu(mara.page).getByText("Unread")).toHaveCount(0);
});

test("clicking a notification marks it as read and opens its target", async ({ join }) => {
  const [mara, noah] = [await join("mara"), await join("noah")];
  await noah.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  await mara.page.goto("/feed");
  await bell(mara.page).click();
  await menu(mara.page)
    .getByRole("link", { name: /sent you a connection request/ })
    .click();
  await expect(mara.page).toHaveURL(`/profile/${noah.username}`);
  await expect(menu(mara.page)).toHaveCount(0);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
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

test("every type has its text and link, and scrolling loads older notifications", async ({ join }) => {
  const { page } = await join();
  const all = texts.map(([type, , entityId], at) => notification(at, type, entityId));
  const older = Array.from({ length: 20 }, (_, at) => notification(100 + at, "follow", null));
  await page.route("**/api/notifications/groups", (route) =>
    route.fulfill({ json: all, headers: { Link: '</api/notifications/groups?cursor=900>; rel="next"' } }),
  );
  await page.route("**/api/notifications/groups?cursor=900", (route) => route.fulfill({ json: older }));
  await page.goto("/feed");
  await bell(page).click();
  const rows = menu(page).getByRole("listitem");
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
});

test.describe("a failing request", () => {
  test.use({ allowedErrors: [/status of (500|404)/] });

  test("for the list shows an error, and Retry loads it", async ({ join }) => {
    const { page } = await join();
    await page.route("**/api/notifications/groups", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/feed");
    await bell(page).click();
    await expect(menu(page)).toContainText("Failed to load notifications");
    await page.unroute("**/api/notifications/groups");
    await menu(page).getByRole("button", { name: "Retry" }).click();
    await expect(menu(page)).toContainText("No notifications yet");
  });

  test("for an accept or reject shows an error; a click opens the sender's profile", async ({ join }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    await noah.page.request.post(`/api/connections/request/${await idOf(mara)}`);
    await mara.page.goto("/feed");
    for (const [action, label] of [
      ["accept", "Accept"],
      ["reject", "Reject"],
    ]) {
      await mara.page.route(`**/api/connections/${action}/*`, (route) =>
        route.fulfill({ status: 500, body: "{}" }),
      );
      await bell(mara.page).click();
      await menu(mara.page).getByRole("button", { name: label }).click();
      await expect(toast(mara.page, "Error")).toContainText(`Failed to ${action} connection request`);
      await mara.page.keyboard.press("Escape");
    }
    await mara.page.route("**/api/notifications/groups", (route) =>
      route.fulfill({
        json: [
          {
            ...notification(0, "like", "gone"),
            isRead: false,
            fromUsers: [{ id: "u", username: noah.username, profileImage: null }],
          },
        ],
      }),
    );
    await bell(mara.page).click();
    await menu(mara.page)
      .getByRole("link", { name: /liked your post/ })
      .click();
    await expect(mara.page).toHaveURL(`/profile/${noah.username}`);
  });
});

/** Likes a post as members. */
async function likeAll(post: string, members: Member[]): Promise<void> {
  for (const { page } of members) {
    expect((await page.request.post(`/api/posts/${post}/like`)).status()).toBe(200);
  }
}

test("likes of one post are one row, which moves to the top and keeps the focus", async ({ join }) => {
  const [mara, amara, kenji, lea] = [
    await join("mara"),
    await join("amara"),
    await join("kenji"),
    await join("lea"),
  ];
  const { page } = mara;
  const [dusk = "", dawn = ""] = await sharePosts(mara, [{ caption: "Dusk" }, { caption: "Dawn" }]);
  await likeAll(dusk, [amara]);
  await openSynced(page, "/feed");
  await bell(page).click();
  const rows = menu(page).getByRole("listitem");
  await expect(rows).toHaveText([new RegExp(`^.*${amara.username} liked your post`)]);
  await likeAll(dawn, [amara]);
  await expect(rows).toHaveCount(2);
  const link = rows.nth(1).getByRole("link");
  await link.focus();
  await likeAll(dusk, [kenji]);
  await expect(rows.first()).toContainText(`${kenji.username} and ${amara.username} liked your post`);
  await expect(rows.first().getByRole("link")).toBeFocused();
  await likeAll(dusk, [lea]);
  await expect(rows.first()).toContainText(`${lea.username}, ${kenji.username} and 1 other liked your post`);
  await expect(rows).toHaveCount(2);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 4 unread");

  // The like that is taken back leaves the group.
  expect((await lea.page.request.delete(`/api/posts/${dusk}/like`)).status()).toBe(200);
  await expect(rows.first()).toContainText(`${kenji.username} and ${amara.username} liked your post`);
  await expect(bell(page)).toHaveAccessibleName("Notifications, 3 unread");

  // Opening a group in another tab marks all of it, and leaves the menu open.
  const other = await page.context().newPage();
  await openSynced(other, "/feed");
  const opening = page.context().waitForEvent("page");
  await rows
    .first()
    .getByRole("link")
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(await opening).toHaveURL(`/post/${dusk}`);
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(rows.first().getByText("Unread")).toHaveCount(0);
  await expect(rows.nth(1).getByText("Unread")).toHaveCount(1);
});

test("comments on one post are one row, which opens at the newest one", async ({ join }) => {
  const [mara, amara, kenji] = [await join("mara"), await join("amara"), await join("kenji")];
  const [dusk = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const say = async ({ page }: Member, comment: string) => {
    const reply = await page.request.post(`/api/posts/${dusk}/comment`, { data: { comment } });
    return ((await reply.json()) as { id: string }).id;
  };
  await say(amara, "One");
  await say(kenji, "Two");
  const newest = await say(amara, "Three");
  await mara.page.goto("/feed");
  await bell(mara.page).click();
  await menu(mara.page)
    .getByRole("link", { name: `${amara.username} and ${kenji.username} commented on your post` })
    .click();
  await expect(mara.page).toHaveURL(`/post/${dusk}?comment=${newest}`);
  await expect(bell(mara.page)).toHaveAccessibleName("Notifications");
});
