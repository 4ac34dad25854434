import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, test } from "vitest";
import { straightAlpha } from "../../../workers/engine/codec/straight-alpha";
import { readBrief } from "../../../workers/engine/generate/brief";
import { compose } from "../../../workers/engine/generate/compose";
import type { DrawSvg } from "../../../workers/engine/generate/overlay";
import { fromRaster } from "../../../workers/engine/pixels/picture";
import { mean } from "./sample";

beforeAll(() => initWasm(readFileSync("node_modules/@resvg/resvg-wasm/index_bg.wasm")));

const draw: DrawSvg = async (svg) => {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { width, height, data: straightAlpha(pixels) };
};
const size = { width: 256, height: 256 };
const scene = (prompt: string, seed = 1) => compose(prompt, seed, size, draw, async () => {});

describe("a generated scene", () => {
  test("is the same for the same prompt and seed, and another for another seed", async () => {
    const [first, again, other] = [
      await scene("a sailboat"),
      await scene("a sailboat"),
      await scene("a sailboat", 2),
    ];
    expect(again.raster.data).toEqual(first.raster.data);
    expect(other.raster.data).not.toEqual(first.raster.data);
    expect([first.raster.width, first.raster.height]).toEqual([256, 256]);
  });

  test("of a sunset is warmer and brighter than of a night", async () => {
    const warmth = async (prompt: string) => {
      const { red, blue, green } = fromRaster((await scene(prompt)).raster);
      return { warm: mean(red) - mean(blue), light: mean(green) };
    };
    const [sunset, night] = [await warmth("the sea at sunset"), await warmth("the sea at night")];
    expect(sunset.warm).toBeGreaterThan(night.warm + 0.1);
    expect(sunset.light).toBeGreaterThan(night.light);
  });

  test("takes the colour that is named", async () => {
    const { red, green, blue } = fromRaster((await scene("a purple city at night")).raster);
    expect(mean(green)).toBeLessThan(Math.min(mean(red), mean(blue)));
  });

  test.each([
    "a quiet mountain lake with pine trees at dawn",
    "city skyline in the rain",
    "desert dunes",
    "a beach with palms",
    "snowy forest with a cabin at night",
    "northern lights",
    "galaxy with planets",
    "abstract waves in gold",
    "lighthouse in a thunderstorm",
    "hot air balloons over a meadow with flowers",
    "cherry blossoms and a rainbow",
    "autumn forest with fireflies in fog",
    "a volcano and a castle",
    "a whale, dreamy",
    "portrait of a woman at night",
    "portrait of an old man with a beard, dawn",
    "a village in the snow",
    ...[
      "cat",
      "dog",
      "wolf",
      "fox",
      "deer",
      "horse",
      "rabbit",
      "owl",
      "bear",
      "elephant",
      "dolphin",
      "person",
      "couple",
    ],
    "",
    "¿?! 🦊 <script>alert('x')</script> & \"quotes\"",
  ])("of %j is a picture, not one flat colour", async (prompt) => {
    const { raster } = await scene(prompt);
    const { green } = fromRaster(raster);
    const middle = mean(green);
    const spread = Math.sqrt(mean(green.map((value) => (value - middle) ** 2)));
    expect(spread).toBeGreaterThan(0.03);
  });

  test("says which words it understood", async () => {
    const { understood } = await scene("a fox in a misty forest, calm");
    expect(understood).toEqual(["fog", "forest", "fox", "calm"]);
    expect((await scene("zzz")).understood).toEqual([]);
  });
});

describe("reading a prompt", () => {
  test("takes whole words only, and white summits for no snowfall", () => {
    expect(readBrief("catalogue of dogma").creature).toBeNull();
    expect(readBrief("snowy peaks").weather).toBeNull();
    expect(readBrief("snowy peaks").things.has("snowy peaks")).toBe(true);
    expect(readBrief("a Fox, AT NIGHT!").creature).toBe("fox");
    expect(readBrief("vaporwave city").style).toBe("vaporwave");
  });

  test("puts a cliff at the sea, unless there are mountains for it", () => {
    expect([...readBrief("a lighthouse on a cliff at sunset, waves below").places]).toEqual(["sea"]);
    expect(readBrief("a cliff in the mountains").places.has("mountains")).toBe(true);
  });

  test("seats who is put nowhere for a portrait, and nobody else", () => {
    const isPortrait = (prompt: string) => readBrief(prompt).places.has("portrait");
    expect(["portrait of a sailor", "a smiling girl", "A QUEEN"].filter(isPortrait)).toHaveLength(3);
    expect(["a girl on a beach", "a hiker", "portrait of a cat"].filter(isPortrait)).toEqual([]);
    expect(readBrief("a woman with red hair").colours).toEqual([]);
  });
});
