import { afterEach, beforeEach, expect, test, vi } from "vitest";

const catalogs: Record<string, string> = {
  "/texts/en.json": JSON.stringify({ messages: { hi: ["Hello"] }, files: {} }),
  "/texts/de.json": JSON.stringify({ messages: { hi: ["Hallo"] }, files: { "/a.js": "/a.json" } }),
  "/texts/fr.json": "{",
};
const asked: string[] = [];
const files = {
  fetch: async (address: RequestInfo | URL) => {
    const { pathname } = new URL(String(address));
    asked.push(pathname);
    return new Response(catalogs[pathname] ?? null, { status: pathname in catalogs ? 200 : 404 });
  },
};

beforeEach(() => {
  vi.stubEnv("DEV", false);
  vi.resetModules();
  asked.length = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a catalog is read once", async () => {
  const { textsOf } = await import("~/platform/texts");
  const texts = await textsOf(files, "de");
  expect(texts.i18n._("hi")).toBe("Hallo");
  expect(texts.files).toEqual({ "/a.js": "/a.json" });
  expect(await textsOf(files, "de")).toBe(texts);
  expect(asked).toEqual(["/texts/de.json"]);
});

test.each(["fr", "xx"])(
  "without the catalog of %s the texts are in English, and a line is logged",
  async (language) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { textsOf } = await import("~/platform/texts");
    const { i18n } = await textsOf(files, language);
    expect([i18n.locale, i18n._("hi")]).toEqual(["en", "Hello"]);
    expect(String(log.mock.calls)).toContain("catalog not read");
  },
);

test("without the English catalog a document fails", async () => {
  const { textsOf } = await import("~/platform/texts");
  await expect(textsOf({ fetch: async () => new Response(null, { status: 404 }) }, "en")).rejects.toThrow(
    "404",
  );
});
