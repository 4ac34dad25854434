/**
 * The service worker: an installed Afterglow starts without a network, and says so instead of showing the browser's
 * own page. It keeps what is the same for everybody, the build's files and the offline page, and never a member's page.
 */
const OFFLINE_PAGE = "/offline";
const SHELL = "shell";
const FILES = "files";
/** Files of past builds go when there are more than this, the oldest first. */
const FILES_MAX = 300;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  // The request for a page need not wait until this worker has started.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isBuilt(new URL(request.url))) event.respondWith(file(event));
});

/** The names of built files carry a hash of what is in them: one that is kept is right for ever. */
function isBuilt({ origin, pathname }) {
  return origin === location.origin && pathname.startsWith("/assets/");
}

async function keepShell() {
  const offline = await fetch(OFFLINE_PAGE);
  if (!offline.ok) throw new Error(`The offline page answered ${offline.status}`);
  const files = new Set((await offline.clone().text()).match(/\/assets\/[\w.-]+/g));
  const shell = await caches.open(SHELL);
  await Promise.all([shell.put(OFFLINE_PAGE, offline), shell.addAll(files)]);
}

async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

async function file(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const reply = await fetch(event.request);
  if (reply.ok) event.waitUntil(keepFile(event.request, reply.clone()));
  return reply;
}

async function keepFile(request, reply) {
  const files = await caches.open(FILES);
  await files.put(request, reply);
  const kept = await files.keys();
  await Promise.all(kept.slice(0, -FILES_MAX).map((old) => files.delete(old)));
}
