import { i18n } from "@lingui/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareShare, shareImage } from "~/features/studio/image-actions";

let isTrue = true;
vi.mock("~/features/photo/canvas-trust", () => ({ canvasIsTrue: () => isTrue }));

let share: ReturnType<typeof vi.fn>;
let writeText: ReturnType<typeof vi.fn>;

/** @param canShare what the device's share sheet takes; nothing without one */
function stubDevice(canShare?: (data: ShareData) => boolean): void {
  vi.stubGlobal("navigator", { canShare, share: canShare && share, clipboard: { writeText } });
}

beforeEach(() => {
  i18n.activate("en");
  isTrue = true;
  share = vi.fn(() => Promise.resolve());
  writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("location", { href: "https://afterglow.example/ai" });
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response("image", { headers: { "Content-Type": "image/webp" } })),
  );
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 1, height: 1, close: () => undefined }));
  vi.stubGlobal("document", {
    createElement: () => ({
      getContext: () => null,
      toBlob: (done: (blob: Blob) => void, type: string) => done(new Blob(["png"], { type })),
    }),
  });
});
afterEach(() => vi.unstubAllGlobals());

// The expectations follow without an `await`: Safari refuses a call that does not happen while the press is handled.

it("copies the link during the press where there is no share sheet", () => {
  stubDevice();
  void shareImage("/media/a");
  expect(writeText).toHaveBeenCalledExactlyOnceWith("https://afterglow.example/media/a");
});

it.each([
  ["as PNG", true, /\.png$/, "image/png"],
  ["as it is stored where a canvas gives back other pixels", false, /\.webp$/, "image/webp"],
])("shares the prepared file during the press, %s", async (_, canvas, name, type) => {
  isTrue = canvas;
  stubDevice(() => true);
  const discard = prepareShare("/media/a");
  await vi.waitFor(() => {
    share.mockClear();
    void shareImage("/media/a");
    expect(share).toHaveBeenCalledExactlyOnceWith({ files: [expect.any(File)] });
    expect(share.mock.lastCall?.[0].files[0]).toMatchObject({ name: expect.stringMatching(name), type });
  });
  discard();
});

it("shares the link during the press while the file is not ready, or where files cannot be shared", () => {
  stubDevice(({ files }) => !files);
  const discard = prepareShare("/media/a");
  void shareImage("/media/a");
  expect(share).toHaveBeenCalledExactlyOnceWith({ url: "https://afterglow.example/media/a" });
  discard();
});
