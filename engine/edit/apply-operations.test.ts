import { describe, expect, test, vi } from "vitest";
import { difference, mean, sampleRaster } from "../fixtures/sample-raster";
import { luma } from "../pixels/raster";
import { applyOperations } from "./apply-operations";
import { readEdit } from "./operations";

// Rendering is CPU-bound: seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const edit = (prompt: string) =>
  applyOperations(sampleRaster(), readEdit(prompt).operations, sampleRaster(), async () => {});

describe("an edit", () => {
  test.each([
    ["make it brighter", ["Made it brighter"]],
    ["darker and with less contrast please", ["Made it darker", "Lowered the contrast"]],
    ["black and white", ["Made it black and white"]],
    ["rotate it left", ["Turned it to the left"]],
    ["rotate", ["Turned it to the right"]],
    ["flip it vertically", ["Flipped it top to bottom"]],
    ["snow and a border", ["Added falling snow", "Added a white border"]],
    ["as a watercolour, sepia", ["Toned it sepia", "Painted it in the Watercolor style"]],
    ["make it blue", ["Tinted it blue"]],
    ["golden hour", ["Gave it the light of a sunset"]],
    ["flip it upside down", ["Flipped it top to bottom"]],
    ["not so bright, less saturation", ["Made it darker", "Made the colours paler"]],
    ["too dark", ["Made it brighter"]],
    ["add rain, but keep the red car", ["Added rain"]],
    ["a sunset behind a red car", ["Gave it the light of a sunset"]],
  ])("%j applies and reports %j", async (prompt, did) => {
    expect((await edit(prompt)).did).toEqual(did);
  });

  test("without a known word applies a grade by its mood", async () => {
    const { did, raster } = await edit("add a dragon, spooky");
    expect(did).toEqual(["Gave it a sombre look"]);
    expect(mean(luma(raster))).toBeLessThan(mean(luma(sampleRaster())));
  });

  test("changes the luma as reported", async () => {
    const light = async (prompt: string) => mean(luma((await edit(prompt)).raster));
    const before = mean(luma(sampleRaster()));
    expect(await light("brighter")).toBeGreaterThan(before + 0.05);
    expect(await light("darker")).toBeLessThan(before - 0.05);
    expect(await light("night")).toBeLessThan(before * 0.5);
  });

  test("changes the colours as reported", async () => {
    const warmth = async (prompt: string) => {
      const { red, blue } = (await edit(prompt)).raster;
      return mean(red) - mean(blue);
    };
    const before = mean(sampleRaster().red) - mean(sampleRaster().blue);
    expect(await warmth("warmer")).toBeGreaterThan(before + 0.05);
    expect(await warmth("cooler")).toBeLessThan(before - 0.05);
    expect(await warmth("sunset")).toBeGreaterThan(await warmth("night"));
    const { red, green, blue } = (await edit("monochrome")).raster;
    expect(red.every((value, at) => value === green[at] && value === blue[at])).toBe(true);
  });

  test("rotates, flips and crops", async () => {
    const turned = (await edit("rotate left")).raster;
    expect([turned.width, turned.height]).toEqual([180, 240]);
    const square = (await edit("crop to a square")).raster;
    expect([square.width, square.height]).toEqual([180, 180]);
    const once = await edit("mirror");
    const twice = await applyOperations(
      once.raster,
      readEdit("mirror").operations,
      sampleRaster(),
      async () => {},
    );
    expect(difference(twice.raster, sampleRaster())).toBe(0);
  });
});
