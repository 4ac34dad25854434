import sharp from "sharp";
import { expect, test } from "vitest";
import { type Colours, type Pixels, writePng } from "~/features/photo/write-png";
import { displayP3Red } from "../../factories/photos";

/** Returns pixels of every value, with unused bytes behind each row, as decoders leave them. */
function pixels(channels: 3 | 4, width = 301, height = 123): Pixels {
  const stride = width * channels + 9;
  const data = Uint8Array.from({ length: stride * height }, (_, at) => (at * 7) % 256);
  return { width, height, channels, data, stride };
}

/** Returns the pixels without the unused bytes. */
function dense({ width, height, channels, data, stride }: Pixels): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride, y * stride + width * channels),
  );
  return Buffer.concat(rows);
}

const fileOf = async (image: Pixels, colours: Colours) =>
  Buffer.from(await writePng(image, colours).arrayBuffer());

test.each([3, 4] as const)("writes pixels of %i channels that a strict decoder reads", async (channels) => {
  const image = pixels(channels);
  const decoded = await sharp(await fileOf(image, null), { failOn: "warning" })
    .raw()
    .toBuffer();
  expect(decoded.equals(dense(image))).toBe(true);
});

test("writes an ICC profile, by which a decoder converts the colours", async () => {
  const { icc } = await sharp(await displayP3Red()).metadata();
  if (!icc) throw new Error("The fixture has no profile.");
  const file = await fileOf(pixels(3), { icc });
  expect((await sharp(file).metadata()).icc?.equals(icc)).toBe(true);
});

test("writes code points", async () => {
  const file = await fileOf(pixels(3, 1, 1), { primaries: 9, transfer: 16 });
  const at = file.indexOf("cICP");
  expect([...file.subarray(at + 4, at + 8)]).toEqual([9, 16, 0, 1]);
  expect((await sharp(file, { failOn: "warning" }).metadata()).width).toBe(1);
});
