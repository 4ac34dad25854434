import { describe, expect, test, vi } from "vitest";
import { type ArtStyleId, artStyleIds, artStyles } from "~/contract/art-styles";
import { stylePrompts } from "~/platform/ai/models";
import { applyOperations } from "../edit/apply-operations";
import { styleOperation } from "../edit/operations";
import { difference, mean, sampleRaster } from "../fixtures/sample-raster";
import { createRaster, luma, type Raster, shadePixels, toRgba } from "../pixels/raster";
import { PIXEL_ART_COLOURS } from "./pixel-art";
import { styleInPrompt } from "./style-in-prompt";

// Rendering is CPU-bound: seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const rasters = new Map<ArtStyleId, Raster>();
async function paint(id: ArtStyleId): Promise<Raster> {
  const cached = rasters.get(id);
  if (cached) return cached;
  const source = sampleRaster();
  const { raster } = await applyOperations(source, [styleOperation(id)], source, async () => {});
  rasters.set(id, raster);
  return raster;
}

describe("the eight styles", () => {
  test("have the product's ids, in its order", () => {
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

  test.each(artStyleIds)("%s is found by its name and in its prompt", (id) => {
    expect(styleInPrompt(`my dog, ${id.replace("-", " ")}`)).toBe(id);
    expect(styleInPrompt(stylePrompts[id])).toBe(id);
  });

  test.each(artStyleIds)(
    "%s keeps the size, returns the same raster twice, and differs from the source",
    async (id) => {
      const source = sampleRaster();
      const raster = await paint(id);
      expect([raster.width, raster.height]).toEqual([source.width, source.height]);
      const again = (await applyOperations(sampleRaster(), [styleOperation(id)], source, async () => {}))
        .raster;
      expect(Buffer.from(toRgba(again).data).equals(Buffer.from(toRgba(raster).data))).toBe(true);
      expect(difference(raster, source)).toBeGreaterThan(0.035);
      expect(raster.red.every(Number.isFinite)).toBe(true);
    },
  );

  test("differ from each other", async () => {
    for (const one of artStyleIds) {
      for (const other of artStyleIds) {
        if (one >= other) continue;
        expect(difference(await paint(one), await paint(other)), `${one} and ${other}`).toBeGreaterThan(0.03);
      }
    }
  });

  test("pixel art has at most 24 colours, in square blocks", async () => {
    const { raster } = await applyOperations(
      sampleRaster(),
      [styleOperation("pixel-art")],
      { width: 512, height: 384 },
      async () => {},
    );
    const { data } = toRgba(raster);
    const colours = new Set(
      Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 3).join()),
    );
    expect(PIXEL_ART_COLOURS).toBe(24);
    expect(colours.size).toBeLessThanOrEqual(PIXEL_ART_COLOURS);
    expect(colours.size).toBeGreaterThan(4);
    for (let x = 0; x < 512; x += 4) expect(raster.red[x]).toBe(raster.red[x + 3 + 3 * 512]);
  });

  test("manga is greyscale, with at least 75 % ink or paper", async () => {
    const { red, green, blue } = await paint("manga");
    expect(red.every((value, at) => value === green[at] && value === blue[at])).toBe(true);
    const undecided = red.filter((value) => value > 0.3 && value < 0.7).length;
    expect(undecided / red.length).toBeLessThan(0.25);
  });

  /** A dark photo with a black border, sharp enough that shrinking it overshoots black. */
  const bordered = () =>
    shadePixels(createRaster(800, 600), (pixel, x, y) => {
      const isInside = x > 90 && x < 710 && y > 90 && y < 510;
      const light = isInside ? ((x >> 3) + (y >> 3)) % 2 : 0;
      Object.assign(pixel, { r: light * 0.9, g: light * 0.6, b: light * 0.2 });
    });

  test("watercolor leaves clean paper around a photo with a black border", async () => {
    const source = bordered();
    const { raster } = await applyOperations(source, [styleOperation("watercolor")], source, async () => {});
    // The paper has a margin on every side, and nothing on it is darker than its grain and a faint pencil.
    const edges = (margin: number) =>
      luma(raster).filter((_, at) => {
        const [x, y] = [at % 800, Math.floor(at / 800)];
        return Math.min(x, y, 799 - x, 599 - y) < margin;
      });
    const paper = edges(8);
    expect(mean(paper)).toBeGreaterThan(0.9);
    expect(Math.min(...paper)).toBeGreaterThan(0.75);
  });

  test("cyberpunk keeps a face in front of a dark wall visible", async () => {
    const dark = shadePixels(createRaster(600, 800), (pixel, x, y) => {
      const isFace = Math.hypot((x - 300) / 150, (y - 340) / 200) < 1;
      Object.assign(pixel, isFace ? { r: 0.42, g: 0.28, b: 0.22 } : { r: 0.07, g: 0.06, b: 0.08 });
    });
    const { raster } = await applyOperations(dark, [styleOperation("cyberpunk")], dark, async () => {});
    const light = luma(raster);
    const face = light.filter(
      (_, at) => Math.hypot(((at % 600) - 300) / 120, (Math.floor(at / 600) - 340) / 160) < 1,
    );
    expect(mean(face)).toBeGreaterThan(0.22);
    expect(light.filter((value) => value < 0.05).length / light.length).toBeLessThan(0.3);
  });

  test("vaporwave lays no sun over a plate on a striped table", async () => {
    const plate = shadePixels(createRaster(600, 400), (pixel, x, y) => {
      const wood = y % 12 < 6 ? 0.5 : 0.3;
      const isPlate = Math.hypot(x - 300, y - 180) < 120;
      Object.assign(pixel, isPlate ? { r: 0.9, g: 0.9, b: 0.9 } : { r: wood, g: wood * 0.6, b: wood * 0.3 });
    });
    const { raster } = await applyOperations(plate, [styleOperation("vaporwave")], plate, async () => {});
    const { red, blue } = raster;
    const orange = red.filter((value, at) => value > (blue[at] ?? 0) + 0.2).length;
    expect(orange / red.length).toBeLessThan(0.01);
  });

  test("vaporwave keeps the lines of a page above the grid", async () => {
    const page = shadePixels(createRaster(600, 400), (pixel, x, y) => {
      const isInk = x > 40 && x < 560 && y % 40 > 20 && y % 40 < 27 && (x >> 3) % 3 > 0;
      Object.assign(pixel, isInk ? { r: 0, g: 0, b: 0 } : { r: 1, g: 1, b: 1 });
    });
    const { raster } = await applyOperations(page, [styleOperation("vaporwave")], page, async () => {});
    // The last line: its ink against the gaps in it.
    const { red } = raster;
    const line = (isInk: boolean) =>
      mean(
        red.filter((_, at) => {
          const [x, y] = [at % 600, Math.floor(at / 600)];
          return y > 381 && y < 386 && x > 60 && x < 540 && (x >> 3) % 3 === (isInk ? 1 : 0);
        }),
      );
    expect(line(false) - line(true)).toBeGreaterThan(0.1);
  });

  test.each([
    ["night", 0.06, 0, 0.5],
    ["day", 0.8, 0.6, 1],
  ])("ghibli paints the sky of a %s", async (_title, light, from, to) => {
    const photo = shadePixels(createRaster(300, 200), (pixel, x, y) => {
      const ground = ((x >> 3) + (y >> 3)) % 2 ? 0.1 : 0.4;
      Object.assign(
        pixel,
        y < 110 ? { r: light * 0.6, g: light * 0.8, b: light + 0.15 } : { r: ground, g: ground, b: ground },
      );
    });
    const { raster } = await applyOperations(photo, [styleOperation("ghibli")], photo, async () => {});
    const sky = mean(luma(raster).subarray(0, 90 * 300));
    expect(sky).toBeGreaterThan(from);
    expect(sky).toBeLessThan(to);
  });

  test("ghibli keeps a dark photo darker than a light one", async () => {
    const lit = async (by: number) => {
      // Without a sky.
      const photo = shadePixels(createRaster(240, 180), (pixel, x, y) => {
        const tile = (((x >> 4) + (y >> 4)) % 3) / 3 + 0.1;
        Object.assign(pixel, { r: tile * by, g: tile * by * 0.8, b: tile * by * 0.5 });
      });
      const { raster } = await applyOperations(photo, [styleOperation("ghibli")], photo, async () => {});
      return mean(luma(raster));
    };
    expect(await lit(0.1)).toBeLessThan((await lit(1)) - 0.15);
  });

  test.each(artStyleIds)("%s accepts a raster of one colour, of one row and of one pixel", async (id) => {
    for (const [width, height] of [
      [64, 64],
      [64, 1],
      [1, 1],
    ] as const) {
      const flat = sampleRaster(width, height);
      flat.red.fill(0.5);
      flat.green.fill(0.5);
      flat.blue.fill(0.5);
      const { raster } = await applyOperations(
        flat,
        [styleOperation(id)],
        { width: 96, height: 96 },
        async () => {},
      );
      expect(raster.red.every(Number.isFinite)).toBe(true);
    }
  });
});
