import { afterEach, expect, it, vi } from "vitest";
import { encodePhoto } from "~/features/photo/encode-photo";

/** The types that the fake canvases have encoded, in order. */
let encoded: string[];
afterEach(() => vi.unstubAllGlobals());

/**
 * Returns a canvas whose blobs have a byte for each pixel.
 * @param types the types that the browser can encode; it encodes PNG instead of any other
 */
function fakeCanvas(types: string[], { isOpaque = true, width = 4, height = 4 } = {}): HTMLCanvasElement {
  encoded = [];
  const make = (): object => ({
    width,
    height,
    getContext: () => ({
      drawImage: () => undefined,
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4).fill(255).with(3, isOpaque ? 255 : 254),
      }),
    }),
    toBlob(this: HTMLCanvasElement, done: (blob: Blob) => void, wanted: string) {
      const type = types.includes(wanted) ? wanted : "image/png";
      encoded.push(type);
      done(new Blob([new Uint8Array(this.width * this.height)], { type }));
    },
  });
  vi.stubGlobal("document", { createElement: make });
  // Only these members of the canvas are used.
  return make() as HTMLCanvasElement;
}

it("encodes WebP where the browser can", async () => {
  const blob = await encodePhoto(fakeCanvas(["image/webp", "image/jpeg"]), 100);
  expect([blob?.type, encoded]).toEqual(["image/webp", ["image/webp"]]);
});

it("encodes a photo larger than a post's largest as JPEG, unless it is transparent: WebP takes several times as long", async () => {
  const large = { width: 2048, height: 1537 };
  const blob = await encodePhoto(fakeCanvas(["image/webp", "image/jpeg"], large), 4e6);
  expect([blob?.type, encoded]).toEqual(["image/jpeg", ["image/jpeg"]]);
  const canvas = fakeCanvas(["image/webp", "image/jpeg"], { ...large, isOpaque: false });
  expect((await encodePhoto(canvas, 4e6))?.type).toBe("image/webp");
});

it("encodes an opaque photo as JPEG, not as PNG, where the browser cannot encode WebP", async () => {
  const blob = await encodePhoto(fakeCanvas(["image/jpeg"]), 100);
  expect([blob?.type, encoded]).toEqual(["image/jpeg", ["image/png", "image/jpeg"]]);
});

it("keeps the transparency of a photo as PNG there", async () => {
  const blob = await encodePhoto(fakeCanvas(["image/jpeg"], { isOpaque: false }), 100);
  expect(blob?.type).toBe("image/png");
});

it("scales a photo down until its file may be uploaded", async () => {
  const blob = await encodePhoto(fakeCanvas([], { isOpaque: false, width: 40, height: 20 }), 400);
  // 40 × 20, 30 × 15, 23 × 11.
  expect(blob?.size).toBe(23 * 11);
});
