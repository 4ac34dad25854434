import { afterEach, expect, test, vi } from "vitest";
import { languageOf } from "~/features/text/language-of.client";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en", "Golden hour at the pier with friends"],
  ["de", "Wunderschön! Wo wurde das aufgenommen?"],
  ["es", "La luz de la mañana sobre el puerto."],
  ["pt", "A luz da manhã sobre o porto."],
  ["fr", "La lumière du matin sur le port."],
  ["pl", "Poranne światło nad portem."],
  ["tr", "Çok güzel! Bu nerede çekildi?"],
  ["vi", "Ánh sáng buổi sáng trên bến cảng."],
  ["ru", "Очень красиво! Где это?"],
  ["uk", "Ранкове світло над гаванню."],
  ["ar", "ضوء الصباح فوق الميناء"],
  ["fa", "نور صبح بر فراز بندر چه زیباست"],
  ["hi", "बंदरगाह पर सुबह की रोशनी"],
  ["ja", "港の朝の光。"],
  ["zh", "港口的晨光终于平静了。"],
  ["ko", "항구의 아침 빛"],
])("finds %s in %j", async (language, text) => {
  expect(await languageOf(text)).toBe(language);
});

test.each([
  ["short", "Schön!"],
  ["of emoji", "🌊🌅✨ 😍😍😍"],
  ["of hashtags and mentions", "#morgenlicht #hafenstadt @mira.fotografiert"],
  ["a link", "https://example.com/ein/langer/weg/zum/hafen"],
  ["of numbers", "12.05.2026, 17:30"],
  ["mixed", "Guten Morgen aus dem Hafen, 港口的晨光终于平静了港口的晨光"],
  ["in a language that the library does not know", "Bersama teman di pantai hari ini"],
  ["in Cyrillic letters that many languages have", "Добро утро"],
])("finds no language in a text that is %s", async (_, text) => {
  expect(await languageOf(text)).toBeNull();
});

const detectorOf = (availability: string, found: { detectedLanguage: string; confidence: number }) => {
  const create = vi.fn(async () => ({ detect: async () => [found] }));
  vi.stubGlobal("LanguageDetector", { availability: async () => availability, create });
  return create;
};

test("does not let a browser download its detector", async () => {
  const create = detectorOf("downloadable", { detectedLanguage: "nl", confidence: 1 });
  expect(await languageOf("Wunderschön! Wo wurde das aufgenommen?")).toBe("de");
  expect(create).not.toHaveBeenCalled();
});

test("asks the detector of the browser first", async () => {
  detectorOf("available", { detectedLanguage: "nl", confidence: 0.9 });
  expect(await languageOf("Ochtendlicht boven de haven.")).toBe("nl");
});
