import { afterEach, expect, it, vi } from "vitest";
import { CallError, getJson, getPage, sendJson } from "~/features/api/json";

afterEach(() => vi.unstubAllGlobals());

function answer(body: string, init: ResponseInit = {}) {
  const fetched = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(body, init));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

it.each([
  [
    "the body",
    '{"message":"Post not found"}',
    404,
    "",
    '404: {"message":"Post not found"}',
    "Post not found",
  ],
  ["the status text without one", "", 502, "Bad Gateway", "502: Bad Gateway", "Bad Gateway"],
])(
  "a reply that is no success throws its status and %s",
  async (_, body, status, statusText, text, reason) => {
    answer(body, { status, statusText });
    const error = await getJson("/api/x").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ message: text, reason, status });
  },
);

it("an empty body is an empty object", async () => {
  answer("");
  expect(await sendJson("POST", "/api/x")).toEqual({});
});

it("a body that is no JSON throws", async () => {
  answer("<html>");
  await expect(getJson("/api/x")).rejects.toThrow("Invalid JSON response from server");
});

it("a network that fails throws what it threw", async () => {
  const broken = new TypeError("Failed to fetch");
  vi.stubGlobal("fetch", () => Promise.reject(broken));
  await expect(sendJson("DELETE", "/api/x")).rejects.toBe(broken);
});

it("a write carries a JSON content type when it has a body, and only then", async () => {
  const fetched = answer("{}");
  await sendJson("POST", "/api/x", { a: 1 });
  await sendJson("POST", "/api/x");
  expect(fetched.mock.calls.map(([, init]) => init)).toMatchObject([
    { method: "POST", body: '{"a":1}', headers: { "Content-Type": "application/json" } },
    { method: "POST" },
  ]);
  expect(fetched.mock.calls[1]?.[1]).not.toHaveProperty("headers");
});

it("a page names the next one, and the last page none", async () => {
  answer("[1]", { headers: { Link: '</api/x?cursor=7>; rel="next"' } });
  expect(await getPage("/api/x")).toEqual({ items: [1], next: "/api/x?cursor=7" });
  answer("[]");
  expect(await getPage("/api/x")).toEqual({ items: [], next: null });
});
