import { decode } from "fast-png";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { HAMMING_DISTANCE_MAX } from "~/contract/limits";
import { hammingDistance, type PerceptualHash, perceptualHashOf } from "~/platform/media/perceptual-hash";
import { archiveIds, renderArchive } from "../../../scripts/demo/archive";
import { scene } from "../../factories/photos";

/** Returns the hash as an upload gets it, by way of an image of 64 pixels. */
async function hashOfFile(file: Buffer): Promise<PerceptualHash> {
  const hash = perceptualHashOf(decode(await sharp(file).resize(64, 64, { fit: "inside" }).png().toBuffer()));
  if (!hash) throw new Error("The image has too little structure");
  return hash;
}

const originals = await Promise.all(
  Array.from({ length: 20 }, (_, seed) => scene(seed + 1, { width: 600, height: 400 }).toBuffer()),
);
const hashes = await Promise.all(originals.map(hashOfFile));

test.each<[string, (image: Sharp) => Sharp]>([
  ["compressed", (image) => image.jpeg({ quality: 40 })],
  ["in another format", (image) => image.webp({ quality: 60, effort: 0 })],
  ["smaller", (image) => image.resize({ width: 200 })],
  ["brighter", (image) => image.modulate({ brightness: 1.1 })],
  ["grey", (image) => image.greyscale()],
  ["cropped by 2 %", (image) => image.extract({ left: 6, top: 4, width: 588, height: 392 })],
])("a photo %s has a hash close to that of the original", async (_, change) => {
  for (const [index, hash] of hashes.entries()) {
    const changed = await hashOfFile(await change(sharp(originals[index])).toBuffer());
    expect(hammingDistance(hash, changed), `seed ${index + 1}`).toBeLessThanOrEqual(HAMMING_DISTANCE_MAX);
  }
});

test("other photos have distant hashes", () => {
  for (const [index, hash] of hashes.entries())
    for (const other of hashes.slice(0, index))
      expect(hammingDistance(hash, other)).toBeGreaterThan(HAMMING_DISTANCE_MAX);
});

test("photographs have distant hashes", async () => {
  const photographs = await Promise.all(archiveIds.map(async (id) => hashOfFile(await renderArchive(id))));
  for (const [index, hash] of photographs.entries())
    for (const other of photographs.slice(0, index))
      expect(hammingDistance(hash, other)).toBeGreaterThan(HAMMING_DISTANCE_MAX);
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
  expect(perceptualHashOf(image)).toBeNull();
});

test("an image smaller than the compared square has a hash", () => {
  const data = Array.from({ length: 5 * 3 }, (_, at) => (at % 2) * 255);
  expect(perceptualHashOf({ width: 5, height: 3, channels: 1, data })).not.toBeNull();
});
