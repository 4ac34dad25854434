import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../../app/ui/fonts.css", import.meta.url), "utf8");
const faces = css.match(/@font-face \{[^}]*\}/g) ?? [];

/** Returns whether a face has the character by its `unicode-range`. Without one it has them all. */
function covers(face: string, character: string): boolean {
  const ranges = /unicode-range:([^;]*);/.exec(face)?.[1];
  if (!ranges) return true;
  const code = character.codePointAt(0) ?? 0;
  return ranges.split(",").some((range) => {
    const [from = "", to = from] = range.trim().slice("U+".length).split("-");
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
  });
}

const fallbacks = faces.filter((face) => face.includes("local("));

describe("the fallback fonts", () => {
  it("leave emoji to the system's emoji font", () => {
    expect(fallbacks.length).toBeGreaterThan(0);
    for (const emoji of "😀❤✨⏰🌅") {
      expect(fallbacks.filter((face) => covers(face, emoji))).toEqual([]);
    }
  });

  it("have the letters that names and captions are written in", () => {
    for (const letter of "aéőЖΩшאم…") {
      expect(fallbacks.filter((face) => !covers(face, letter))).toEqual([]);
    }
  });
});
