import { afterEach, expect, test, vi } from "vitest";
import { offerOf } from "~/features/text/translation-offer";

afterEach(() => vi.unstubAllGlobals());

const TEXT = "Guten Morgen @mira, schön hier!\n#hafen #licht";

function stubTranslator(availability: string) {
  const create = vi.fn(async () => ({ translate: async (text: string) => `<${text}>` }));
  vi.stubGlobal("Translator", { availability: async () => availability, create });
  return create;
}

function stubServer() {
  const fetch = vi.fn(async () => Response.json({ text: "Good morning", engine: "workers-ai" }));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test.each([
  ["en", "en"],
  ["en-GB", "en-XA"],
  ["pt", "pt-BR"],
  ["zh-Hant", "zh-Hans"],
])("a text in %s is not offered to a reader of %s", async (language, locale) => {
  stubTranslator("available");
  expect(await offerOf(TEXT, language, locale, true)).toBeNull();
});

test("is translated by a browser that has the languages, without a request", async () => {
  const create = stubTranslator("available");
  const fetch = stubServer();
  const offer = await offerOf(TEXT, "de", "en", true);
  expect(create).not.toHaveBeenCalled();
  expect(await offer?.translate()).toBe("<Guten Morgen @mira, schön hier!>\n#hafen #licht");
  expect(create).toHaveBeenCalledWith({ sourceLanguage: "de", targetLanguage: "en" });
  expect(fetch).not.toHaveBeenCalled();
});

test.each(["downloadable", "unavailable"])(
  "is translated by the server where the browser's languages are %s",
  async (has) => {
    const create = stubTranslator(has);
    const fetch = stubServer();
    const offer = await offerOf(TEXT, "nb", "pt-BR", true);
    expect(fetch).not.toHaveBeenCalled();
    expect(await offer?.translate()).toBe("Good morning");
    expect(fetch).toHaveBeenCalledWith(
      "/api/translate",
      expect.objectContaining({ body: JSON.stringify({ text: TEXT, from: "no", to: "pt" }) }),
    );
    expect(create).not.toHaveBeenCalled();
  },
);

test("is translated by a browser that must download the languages, where the server does not translate", async () => {
  const create = stubTranslator("downloadable");
  expect(await (await offerOf(TEXT, "de", "en", false))?.translate()).toMatch(/^<Guten/);
  expect(create).toHaveBeenCalledOnce();
});

test("is not offered where nothing translates, nor from a language that the model lacks", async () => {
  expect(await offerOf(TEXT, "de", "en", false)).toBeNull();
  expect(await offerOf(TEXT, "eo", "en", true)).toBeNull();
});

test("is not offered by the server without a connection", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(await offerOf(TEXT, "de", "en", true)).toBeNull();
});
