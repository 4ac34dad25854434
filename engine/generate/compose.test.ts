import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { straightAlpha } from "../codec/straight-alpha";
import { mean } from "../fixtures/sample-raster";
import { fromRgba } from "../pixels/raster";
import { compose } from "./compose";
import type { DrawSvg } from "./composite-svg";

// Rendering is CPU-bound: seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(() => initWasm(readFileSync("node_modules/@resvg/resvg-wasm/index_bg.wasm")));

const draw: DrawSvg = async (svg) => {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { width, height, data: straightAlpha(pixels) };
};
const size = { width: 128, height: 128 };
const scene = (prompt: string, seed = 1) => compose(prompt, seed, size, draw, async () => {});

describe("a generated scene", () => {
  test("is deterministic for a prompt and seed, and different for another seed", async () => {
    const [first, again, other] = [
      await scene("a sailboat"),
      await scene("a sailboat"),
      await scene("a sailboat", 2),
    ];
    expect(again.rgba.data).toEqual(first.rgba.data);
    expect(other.rgba.data).not.toEqual(first.rgba.data);
    expect([first.rgba.width, first.rgba.height]).toEqual([128, 128]);
  });

  test("at sunset is warmer and brighter than at night", async () => {
    const warmth = async (prompt: string) => {
      const { red, blue, green } = fromRgba((await scene(prompt)).rgba);
      return { warm: mean(red) - mean(blue), light: mean(green) };
    };
    const [sunset, night] = [await warmth("the sea at sunset"), await warmth("the sea at night")];
    expect(sunset.warm).toBeGreaterThan(night.warm + 0.1);
    expect(sunset.light).toBeGreaterThan(night.light);
  });

  test("uses a named colour", async () => {
    const { red, green, blue } = fromRgba((await scene("a purple city at night")).rgba);
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
  ])("of %j has tonal variation", async (prompt) => {
    const { rgba } = await scene(prompt);
    const { green } = fromRgba(rgba);
    const middle = mean(green);
    const spread = Math.sqrt(mean(green.map((value) => (value - middle) ** 2)));
    expect(spread).toBeGreaterThan(0.03);
  });

  test("returns the recognised words", async () => {
    const { understood } = await scene("a fox in a misty forest, calm");
    expect(understood).toEqual(["fog", "forest", "fox", "calm"]);
    expect((await scene("zzz")).understood).toEqual([]);
  });
});
