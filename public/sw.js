/**
 * The service worker: without a network it shows Afterglow's offline page instead of the browser's error page. It
 * caches only that page and its files, never a member's page. It stores shared files until the composer takes them, and
 * shows push notifications (docs/product.md#push-notifications).
 */
const OFFLINE_PAGE = "/offline";
/** The share sheet of the system sends photos and texts there (`share_target` of the manifest). */
const SHARE_PATH = "/share";
const SHELL = "shell";
/** The last share of another app, until the composer takes it (app/features/composer/use-shared-photos.ts). */
const SHARED = "shared";
/** Timeout of the request that asks who is logged in, before a message is shown. */
const WHO_TIMEOUT_MS = 5000;

self.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  // Earlier versions cached every built file there.
  event.waitUntil(Promise.all([setPreload(self.registration), self.clients.claim(), caches.delete("files")]));
});

/**
 * With navigation preload, the request for a page does not wait until this worker has started. Disabled in Firefox:
 * when the preload fails, it shows its own error page instead of this worker's response. The setting outlives this
 * script.
 */
async function setPreload({ navigationPreload }) {
  const isFirefox = navigator.userAgent.includes("Firefox/");
  await (isFirefox ? navigationPreload?.disable() : navigationPreload?.enable());
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (isShare(request)) event.respondWith(keepShared(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isBuilt(request)) event.respondWith(file(request));
  // Rejects when the response is a network error; WebKit reports the rejection.
  event.handled?.catch(() => undefined);
});

/** Returns whether it is a built file but no script (docs/decisions/0131-scripts-bypass-the-service-worker.md). */
function isBuilt({ url, destination }) {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith("/assets/") && destination !== "script";
}

function isShare({ method, mode, url }) {
  return method === "POST" && mode === "navigate" && new URL(url).pathname === SHARE_PATH;
}

/** Stores what was shared, in place of what was shared before, and opens the composer, which takes it. */
async function keepShared(request) {
  try {
    const form = await request.formData();
    const photos = form.getAll("photos").filter((photo) => typeof photo !== "string");
    const words = ["title", "text", "url"].map((name) => form.get(name)?.trim());
    const shared = { at: Date.now(), text: words.filter(Boolean).join("\n"), names: photos.map(({ name }) => name) };
    await caches.delete(SHARED);
    const cache = await caches.open(SHARED);
    await Promise.all(photos.map((photo, at) => cache.put(`${SHARE_PATH}/${at}`, new Response(photo))));
    await cache.put(SHARE_PATH, new Response(JSON.stringify(shared)));
    return seeOther("/post?shared=kept");
  } catch {
    // The browser has no room, or no storage.
    return seeOther("/post?shared=lost");
  }
}

function seeOther(path) {
  return Response.redirect(new URL(path, location.origin), 303);
}

/** Caches the offline page and its files. @throws Error when the page cannot be fetched; the install then fails */
async function cacheShell() {
  const offline = await fetch(OFFLINE_PAGE);
  if (!offline.ok) throw new Error(`The offline page returned status ${offline.status}`);
  const files = new Set((await offline.clone().text()).match(/\/assets\/[\w.-]+/g));
  const shell = await caches.open(SHELL);
  await Promise.all([shell.put(OFFLINE_PAGE, offline), shell.addAll(files)]);
}

/** Fetches a page; falls back to the cached offline page. */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await cachedReply(OFFLINE_PAGE)) ?? Response.error();
  }
}

/** Returns a built file from the cache, or fetches it. Its name has a hash of its content, so it is never stale. */
async function file(request) {
  try {
    return (await cachedReply(request)) ?? (await fetch(request));
  } catch {
    return Response.error();
  }
}

/** Returns the cached reply, or undefined, also when the browser's storage fails. */
function cachedReply(request) {
  return caches.match(request).catch(() => undefined);
}

self.addEventListener("push", (event) => {
  event.waitUntil(messageIn(event.data).then(showPush));
});

/**
 * Returns the message shown for a text that cannot be read or is for another member: browsers demand a notification for
 * each push. Its text is in the offline page (app/routes/offline.tsx), in the language of this browser.
 */
async function unnamed() {
  const page = await cachedReply(OFFLINE_PAGE);
  const [, texts = "{}"] = (await page?.text())?.match(/<script type="application\/json">(.*?)<\/script>/) ?? [];
  const message = { title: "Afterglow", body: "There is something new.", lang: "en", ...JSON.parse(texts) };
  return { ...message, kind: "other", tag: "", path: "/feed", unread: 1, read: [] };
}

/** The texts of a message that has none: one of an earlier version. */
const LABELS = {
  reply: "Reply",
  placeholder: "Message...",
  notSent: "Not sent: {text}",
  sendAgain: "Press to send again",
  accept: "Accept",
  reject: "Reject",
};

/** Returns the `PushMessage` of a push event (app/contract/push-message.ts). */
async function messageIn(data) {
  try {
    return data.json();
  } catch {
    return unnamed();
  }
}

/** Shows a message, closes the notifications that it names as read, and updates the badge. */
async function showPush(message) {
  const { registration } = self;
  if (await isOfOther(message.to)) return showForOther();
  await setBadge(message.unread);
  const shown = await registration.getNotifications();
  for (const notification of shown) if (message.read.includes(notification.tag)) notification.close();
  await show(message, { clientId: crypto.randomUUID() });
}

/** Whether a message is for a member who is not logged in here. Without a reply of the server it is not. */
async function isOfOther(memberId) {
  // A text that could not be read has none.
  if (memberId === undefined) return false;
  try {
    const reply = await fetch("/api/auth/me", { signal: AbortSignal.timeout(WHO_TIMEOUT_MS) });
    if (reply.status === 401) return true;
    return reply.ok && (await reply.json()).user.id !== memberId;
  } catch {
    return false;
  }
}

/** Shows nothing of a message pushed to another member's session, and ends the subscription that it came by. */
async function showForOther() {
  await show(await unnamed());
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** @param more fields of the notification's data: the id of a reply, and a reply that was not sent */
function show(message, more) {
  const { kind, title, body, tag, at, lang = "en" } = message;
  return self.registration.showNotification(title, {
    body,
    tag,
    // A later message of the same conversation rings again; a later like does not.
    renotify: kind !== "other" && tag !== "",
    timestamp: at,
    dir: "auto",
    lang,
    icon: "/icons/192.png",
    actions: actionsOf(message),
    data: { ...message, ...more },
  });
}

/** Browsers without text fields in notifications show the reply as a button, which opens the conversation. */
function actionsOf({ kind, labels = LABELS }) {
  if (kind === "message")
    return [{ action: "reply", type: "text", title: labels.reply, placeholder: labels.placeholder }];
  if (kind !== "request") return [];
  return [
    { action: "accept", title: labels.accept },
    { action: "reject", title: labels.reject },
  ];
}

async function setBadge(count) {
  // Missing in Firefox, and refused where the app is not installed.
  await navigator.setAppBadge?.(count).catch(() => undefined);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(answer(event));
});

/** Runs the action of a notification; without one, or when it cannot run here, opens the place. */
async function answer({ action, reply, notification }) {
  const { data } = notification;
  const text = (reply ?? data.reply ?? "").trim();
  if (text !== "" && data.kind === "message") return sendReply(data, text);
  if (action === "accept" || action === "reject") {
    const { ok } = await post(`/api/connections/${action}/${data.from}`, { userId: data.to });
    if (ok) return;
  }
  return open(data.path);
}

/** Sends a reply. The `clientId` belongs to the notification, so a reply that is sent again is stored once. */
async function sendReply(data, text) {
  const { from, to, clientId, labels = LABELS } = data;
  const { ok, status } = await post(`/api/chat/messages/${from}`, { content: text, clientId, senderId: to });
  if (ok) return markRead(data);
  // The session has ended, or is another member's: the page leads to the log-in, or shows what the member may see.
  if (status === 401 || status === 403) return open(data.path);
  const body = labels.notSent.replace("{text}", () => text);
  return show({ ...data, body, title: labels.sendAgain, read: [] }, { clientId: data.clientId, reply: text });
}

/** Marks a conversation as read up to the answered message, and updates the badge. A failure leaves it unread. */
async function markRead({ from, to, id }) {
  const [messages, notifications] = await Promise.all([
    post(`/api/chat/messages/${from}/read`, { upTo: id, userId: to }).then(countIn),
    fetch("/api/notifications/unread").then(countIn, () => null),
  ]);
  if (messages !== null && notifications !== null) await setBadge(messages + notifications);
}

/** Returns the count of a reply; null when the request has failed. */
async function countIn(reply) {
  return reply.ok ? (await reply.json()).count : null;
}

/** Posts JSON to this site. @returns the reply; a network error when there is none */
function post(path, body) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return fetch(path, init).catch(() => Response.error());
}

/** Focuses a tab that shows a path, or leads another one there, or opens a new one. */
async function open(path) {
  const url = new URL(path, location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url) ?? tabs[0];
  if (!tab) return self.clients.openWindow(url);
  await tab.focus();
  if (tab.url === url) return;
  // Rejects for a tab that another worker controls.
  await tab.navigate(url).catch(() => self.clients.openWindow(url));
}

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(event.newSubscription));
});

/** Sends the new subscription of this device to the server, if push notifications are on for its session. */
async function renewSubscription(renewed) {
  const reply = await fetch("/api/push");
  if (!reply.ok) return;
  const { isOn, publicKey, showsText } = await reply.json();
  if (!isOn) return;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = renewed ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  await post("/api/push", { endpoint, ...keys, showsText });
}
