import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noEdits } from "~/features/darkroom/edits";

type Module = typeof import("~/features/composer/photo-drafts.client");
let drafts: Module;

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.resetModules();
  drafts = await import("~/features/composer/photo-drafts.client");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const file = (text: string) => new Blob([text], { type: "image/jpeg" });
const textOf = (content: Blob | string | null | undefined) =>
  typeof content === "string" ? content : content?.text();

it("keeps original, edited file and edits of a photo, by member", async () => {
  const original = file("original");
  const edits = { ...noEdits, turns: 1 };
  const camera = { model: "X100" };
  await drafts.putDraftPhoto("ada", { id: "a", content: original, original, edits: noEdits, camera: null });
  await drafts.putDraftPhoto("ada", { id: "b", content: file("edited"), original, edits, camera });
  await drafts.putDraftPhoto("ada", {
    id: "c",
    content: "/media/c",
    original: null,
    edits: noEdits,
    camera: null,
  });
  await drafts.putDraftPhoto("grace", { id: "d", content: original, original, edits: noEdits, camera: null });
  const read = await drafts.readDraftPhotos("ada");
  const texts = read.map(async ({ id, content, original: first, edits: { turns }, camera: shot }) => [
    id,
    await textOf(content),
    await textOf(first),
    turns,
    shot,
  ]);
  expect(await Promise.all(texts)).toEqual([
    ["a", "original", "original", 0, null],
    ["b", "edited", "original", 1, camera],
    ["c", "/media/c", undefined, 0, null],
  ]);
  // An unedited photo is one file, so that its upload is found again after the edits are undone.
  expect(read[0]?.content).toBe(read[0]?.original);
});

it("replaces a photo, and deletes one or all of a member", async () => {
  const original = file("original");
  for (const id of ["a", "b"])
    await drafts.putDraftPhoto("ada", { id, content: original, original, edits: noEdits, camera: null });
  await drafts.putDraftPhoto("grace", { id: "c", content: original, original, edits: noEdits, camera: null });
  await drafts.putDraftPhoto("ada", {
    id: "a",
    content: file("edited"),
    original,
    edits: noEdits,
    camera: null,
  });
  const ids = async (memberId: string) => (await drafts.readDraftPhotos(memberId)).map(({ id }) => id);
  expect(await ids("ada")).toEqual(["a", "b"]);
  await drafts.deleteDraftPhoto("b");
  expect(await ids("ada")).toEqual(["a"]);
  await drafts.deleteDraftPhotos("ada");
  expect(await ids("ada")).toEqual([]);
  expect(await ids("grace")).toEqual(["c"]);
});

it("reads the edits of an earlier version, and ignores what is no edit", async () => {
  const original = file("original");
  // Edits of the first version of the darkroom.
  const earlier = {
    turns: 1,
    mirrored: true,
    straighten: 3,
    shape: "4 : 5",
    crop: { zoom: 2, x: 0.1, y: 0 },
    adjustments: { light: 20, contrast: 0, warmth: 0, saturation: -100, fade: 0, vignette: 0, grain: 400 },
  };
  // Only the stored value matters here.
  for (const [id, edits] of [
    ["a", earlier],
    [
      "b",
      {
        shape: "constructor",
        crop: "no",
        turns: Number.NaN,
        adjustments: {
          curve: [
            [9, 1],
            [3, 2],
          ],
        },
      },
    ],
    ["c", null],
  ] as const)
    await drafts.putDraftPhoto("ada", {
      id,
      content: original,
      original,
      edits: edits as never,
      camera: null,
    });
  const [first, second, third] = (await drafts.readDraftPhotos("ada")).map(({ edits }) => edits);
  expect(first).toMatchObject({
    turns: 1,
    mirrored: true,
    straighten: 3,
    shape: "4:5",
    crop: { zoom: 2, x: 0.1, y: 0 },
    perspective: { x: 0, y: 0 },
    look: null,
  });
  expect(first?.adjustments).toMatchObject({ light: 20, saturation: -100, grain: 100, tint: 0, curve: [] });
  expect(second).toEqual(noEdits);
  expect(third).toEqual(noEdits);
});

it("rejects when the browser has no storage", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("", "SecurityError");
    },
  });
  await expect(drafts.readDraftPhotos("ada")).rejects.toThrow();
});
