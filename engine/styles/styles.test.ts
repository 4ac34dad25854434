import { describe, expect, test } from "vitest";
import { type ArtStyleId, artStyleIds, artStyles } from "~/contract/art-styles";
import { stylePrompts } from "~/platform/ai/models";
import { edited } from "../edit/edit";
import { styling } from "../edit/operations";
import { difference, sample } from "../fixtures/sample";
import { type Picture, toRaster } from "../pixels/picture";
import { styleIn } from "./named";
import { PIXEL_ART_COLOURS } from "./pixel-art";

const painted = new Map<ArtStyleId, Picture>();
async function paint(id: ArtStyleId): Promise<Picture> {
  const known = painted.get(id);
  if (known) return known;
  const source = sample();
  const { picture } = await edited(source, [styling(id)], source, async () => {});
  painted.set(id, picture);
  return picture;
}

describe("the eight styles", () => {
  test("are those of the specification, in its order", () => {
    expect(artStyleIds).toEqual([
      "watercolor",
      "oil-painting",
      "pixel-art",
      "ghibli",
      "cyberpunk",
      "pop-art",
      "manga",
      "vaporwave",
    ]);
    for (const { name, description } of artStyles) expect([name, description].every(Boolean)).toBe(true);
  });

  test.each(artStyleIds)("%s is known by its name, and alone by its prompt's mark", (id) => {
    expect(styleIn(`my dog, ${id.replace("-", " ")}`)).toBe(id);
    expect(stylePrompts[id]).toMatch(new RegExp(`\\[${id}\\]$`));
  });

  test.each(artStyleIds)(
    "%s keeps the size, gives the same picture twice, and is far from the source",
    async (id) => {
      const source = sample();
      const picture = await paint(id);
      expect([picture.width, picture.height]).toEqual([source.width, source.height]);
      const again = (await edited(sample(), [styling(id)], source, async () => {})).picture;
      expect(Buffer.from(toRaster(again).data).equals(Buffer.from(toRaster(picture).data))).toBe(true);
      expect(difference(picture, source)).toBeGreaterThan(0.035);
      expect(picture.red.every(Number.isFinite)).toBe(true);
    },
  );

  test("are far from each other", async () => {
    for (const one of artStyleIds) {
      for (const other of artStyleIds) {
        if (one >= other) continue;
        expect(difference(await paint(one), await paint(other)), `${one} and ${other}`).toBeGreaterThan(0.03);
      }
    }
  });

  test("pixel art has at most 24 colours, in squares", async () => {
    const large = sample(480, 360);
    const { picture } = await edited(
      large,
      [styling("pixel-art")],
      { width: 1024, height: 768 },
      async () => {},
    );
    const { data } = toRaster(picture);
    const colours = new Set(
      Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 3).join()),
    );
    expect(PIXEL_ART_COLOURS).toBe(24);
    expect(colours.size).toBeLessThanOrEqual(PIXEL_ART_COLOURS);
    expect(colours.size).toBeGreaterThan(4);
    for (let x = 0; x < 1024; x += 8) expect(picture.red[x]).toBe(picture.red[x + 7 + 7 * 1024]);
  });

  test("manga is without colour, and nearly all ink or paper", async () => {
    const { red, green, blue } = await paint("manga");
    expect(red.every((value, at) => value === green[at] && value === blue[at])).toBe(true);
    const undecided = red.filter((value) => value > 0.3 && value < 0.7).length;
    expect(undecided / red.length).toBeLessThan(0.25);
  });

  test.each(artStyleIds)(
    "%s takes a picture of one colour, of one pixel's height, and of none",
    async (id) => {
      for (const [width, height] of [
        [64, 64],
        [64, 1],
        [1, 1],
      ] as const) {
        const flat = sample(width, height);
        flat.red.fill(0.5);
        flat.green.fill(0.5);
        flat.blue.fill(0.5);
        const { picture } = await edited(flat, [styling(id)], { width: 256, height: 256 }, async () => {});
        expect(picture.red.every(Number.isFinite)).toBe(true);
      }
    },
  );
});
