import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preparePhoto } from "~/features/photo/load-photo";

beforeEach(() => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 64, height: 48, close: () => undefined }));
  vi.stubGlobal("document", {
    createElement: () => ({
      getContext: () => ({ drawImage: () => undefined }),
      toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(["re-encoded"], { type })),
    }),
  });
});
afterEach(() => vi.unstubAllGlobals());

const file = (type: string) => new File(["file"], "photo", { type });

test.each(["jpeg", "png", "webp", "gif"])("uploads a small %s unchanged", async (format) => {
  const chosen = file(`image/${format}`);
  expect(await preparePhoto(chosen)).toBe(chosen);
});

test.each(["avif", "heic", "bmp"])("re-encodes %s, although it gets larger", async (format) => {
  expect(await preparePhoto(file(`image/${format}`))).toMatchObject({ type: "image/webp" });
});
