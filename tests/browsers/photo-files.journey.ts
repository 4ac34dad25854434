import { writeFile } from "node:fs/promises";
import { heic } from "../factories/heic";
import { deepAvif, flat, quadrantColors, quadrants } from "../factories/photos";
import { bmp, withOddScan, withStrayBytes } from "../media/containers";
import { button } from "./locators";
import { expect, test } from "./test";

/** Returns the preview's size, and its colours a sixth from each corner, clockwise; null while it loads. */
function seenPreview(): { size: number[]; colours: number[][] } | null {
  const image = document.querySelector<HTMLImageElement>("img[alt='Preview of your photo']");
  if (!image?.complete || image.naturalWidth === 0) return null;
  const { naturalWidth: width, naturalHeight: height } = image;
  const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", {
    willReadFrequently: true,
  });
  pen?.drawImage(image, 0, 0);
  const near = (share: number, side: number) => Math.floor(side * share);
  const places = [
    [1 / 6, 1 / 6],
    [5 / 6, 1 / 6],
    [5 / 6, 5 / 6],
    [1 / 6, 5 / 6],
  ] as const;
  const colours = places.map(([x, y]) => [
    ...(pen?.getImageData(near(x, width), near(y, height), 1, 1).data ?? []),
  ]);
  return { size: [width, height], colours };
}

const [red, green, blue, yellow] = quadrantColors;

test("photos of phones have their colours and their way up in every browser", async ({ join }, testInfo) => {
  const { tab } = await join();
  const plain = await quadrants("jpeg", 1);
  const cases = {
    // By their content: cameras, chats and clouds rename files.
    "grid.jpg": { file: heic(), size: [128, 128], colours: quadrantColors },
    "turned.heic": {
      file: heic({ turns: 3, size: { width: 128, height: 100 }, hasExtras: true }),
      size: [100, 128],
      colours: [yellow, red, green, blue],
    },
    "mirrored.heic": {
      file: heic({ isMirrored: true }),
      size: [128, 128],
      colours: [green, red, yellow, blue],
    },
    "ten-bits": {
      file: heic({ rows: [["tenBits"]] }),
      size: [64, 64],
      colours: [green, green, green, green],
    },
    "turned.webp": { file: await quadrants("webp", 6), size: [300, 200], colours: quadrantColors },
    "turned.png": { file: await quadrants("png", 5), size: [300, 200], colours: quadrantColors },
    "turned.jpg": { file: await quadrants("jpeg", 8), size: [300, 200], colours: quadrantColors },
    "odd-scan.jpg": { file: withOddScan(plain), size: [300, 200], colours: quadrantColors },
    "stray-bytes.jpg": { file: withStrayBytes(plain), size: [300, 200], colours: quadrantColors },
    bitmap: { file: bmp(red), size: [64, 48], colours: [red, red, red, red] },
    "still.gif": { file: await flat("gif", blue), size: [64, 48], colours: [blue, blue, blue, blue] },
    "ten-bits.avif": {
      file: await deepAvif(green, 10),
      size: [64, 48],
      colours: [green, green, green, green],
    },
    "photo.avif": { file: await flat("avif", green), size: [64, 48], colours: [green, green, green, green] },
  };
  await tab.open("/post");
  for (const [name, { file, size, colours }] of Object.entries(cases)) {
    const path = testInfo.outputPath(name);
    await writeFile(path, file);
    await tab.choose("Image", path);
    await expect.poll(async () => (await tab.evaluate(seenPreview))?.size, { message: name }).toEqual(size);
    const seen = await tab.evaluate(seenPreview);
    const wanted = colours.flat();
    const found = seen?.colours.flatMap((colour) => colour.slice(0, 3)) ?? [];
    const differences = wanted.map((value, at) => Math.abs(value - (found[at] ?? 255)));
    expect(Math.max(...differences), `${name}: ${found} for ${wanted}`).toBeLessThan(14);
    await tab.click(button("Remove image"));
  }
  for (const damaged of [
    heic({ frame: Buffer.alloc(30, 7) }),
    heic().subarray(0, 900),
    await flat("avif", [1, 2, 3]),
  ]) {
    const path = testInfo.outputPath("damaged.heic");
    await writeFile(path, damaged.subarray(0, damaged.length - 20));
    await tab.choose("Image", path);
    await tab.sees({ by: "text", value: "This image could not be loaded. Please try another one." });
    await tab.click(button("Dismiss"));
  }
});
