/**
 * The service worker: without a network it shows Afterglow's offline page instead of the browser's error page. It caches
 * only content that is the same for all members, the offline page and the built files, and never a member's page. It keeps
 * what another app has shared until the composer takes it.
 */
const OFFLINE_PAGE = "/offline";
/** The share sheet of the system sends photos and texts there (`share_target` of the manifest). */
const SHARE_PATH = "/share";
const SHELL = "shell";
const FILES = "files";
/** The last share of another app, until the composer takes it (app/features/composer/use-shared-photos.ts). */
const SHARED = "shared";
/** Maximum number of cached files; the oldest are evicted first. */
const FILES_MAX = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([setPreload(self.registration), self.clients.claim()]));
});

/**
 * With navigation preload, the request for a page does not wait until this worker has started. Disabled in Firefox: when
 * the preload fails, it shows its own error page instead of this worker's response. The setting outlives this script.
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
  else if (isBuilt(new URL(request.url))) event.respondWith(file(event));
  // Rejects when the response is a network error; WebKit reports the rejection.
  event.handled?.catch(() => undefined);
});

/** Built files have a content hash in their name, so a cached file never becomes stale. */
function isBuilt({ origin, pathname }) {
  return origin === location.origin && pathname.startsWith("/assets/");
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

/** Caches the offline page and the files it uses. @throws Error when the page cannot be fetched; the install then fails */
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

/** Returns a built file from the cache, or fetches and caches it. */
async function file(event) {
  const cached = await cachedReply(event.request);
  if (cached) return cached;
  try {
    const reply = await fetch(event.request);
    if (reply.ok) event.waitUntil(cacheFile(event.request, reply.clone()));
    return reply;
  } catch {
    return Response.error();
  }
}

/** Returns the cached reply, or undefined, also when the browser's storage fails. */
function cachedReply(request) {
  return caches.match(request).catch(() => undefined);
}

/** Caches a built file. Ignores a failure, such as a lost connection or a full storage: the next request tries again. */
async function cacheFile(request, reply) {
  try {
    const files = await caches.open(FILES);
    await files.put(request, reply);
    const requests = await files.keys();
    await Promise.all(requests.slice(0, -FILES_MAX).map((old) => files.delete(old)));
  } catch {}
}
