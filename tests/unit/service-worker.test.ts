import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";

const source = readFileSync(new URL("../../public/sw.js", import.meta.url), "utf8");
const FILE = "https://afterglow.example/assets/menu.js";

/** Runs the service worker, dispatches a request for a built file, and returns the response with the event. */
async function requestFile({ caches, fetch }: { caches: object; fetch: () => Promise<Response> }) {
  const listeners = new Map<string, (event: object) => void>();
  const self = { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) };
  runInNewContext(source, {
    self,
    caches,
    fetch,
    URL,
    Response,
    location: { origin: "https://afterglow.example" },
  });
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
  const handled = { catch: vi.fn() };
  const request = { method: "GET", mode: "cors", url: FILE };
  listeners.get("fetch")?.({ request, respondWith, waitUntil, handled });
  const response = await respondWith.mock.calls[0]?.[0];
  await Promise.all(waitUntil.mock.calls.flat());
  return { response, handled };
}

const fail = () => Promise.reject(new Error("The storage failed"));
const reply = () => Promise.resolve(new Response("a part"));

describe("the service worker", () => {
  test("returns a built file that cannot be cached", async () => {
    const put = vi.fn(fail);
    const caches = { match: () => Promise.resolve(), open: () => Promise.resolve({ put }) };
    const { response } = await requestFile({ caches, fetch: reply });
    expect(await response?.text()).toBe("a part");
    expect(put).toHaveBeenCalledOnce();
  });

  test("returns a built file when the caches cannot be read", async () => {
    const { response } = await requestFile({ caches: { match: fail, open: fail }, fetch: reply });
    expect(await response?.text()).toBe("a part");
  });

  test("returns a network error for a built file without a network, with no unhandled rejection", async () => {
    const caches = { match: () => Promise.resolve() };
    const { response, handled } = await requestFile({ caches, fetch: fail });
    expect(response?.type).toBe("error");
    expect(handled.catch).toHaveBeenCalledOnce();
  });
});
