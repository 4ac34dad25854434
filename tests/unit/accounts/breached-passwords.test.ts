import { expect, test, vi } from "vitest";
import { hibp } from "~/platform/password-lists";

// SHA-1 of "password" is 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8.
const REST = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";
const replying = (text: string, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(text, { status }));

test("sends only the first five characters of the hash, with padding", async () => {
  const get = replying("");
  await hibp(get).has("password");
  const [address, init] = get.mock.calls[0] ?? [];
  expect(address).toBe("https://api.pwnedpasswords.com/range/5BAA6");
  expect(new Headers(init?.headers).get("Add-Padding")).toBe("true");
  expect(init?.body).toBeUndefined();
  expect(init?.signal).toBeInstanceOf(AbortSignal);
  expect(init?.redirect).toBe("manual");
});

test.each([
  ["the rest of its hash is in the reply", `0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n${REST}:9545824`, true],
  ["it is not", "0018A45C4D1DEF81644B54AB7F969B88D65:3", false],
  ["it is padding", `${REST}:0`, false],
])("knows a password when %s", async (_, text, expected) => {
  expect(await hibp(replying(text)).has("password")).toBe(expected);
});

test("throws when the service fails", async () => {
  await expect(hibp(replying("busy", 503)).has("password")).rejects.toThrow(
    "Have I Been Pwned returned 503.",
  );
});
