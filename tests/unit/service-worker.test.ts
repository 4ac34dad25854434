import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";

const source = readFileSync(new URL("../../public/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://afterglow.example";
const FILE = `${ORIGIN}/assets/figtree.woff2`;

interface World {
  caches: object;
  fetch?: () => Promise<Response>;
}

/** Runs the service worker, dispatches a request for a built file, and returns the response with the event. */
function requestFile(world: World, { url = FILE, destination = "font" } = {}) {
  return dispatch(world, { method: "GET", mode: "cors", url, destination });
}

/** Dispatches what the share sheet of the system sends. */
function share(caches: object, form: FormData) {
  const formData = () => Promise.resolve(form);
  return dispatch({ caches }, { method: "POST", mode: "navigate", url: `${ORIGIN}/share`, formData });
}

async function dispatch({ caches, fetch }: World, request: object) {
  const listeners = new Map<string, (event: object) => void>();
  const self = { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) };
  runInNewContext(source, {
    self,
    caches,
    fetch,
    URL,
    Response,
    location: { origin: ORIGIN },
  });
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
  const handled = { catch: vi.fn() };
  listeners.get("fetch")?.({ request, respondWith, waitUntil, handled });
  const response = await respondWith.mock.calls[0]?.[0];
  await Promise.all(waitUntil.mock.calls.flat());
  return { response, handled };
}

const fail = () => Promise.reject(new Error("The storage failed"));
const reply = () => Promise.resolve(new Response("a part"));

describe("the service worker", () => {
  test("returns a cached file", async () => {
    const { response } = await requestFile({ caches: { match: reply }, fetch: fail });
    expect(await response?.text()).toBe("a part");
  });

  test("returns a built file when the caches cannot be read", async () => {
    const { response } = await requestFile({ caches: { match: fail }, fetch: reply });
    expect(await response?.text()).toBe("a part");
  });

  test("leaves scripts to the browser's cache", async () => {
    const script = { url: `${ORIGIN}/assets/menu.js`, destination: "script" };
    const { response } = await requestFile({ caches: { match: reply }, fetch: reply }, script);
    expect(response).toBeUndefined();
  });

  test("returns a network error for a built file without a network, with no unhandled rejection", async () => {
    const caches = { match: () => Promise.resolve() };
    const { response, handled } = await requestFile({ caches, fetch: fail });
    expect(response?.type).toBe("error");
    expect(handled.catch).toHaveBeenCalledOnce();
  });

  test("keeps what was shared last and opens the composer", async () => {
    const stored = new Map<string, Response>();
    const caches = {
      delete: () => Promise.resolve(stored.clear()),
      open: () => Promise.resolve({ put: async (path: string, entry: Response) => stored.set(path, entry) }),
    };
    const form = new FormData();
    form.set("title", "Harbour");
    form.set("url", " ");
    form.append("photos", new File(["one"], "a.jpg", { type: "image/jpeg" }));
    form.append("photos", new File(["two"], "b.png", { type: "image/png" }));
    const { response } = await share(caches, form);
    expect([response?.status, response?.headers.get("Location")]).toEqual([
      303,
      `${ORIGIN}/post?shared=kept`,
    ]);
    expect([...stored.keys()].sort()).toEqual(["/share", "/share/0", "/share/1"]);
    expect(await stored.get("/share")?.json()).toMatchObject({ text: "Harbour", names: ["a.jpg", "b.png"] });
    expect(await stored.get("/share/1")?.text()).toBe("two");

    await share(caches, new FormData());
    expect([...stored.keys()]).toEqual(["/share"]);
  });

  test("says so when the browser cannot keep what was shared", async () => {
    const { response } = await share({ delete: fail, open: fail }, new FormData());
    expect(response?.headers.get("Location")).toBe(`${ORIGIN}/post?shared=lost`);
  });

  test("leaves other writes to the network", async () => {
    const { response } = await dispatch(
      { caches: {} },
      { method: "POST", mode: "cors", url: `${ORIGIN}/api/posts` },
    );
    expect(response).toBeUndefined();
  });
});
