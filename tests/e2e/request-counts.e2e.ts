import type { Page } from "@playwright/test";
import { UNREAD_POLL_MS } from "~/contract/limits";
import { deleteNewest, messageLog, openChat, sendMessages } from "./chat";
import { cardOf, connect, sharePosts } from "./fixtures";
import { expect, pauseClock, test } from "./test";

// The link tries to reconnect while the browser is offline.
test.use({ allowedErrors: [/WebSocket connection to .*ERR_INTERNET_DISCONNECTED/] });

/**
 * Counts the page's API requests from now on. The unread poll is specified to run every 10 seconds whatever happens
 * (docs/product.md#chat), so its interval is disabled: the requests that remain are caused by frames.
 */
async function countRequests(page: Page): Promise<{ start: () => void; urls: () => string[] }> {
  await page.clock.install();
  await page.addInitScript((pollMs) => {
    const nativeSetInterval = window.setInterval;
    const withoutPoll = (handler: TimerHandler, ms?: number) =>
      ms === pollMs ? 0 : nativeSetInterval(handler, ms);
    Object.assign(window, { setInterval: withoutPoll });
  }, UNREAD_POLL_MS);
  let urls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/|\.data$/.test(pathname)) urls.push(`${request.method()} ${pathname}${search}`);
  });
  return {
    start: () => {
      urls = [];
    },
    urls: () => urls,
  };
}

/** Runs every timer of the next five seconds, then waits for a reply of the server. */
async function settle(page: Page): Promise<void> {
  await page.clock.runFor(5000);
  await page.evaluate(() => fetch("/favicon.svg", { cache: "no-store" }).then(({ ok }) => ok));
}

/** Lets the test close the page's socket; resolves once the page has opened another and is in sync. */
async function controlSocket(
  page: Page,
): Promise<{ close: () => Promise<void>; inSync: () => Promise<void> }> {
  let close: () => Promise<void> = async () => undefined;
  let synced = () => {};
  let isSynced = Promise.resolve();
  const expectSync = () => {
    isSynced = new Promise((resolve) => {
      synced = resolve;
    });
  };
  expectSync();
  await page.routeWebSocket("/ws", (socket) => {
    const server = socket.connectToServer();
    // The page makes requests on both frames.
    const awaited = new Set(["synced", "online-users"]);
    server.onMessage((data) => {
      socket.send(data);
      for (const type of awaited) if (String(data).includes(`"type":"${type}"`)) awaited.delete(type);
      if (awaited.size === 0) synced();
    });
    close = async () => {
      expectSync();
      await server.close();
      await socket.close({ code: 1001 });
    };
  });
  return {
    close: () => close(),
    inSync: async () => {
      // The back-off before the reconnect is a timer of the page.
      await page.clock.runFor(2000);
      await isSynced;
    },
  };
}

const chatLink = (page: Page, unread: number) =>
  page.getByRole("link", { name: unread === 0 ? "Chat" : `Chat, ${unread} unread`, exact: true });
const bell = (page: Page, unread: number) =>
  page.getByRole("button", {
    name: unread === 0 ? "Notifications" : `Notifications, ${unread} unread`,
    exact: true,
  });
const rows = (page: Page) =>
  page.getByRole("region", { name: "Messages", exact: true }).getByRole("listitem");

/** Opens the feed, and counts its requests once it is in sync. */
async function countFeedRequests(page: Page) {
  const requests = await countRequests(page);
  const socket = await controlSocket(page);
  await page.goto("/feed");
  await socket.inSync();
  await settle(page);
  requests.start();
  return requests;
}

test("an open feed neither polls nor fetches on focus; five incoming messages cause at most one request, and an announced post one @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  await connect(mara, noa);
  const [post] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const { page } = mara;
  const requests = await countFeedRequests(page);

  // Each waits for a reply of the server: the page's timer must not run out before the pong to its ping arrives.
  for (let seconds = 0; seconds < 60; seconds += 5) await settle(page);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await settle(page);
  const feedRequests = () => requests.urls().filter((url) => url.includes("/feed"));
  expect(feedRequests()).toEqual([]);

  requests.start();
  await sendMessages(noa, mara, ["one", "two", "three", "four", "five"]);
  await expect(chatLink(page, 5)).toBeVisible();
  await settle(page);
  expect(requests.urls().length).toBeLessThanOrEqual(1);

  await deleteNewest(noa, mara);
  await expect(chatLink(page, 4)).toBeVisible();
  expect((await noa.request.post(`/api/posts/${post}/like`)).status()).toBe(200);
  // The request to connect, answered by noa, and the like.
  await expect(bell(page, 2)).toBeVisible();

  await sharePosts(noa, [{ caption: "Dawn" }]);
  await page.getByRole("button", { name: "1 new post" }).click();
  await expect(cardOf(page, "Dawn")).toBeVisible();
  expect(feedRequests()).toEqual(["GET /api/feed?limit=20"]);
});

test("a reconnect causes at most two requests and brings the chat page up to date @desktop @all", async ({
  join,
}) => {
  const [mara, noa, lea, ivo] = [await join("mara"), await join("noa"), await join("lea"), await join("ivo")];
  for (const other of [noa, lea, ivo]) {
    await connect(other, mara);
    await sendMessages(other, mara, [`first of ${other.username}`, `second of ${other.username}`]);
  }
  const [post] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const { page } = mara;
  const requests = await countRequests(page);
  const socket = await controlSocket(page);
  await openChat(mara, ivo);
  await socket.inSync();
  for (const other of [noa, lea, ivo]) {
    await page.getByRole("link", { name: new RegExp(other.fullName) }).click();
    await expect(messageLog(page, other).getByText(`second of ${other.username}`)).toBeVisible();
  }
  await expect(chatLink(page, 0)).toBeVisible();
  await expect(rows(page)).toHaveText([/ivo Tester/, /lea Tester/, /noa Tester/]);
  await settle(page);
  // The page's timers stand while it is offline: in a slow test they would ask for its session.
  await pauseClock(page);
  await settle(page);
  requests.start();

  await page.context().setOffline(true);
  await socket.close();
  await sendMessages(noa, mara, ["while away"]);
  await deleteNewest(lea, mara);
  await deleteNewest(ivo, mara);
  expect((await noa.page.request.post(`/api/posts/${post}/like`)).status()).toBe(200);
  await page.context().setOffline(false);
  await socket.inSync();
  await expect(chatLink(page, 1)).toBeVisible();
  await settle(page);
  expect(requests.urls().length).toBeLessThanOrEqual(2);

  await expect(rows(page)).toHaveText([
    /noa Tester.*while away.*1 unread/,
    new RegExp(`ivo Tester.*first of ${ivo.username}`),
    new RegExp(`lea Tester.*first of ${lea.username}`),
  ]);
  await expect(bell(page, 1)).toBeVisible();
  await expect(messageLog(page, ivo).getByText(`second of ${ivo.username}`)).toHaveCount(0);
  await page.getByRole("link", { name: /lea Tester/ }).click();
  await expect(messageLog(page, lea).getByText(`first of ${lea.username}`)).toBeVisible();
  await expect(messageLog(page, lea).getByText(`second of ${lea.username}`)).toHaveCount(0);

  await page.getByRole("link", { name: "Feed", exact: true }).click();
  const stories = page.getByRole("region", { name: "Stories" });
  await expect(stories.getByRole("button", { name: noa.username })).toBeVisible();
  const side = page.getByRole("region", { name: "Around you" });
  await expect(side.getByRole("button", { name: "Connect", exact: true }).first()).toBeVisible();
  await settle(page);
  requests.start();
  await socket.close();
  await socket.inSync();
  await settle(page);
  // The column beside the feed is one request more, whatever it lists.
  expect(requests.urls().length, requests.urls().join()).toBeLessThanOrEqual(3);
  expect(requests.urls()).toContain("GET /api/explore/surroundings");
  await expect(chatLink(page, 1)).toBeVisible();
});
