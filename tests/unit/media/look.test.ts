import { decode } from "fast-png";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { LOOK_DISTANCE_MAX } from "~/contract/limits";
import { type Look, lookDistance, lookOf } from "~/platform/media/look";
import { archiveIds, renderArchive } from "../../../scripts/demo/archive";
import { scene } from "../../factories/photos";

/** Returns the hash as an upload gets it, by way of an image of 64 pixels. */
async function lookOfFile(file: Buffer): Promise<Look> {
  const look = lookOf(decode(await sharp(file).resize(64, 64, { fit: "inside" }).png().toBuffer()));
  if (!look) throw new Error("The image has too little structure");
  return look;
}

const originals = await Promise.all(
  Array.from({ length: 20 }, (_, seed) => scene(seed + 1, { width: 600, height: 400 }).toBuffer()),
);
const looks = await Promise.all(originals.map(lookOfFile));

test.each<[string, (image: Sharp) => Sharp]>([
  ["compressed", (image) => image.jpeg({ quality: 40 })],
  ["in another format", (image) => image.webp({ quality: 60, effort: 0 })],
  ["smaller", (image) => image.resize({ width: 200 })],
  ["brighter", (image) => image.modulate({ brightness: 1.1 })],
  ["grey", (image) => image.greyscale()],
  ["cropped by 2 %", (image) => image.extract({ left: 6, top: 4, width: 588, height: 392 })],
])("a photo %s looks like the original", async (_, change) => {
  for (const [index, look] of looks.entries()) {
    const changed = await lookOfFile(await change(sharp(originals[index])).toBuffer());
    expect(lookDistance(look, changed), `seed ${index + 1}`).toBeLessThanOrEqual(LOOK_DISTANCE_MAX);
  }
});

test("other photos do not look like it", () => {
  for (const [index, look] of looks.entries())
    for (const other of looks.slice(0, index))
      expect(lookDistance(look, other)).toBeGreaterThan(LOOK_DISTANCE_MAX);
});

test("photographs do not look like each other", async () => {
  const photographs = await Promise.all(archiveIds.map(async (id) => lookOfFile(await renderArchive(id))));
  for (const [index, look] of photographs.entries())
    for (const other of photographs.slice(0, index))
      expect(lookDistance(look, other)).toBeGreaterThan(LOOK_DISTANCE_MAX);
});

const pixels = (levelAt: (x: number, y: number) => number, side = 64) => ({
  width: side,
  height: side,
  channels: 1,
  data: Array.from({ length: side * side }, (_, at) => levelAt(at % side, Math.floor(at / side))),
});

test.each([
  ["one colour", pixels(() => 90)],
  ["one colour and noise", pixels((x, y) => 90 + ((x * 7 + y * 13) % 5))],
  ["a gradient from top to bottom", pixels((_, y) => 4 * y)],
  ["a gradient from side to side", pixels((x) => 252 - 4 * x)],
  ["a gradient from corner to corner", pixels((x, y) => 2 * (x + y))],
  ["two halves", pixels((x) => (x < 32 ? 0 : 255))],
  ["nothing", { width: 1, height: 1, channels: 4, data: [0, 0, 0, 0] }],
])("an image of %s has no hash", (_, image) => {
  expect(lookOf(image)).toBeNull();
});

test("an image smaller than the compared square has a hash", () => {
  const data = Array.from({ length: 5 * 3 }, (_, at) => (at % 2) * 255);
  expect(lookOf({ width: 5, height: 3, channels: 1, data })).not.toBeNull();
});
