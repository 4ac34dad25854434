import { createRenderer } from "~/features/darkroom/create-renderer";
import { type Adjustments, type Edits, noEdits, sliderNames } from "~/features/darkroom/edits";
import { exportPhoto } from "~/features/darkroom/export-photo";
import { wholePhoto, withValidCrop } from "~/features/darkroom/geometry";
import { adjustmentsAt, looks } from "~/features/darkroom/looks";
import type { Renderer } from "~/features/darkroom/renderer";
import { openSource, type Source, storedSizeOf } from "~/features/darkroom/source";
import { tools } from "~/features/darkroom/tools";
import { allowEmulatedWebgl } from "../../factories/emulated-webgl";

/** Width of the preview, and how much it is smaller than the stored photo. */
const SIDE = 420;

export interface Difference {
  name: string;
  kind: Renderer["kind"];
  /** Mean difference of a channel, of 255, between the preview and the stored photo in its size. */
  mean: number;
}

/** Every look and every tool at its ends, and edits of the shape. */
function allEdits(natural: { width: number; height: number }): [name: string, edits: Edits][] {
  const adjusted = (adjustments: Partial<Adjustments>): Edits => ({
    ...noEdits,
    adjustments: { ...noEdits.adjustments, ...adjustments },
  });
  const ends = tools.flatMap(({ name, min }) =>
    (min < 0 ? [100, min] : [100]).map((value) => [name, value] as const),
  );
  const shaped = (edits: Partial<Edits>) =>
    withValidCrop(natural, { ...adjusted({ grain: 40, sharpness: 60 }), ...edits });
  return [
    ...looks.map((look): [string, Edits] => [look.id, adjusted(adjustmentsAt(look, 100))]),
    ...ends.map(([name, value]): [string, Edits] => [`${name} ${value}`, adjusted({ [name]: value })]),
    [
      "curve",
      adjusted({
        curve: [
          [0, 40],
          [90, 60],
          [255, 220],
        ],
      }),
    ],
    ["all at 50", adjusted(Object.fromEntries(sliderNames.map((name) => [name, 50])))],
    ["straightened", shaped({ straighten: 7.3, shape: "4:5" })],
    ["perspective", shaped({ perspective: { x: 40, y: -70 }, turns: 1, mirrored: true })],
  ];
}

/** Returns the pixels of a canvas or image, scaled to a width. */
function pixelsOf(
  drawn: HTMLCanvasElement | HTMLImageElement,
  width: number,
  height: number,
): Uint8ClampedArray {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("The browser has no canvas");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(drawn, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height).data;
}

function meanDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const sum = a.reduce((total, value, at) => total + Math.abs(value - (b[at] ?? 0)), 0);
  // The alpha of each pixel is the same.
  return sum / ((a.length / 4) * 3);
}

async function imageOf(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** Compares previews with what a canvas stores, so that both ways to draw agree too. */
function compare(source: Source, kind: Renderer["kind"]): Difference[] {
  const preview = createRenderer(source, kind);
  const result = createRenderer(source, "canvas");
  if (preview?.kind !== kind || !result) return [];
  const differences = allEdits(source.natural).map(([name, edits]) => {
    const stored = storedSizeOf(source, edits);
    const size = { width: SIDE, height: Math.round((SIDE * stored.height) / stored.width) };
    result.draw(edits, { size: stored, part: wholePhoto });
    const expected = pixelsOf(result.canvas, size.width, size.height);
    preview.draw(edits, { size, part: wholePhoto });
    const mean = meanDifference(pixelsOf(preview.canvas, size.width, size.height), expected);
    return { name, kind, mean };
  });
  preview.dispose();
  result.dispose();
  return differences;
}

/** Compares the encoded files of edits with the preview in a canvas. */
async function compareFiles(source: Source, names: readonly string[], note: string): Promise<Difference[]> {
  const preview = createRenderer(source, "canvas");
  const differences: Difference[] = [];
  for (const [name, edits] of allEdits(source.natural).filter(([one]) => names.includes(one))) {
    const file = await exportPhoto(source, edits);
    if (!file || !preview) throw new Error("The browser exports no photo");
    const url = URL.createObjectURL(file);
    const image = await imageOf(url);
    URL.revokeObjectURL(url);
    const size = { width: SIDE, height: Math.round((SIDE * image.naturalHeight) / image.naturalWidth) };
    preview.draw(edits, { size, part: wholePhoto });
    const mean = meanDifference(
      pixelsOf(preview.canvas, size.width, size.height),
      pixelsOf(image, size.width, size.height),
    );
    differences.push({ name: `${name}, ${note}`, kind: "canvas", mean });
  }
  return differences;
}

/** Has WebGL draw nothing from now on, as when the system takes its memory during an export. */
function loseWebgl(): void {
  WebGL2RenderingContext.prototype.drawArrays = () => undefined;
  WebGL2RenderingContext.prototype.isContextLost = () => true;
}

/** Compares previews with results, by each renderer that the browser has. */
async function compareAll(url: string): Promise<Difference[]> {
  const source = await openSource(await (await fetch(url)).blob());
  const byCanvas = compare(source, "canvas");
  const files = await compareFiles(source, ["film", "perspective"], "as a file");
  allowEmulatedWebgl();
  const byWebgl = compare(source, "webgl");
  loseWebgl();
  return [
    ...byCanvas,
    ...files,
    ...byWebgl,
    ...(await compareFiles(source, ["ink"], "after WebGL was lost")),
  ];
}

Object.assign(window, { compareAll });
