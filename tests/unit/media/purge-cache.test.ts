import { expect, test, vi } from "vitest";
import { zonePurge } from "~/platform/media/purge-cache";

const keys = { zone: "023e105f", token: "the token" };
const urlsOf = (count: number) => Array.from({ length: count }, (_, n) => `https://photos.example.com/${n}`);

test("addresses are purged with the token, at most 30 in a request", async () => {
  const post = vi.fn<typeof fetch>(async () => Response.json({ success: true }));
  await zonePurge(keys, post)(urlsOf(65));
  const sent = post.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).files);
  expect(sent.map((files) => files.length)).toEqual([30, 30, 5]);
  expect(sent.flat()).toEqual(urlsOf(65));
  const [url, init] = post.mock.calls[0] ?? [];
  expect(url).toBe("https://api.cloudflare.com/client/v4/zones/023e105f/purge_cache");
  expect(init).toMatchObject({ method: "POST", redirect: "manual" });
  expect(new Headers(init?.headers).get("Authorization")).toBe("Bearer the token");
});

test("nothing is sent without an address", async () => {
  const post = vi.fn<typeof fetch>();
  await zonePurge(keys, post)([]);
  expect(post).not.toHaveBeenCalled();
});

test.each([
  ["refuses the token", async () => Response.json({ success: false }, { status: 403 }), "returned 403"],
  ["cannot be reached", () => Promise.reject(new Error("unreachable")), "unreachable"],
])("throws when the API %s", async (_, post, message) => {
  await expect(zonePurge(keys, post)(urlsOf(1))).rejects.toThrow(message);
});
