import { describe, expect, test } from "vitest";
import { difference, mean, sample } from "../fixtures/sample";
import { brightness } from "../pixels/picture";
import { edited } from "./edit";
import { operationsFor } from "./operations";

const edit = (prompt: string) => edited(sample(), operationsFor(prompt), sample(), async () => {});

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
  ])("of %j does %j and says so", async (prompt, did) => {
    expect((await edit(prompt)).did).toEqual(did);
  });

  test("without a word it knows is graded by mood, and says that it did not understand", async () => {
    const { did, picture } = await edit("add a dragon, spooky");
    expect(did).toHaveLength(1);
    expect(did[0]).toMatch(/^Gave it a sombre look: the local engine .* knew none of these words/);
    expect(mean(brightness(picture))).toBeLessThan(mean(brightness(sample())));
  });

  test("changes light the way it says", async () => {
    const light = async (prompt: string) => mean(brightness((await edit(prompt)).picture));
    const before = mean(brightness(sample()));
    expect(await light("brighter")).toBeGreaterThan(before + 0.05);
    expect(await light("darker")).toBeLessThan(before - 0.05);
    expect(await light("night")).toBeLessThan(before * 0.5);
  });

  test("changes colours the way it says", async () => {
    const warmth = async (prompt: string) => {
      const { red, blue } = (await edit(prompt)).picture;
      return mean(red) - mean(blue);
    };
    const before = mean(sample().red) - mean(sample().blue);
    expect(await warmth("warmer")).toBeGreaterThan(before + 0.05);
    expect(await warmth("cooler")).toBeLessThan(before - 0.05);
    expect(await warmth("sunset")).toBeGreaterThan(await warmth("night"));
    const { red, green, blue } = (await edit("monochrome")).picture;
    expect(red.every((value, at) => value === green[at] && value === blue[at])).toBe(true);
  });

  test("turns, flips and crops the shape", async () => {
    const turned = (await edit("rotate left")).picture;
    expect([turned.width, turned.height]).toEqual([180, 240]);
    const square = (await edit("crop to a square")).picture;
    expect([square.width, square.height]).toEqual([180, 180]);
    const once = await edit("mirror");
    const twice = await edited(once.picture, operationsFor("mirror"), sample(), async () => {});
    expect(difference(twice.picture, sample())).toBe(0);
  });
});
