import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import type { PostView } from "~/contract/posts";
import { ApiError, api, apiPage } from "~/features/api/client";

afterEach(() => vi.unstubAllGlobals());

function stubReply(body: string, init: ResponseInit = {}) {
  const fetched = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(body, init));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

describe("request", () => {
  it("fills and encodes the parameters of the path", async () => {
    const fetched = stubReply("{}");
    await api("GET /api/users/username/{username}", { params: { username: "a/b?c" } });
    expect(fetched.mock.calls[0]?.[0]).toBe("/api/users/username/a%2Fb%3Fc");
  });

  it("writes the query and leaves out what is null or undefined", async () => {
    const fetched = stubReply("[]");
    await api("GET /api/users/search", { query: { q: "mira & jo" } });
    await api("GET /api/feed", { query: { limit: 1, cursor: null } });
    await api("GET /api/feed", { query: { limit: undefined } });
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([
      "/api/users/search?q=mira+%26+jo",
      "/api/feed?limit=1",
      "/api/feed",
    ]);
  });

  it("sends a JSON content type with a body, and only then", async () => {
    const fetched = stubReply("{}");
    await api("POST /api/posts/{id}/comment", { params: { id: "1" }, body: { comment: "Hello" } });
    await api("POST /api/posts/{id}/like", { params: { id: "1" } });
    expect(fetched.mock.calls.map(([, init]) => init)).toMatchObject([
      { method: "POST", body: '{"comment":"Hello"}' },
      { method: "POST" },
    ]);
    expect(fetched.mock.calls.map(([, init]) => [...new Headers(init?.headers)])).toEqual([
      [["content-type", "application/json"]],
      [],
    ]);
  });

  it("leaves the content type of a form to the browser", async () => {
    const fetched = stubReply("{}");
    const body = new FormData();
    await api("POST /api/media", { body });
    expect(fetched.mock.calls[0]?.[1]).toEqual({
      method: "POST",
      signal: undefined,
      body,
      headers: new Headers(),
    });
  });
});

describe("reply", () => {
  it.each([
    [
      "the body",
      '{"message":"Post not found"}',
      404,
      "",
      '404: {"message":"Post not found"}',
      "Post not found",
    ],
    ["the status text without a body", "", 502, "Bad Gateway", "502: Bad Gateway", "Bad Gateway"],
    ["a body that is not JSON", "<html>", 503, "", "503: <html>", "<html>"],
  ])(
    "without success throws an error with its status and %s",
    async (_, body, status, statusText, message, reason) => {
      stubReply(body, { status, statusText });
      const error = await api("GET /api/chat/unread").catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ message, reason, status });
    },
  );

  it("gives the error body with its fields, and null for another form", () => {
    expect(new ApiError(422, '{"message":"No","errors":{"bio":["Long"]}}').body?.errors).toEqual({
      bio: ["Long"],
    });
    for (const text of ["null", "[]", '{"error":1}', "oops"]) expect(new ApiError(500, text).body).toBeNull();
  });

  it("is an empty object when its body is empty", async () => {
    stubReply("");
    expect(await api("POST /api/posts/{id}/like", { params: { id: "1" } })).toEqual({});
  });

  it("throws when an interruption left nothing of its JSON body", async () => {
    stubReply("", { headers: { "Content-Type": "application/json" } });
    await expect(api("GET /api/connections/stories")).rejects.toThrow("Invalid JSON response from server");
  });

  it("throws when its body is not JSON", async () => {
    stubReply("<html>");
    await expect(api("GET /api/chat/unread")).rejects.toThrow("Invalid JSON response from server");
  });

  it("rethrows a network error", async () => {
    const broken = new TypeError("Failed to fetch");
    vi.stubGlobal("fetch", () => Promise.reject(broken));
    await expect(api("DELETE /api/posts/{id}", { params: { id: "1" } })).rejects.toBe(broken);
  });

  it("carries the cursor of the next page, decoded, and null on the last", async () => {
    stubReply("[]", { headers: { Link: '</api/feed?cursor=a%3D7&limit=2>; rel="next"' } });
    expect(await apiPage("GET /api/feed")).toEqual({ items: [], next: "a=7" });
    stubReply("[]");
    expect(await apiPage("GET /api/feed")).toEqual({ items: [], next: null });
  });
});

it("derives keys, parameters, bodies and replies from the contract", () => {
  expectTypeOf<Awaited<ReturnType<typeof api<"GET /api/posts/{id}">>>>().toEqualTypeOf<PostView>();
  // Never called: only the types count.
  const calls = () => {
    // @ts-expect-error The contract has no such call.
    void api("GET /api/nothing");
    // @ts-expect-error The path has a parameter.
    void api("POST /api/posts/{id}/like");
    // @ts-expect-error The body belongs to another call.
    void api("POST /api/posts/{id}/like", { params: { id: "1" }, body: { comment: "Hello" } });
    // @ts-expect-error The call has no such query parameter.
    void api("GET /api/users/search", { query: { cursor: "1" } });
    // @ts-expect-error The reply is not a list.
    void apiPage("GET /api/posts/{id}", { params: { id: "1" } });
    // A union of keys with the same parameters, as a toggle has it.
    const key =
      Math.random() > 1 ? ("POST /api/posts/{id}/like" as const) : ("DELETE /api/posts/{id}/like" as const);
    void api(key, { params: { id: "1" } });
  };
  expect(calls).toBeTypeOf("function");
});
