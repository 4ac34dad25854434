import { expect, test } from "vitest";
import { cameraOf } from "~/features/composer/camera-of.client";
import { heic } from "../../factories/heic";
import { cameraJpeg, exposedExif, exposedJpeg, exposure, flat, secrets } from "../../factories/photos";

const size = { width: 60, height: 40 };
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);

test("reads camera, lens and exposure of a JPEG, and nothing else", async () => {
  expect(await cameraOf(blob(await exposedJpeg(size)))).toEqual(exposure);
});

test("reads a HEIC photo, with EXIF and without", async () => {
  expect(await cameraOf(blob(heic({ exif: await exposedExif(), hasExtras: true })))).toEqual(exposure);
  expect(await cameraOf(blob(heic()))).toBeNull();
});

test("reads the camera of a large photo from the beginning of its file", async () => {
  const { make, model } = secrets;
  expect(await cameraOf(blob(await cameraJpeg({ width: 1200, height: 900 })))).toEqual({ make, model });
});

test("leaves out what the server would refuse", async () => {
  const file = await exposedJpeg(size);
  const at = file.indexOf(exposure.lens);
  // A lens of spaces, as fixed lenses have.
  file.fill(" ", at, at + exposure.lens.length);
  const { lens, ...others } = exposure;
  expect(await cameraOf(blob(file))).toEqual(others);
});

test("returns null for a JPEG without camera data", async () => {
  expect(await cameraOf(blob(await flat("jpeg", [1, 2, 3])))).toBeNull();
});

test.each(["png", "webp", "gif", "avif"] as const)("rejects a %s", async (format) => {
  await expect(cameraOf(blob(await flat(format, [1, 2, 3])))).rejects.toThrow();
});

test("a broken file resolves to some of the facts, to null, or rejects", async () => {
  const whole = await exposedJpeg(size);
  for (let length = 0; length < 600; length += 7) {
    const facts = await cameraOf(blob(whole.subarray(0, length))).catch(() => null);
    expect({ ...exposure, ...facts }).toEqual(exposure);
  }
  const container = heic({ exif: await exposedExif() });
  for (let at = 0; at < container.length; at += 3) {
    const damaged = Buffer.from(container);
    damaged.fill(0xff, at, Math.min(at + 2, damaged.length));
    for (const file of [damaged, container.subarray(0, at)]) {
      const facts = await cameraOf(blob(file)).catch(() => null);
      expect(Object.keys(facts ?? {}).filter((name) => !(name in exposure))).toEqual([]);
    }
  }
});
