import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { preparePhoto } from "~/features/photo/load-photo";
import { heic } from "../../factories/heic";
import { animatedGif, flat, quadrants, type SmallFormat } from "../../factories/photos";

const NO_EDITS = "Your browser protects you from fingerprinting, so this photo can't be edited here.";

/** The pixels that the stubbed canvas gives back: those that were drawn, or stripes. */
let falsified = false;
const size = { width: 64, height: 48 };
const drawn: { canvas: { width: number; height: number }; transform: DOMMatrix2DInit | undefined }[] = [];

/** A canvas that remembers what a browser would draw on it. */
function fakeCanvas() {
  const canvas = { width: 0, height: 0 };
  const pixels: number[] = [];
  let transform: DOMMatrix2DInit | undefined;
  const context = {
    fillStyle: "",
    fillRect: () => pixels.push(...context.fillStyle.slice(4, -1).split(" ").map(Number), 255),
    getImageData: () => ({ data: Uint8ClampedArray.from(falsified ? pixels.map(() => 77) : pixels) }),
    setTransform: (to: DOMMatrix2DInit) => {
      transform = to;
    },
    drawImage: () => drawn.push({ canvas: { width: canvas.width, height: canvas.height }, transform }),
  };
  return Object.assign(canvas, {
    getContext: () => context,
    toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(["re-encoded"], { type })),
  });
}

/** The sizes that the HEIC decoder was called with. */
const asked: unknown[] = [];
vi.mock("~/features/photo/decode-heic.client", () => ({
  decodeHeic: async (_: Blob, fit: unknown) => {
    asked.push(fit);
    return new Blob(["decoded"], { type: "image/png" });
  },
}));

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  falsified = false;
  drawn.length = 0;
  Object.assign(size, { width: 64, height: 48 });
  vi.stubGlobal("createImageBitmap", async () => ({ ...size, close: () => undefined }));
  vi.stubGlobal("document", { createElement: fakeCanvas });
});
afterEach(() => vi.unstubAllGlobals());

/** Imports the module anew, because it tries the canvas once. */
async function prepare(...args: Parameters<typeof preparePhoto>) {
  const module = await import("~/features/photo/load-photo");
  return module.preparePhoto(...args);
}

const file = (bytes: Buffer, type = "") => new File([new Uint8Array(bytes)], "photo", { type });

test.each(["jpeg", "png", "webp"] as const)(
  "uploads a small %s unchanged, whatever its type says",
  async (format) => {
    const chosen = file(await flat(format, [1, 2, 3]), "text/plain");
    expect((await prepare(chosen)).blob).toBe(chosen);
  },
);

test.each<SmallFormat>(["gif", "avif"])("re-encodes %s, although it gets larger", async (format) => {
  const { blob, warning } = await prepare(file(await flat(format, [1, 2, 3]), "image/jpeg"));
  expect(blob).toMatchObject({ type: "image/webp" });
  expect(warning).toBeNull();
});

test("re-encodes the first frame of an animation, and says so", async () => {
  const gif = await animatedGif();
  for (const animation of [gif, await sharp(gif, { animated: true }).webp().toBuffer()]) {
    const { blob, warning } = await prepare(file(animation));
    expect(blob.type).toBe("image/webp");
    expect(warning).toBe("Only the first frame of this animation is kept.");
  }
});

test("turns a WebP as its EXIF says, which not every browser does", async () => {
  const chosen = file(await quadrants("webp", 6, size));
  Object.assign(size, { width: 48, height: 64 });
  await prepare(chosen);
  expect(drawn).toEqual([
    { canvas: { width: 64, height: 48 }, transform: { a: 0, b: 1, c: -1, d: 0, e: 64 } },
  ]);
});

test("scales a tall screenshot by its width and pixels, so that it stays readable", async () => {
  const chosen = file(await flat("png", [1, 2, 3], 1080, 11_900));
  Object.assign(size, { width: 1080, height: 11_900 });
  await prepare(chosen, "full");
  await prepare(chosen, "original");
  expect(drawn.map(({ canvas }) => canvas)).toEqual([
    { width: 534, height: 5887 },
    { width: 1068, height: 11_774 },
  ]);
});

test("refuses too many pixels in the server's words, before it decodes any", async () => {
  const png = await flat("png", [1, 2, 3], 8000, 5001);
  vi.stubGlobal("createImageBitmap", () => expect.unreachable("It was decoded."));
  await expect(prepare(file(png))).rejects.toMatchObject({
    problem: { title: "Image too large", text: "This photo has 41 megapixels; the most is 40." },
  });
  Object.assign(size, { width: 12_001, height: 100 });
  vi.stubGlobal("createImageBitmap", async () => ({ ...size, close: () => undefined }));
  await expect(prepare(file(await flat("avif", [1, 2, 3])))).rejects.toMatchObject({
    problem: { text: "A side of this photo has 12,001 pixels; the most is 12,000." },
  });
});

test("sends the file itself where the canvas gives back other pixels", async () => {
  falsified = true;
  const large = file(await flat("jpeg", [1, 2, 3], 3000, 2000));
  expect(await prepare(large)).toEqual({ blob: large, isEditable: false, warning: NO_EDITS });
  await expect(prepare(file(await flat("avif", [1, 2, 3])))).rejects.toMatchObject({
    problem: { text: "Your browser blocks the conversion of this image. Please choose a JPEG, PNG or WebP." },
  });
});

test("decodes HEIC without a canvas where that gives back other pixels, in the size for the upload", async () => {
  falsified = true;
  const prepared = await prepare(file(heic()), "full", 2_000_000);
  expect(asked).toEqual([{ variant: "full", maxBytes: 2_000_000 }]);
  expect(await prepared.blob.text()).toBe("decoded");
  expect(prepared).toMatchObject({ isEditable: false, warning: NO_EDITS });
});

test("names the limit for a file that is too large where it cannot be drawn anew", async () => {
  falsified = true;
  const large = file(await flat("jpeg", [1, 2, 3]));
  await expect(prepare(large, "full", large.size - 1)).rejects.toMatchObject({
    problem: { title: "File too large", text: "Please upload an image smaller than 1MB" },
  });
});
