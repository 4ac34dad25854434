import { createRenderer } from "~/features/darkroom/create-renderer";
import { type Adjustments, type Edits, noEdits } from "~/features/darkroom/edits";
import { exportPhoto } from "~/features/darkroom/export-photo";
import { scaledSize, wholePhoto } from "~/features/darkroom/geometry";
import { createPen, releaseCanvas } from "~/features/darkroom/pen";
import { FAST_PIXELS } from "~/features/darkroom/preview";
import type { Renderer } from "~/features/darkroom/renderer";
import { openSource, type Source, storedSizeOf } from "~/features/darkroom/source";
import { allowEmulatedWebgl } from "../../tests/factories/emulated-webgl";

export interface Measured {
  name: string;
  /** Milliseconds: the middle one of all, and one that 95 of 100 stay below. */
  median: number;
  most: number;
}

const DRAWS = 60;
/** The photo on a window of 1280 × 800 pixels. */
const SHOWN = { width: 840, height: 630 };
const fast = scaledSize(SHOWN, Math.min(1, Math.sqrt(FAST_PIXELS / (SHOWN.width * SHOWN.height))));

const everything: Partial<Adjustments> = {
  ...{ light: 12, contrast: 10, highlights: -20, shadows: 20, warmth: 16, vibrance: 20, saturation: -10 },
  ...{
    fade: 20,
    clarity: 30,
    sharpness: 40,
    vignette: 30,
    grain: 34,
    curve: [
      [0, 10],
      [255, 245],
    ],
  },
};

const edited = (adjustments: Partial<Adjustments>, edits: Partial<Edits> = {}): Edits => ({
  ...noEdits,
  ...edits,
  adjustments: { ...noEdits.adjustments, ...adjustments },
});

/** The edits at a slider's value, by the name of the measurement. */
const slides: Record<string, (value: number) => Edits> = {
  light: (light) => edited({ light }),
  "light, with every tool": (light) => edited({ ...everything, light }),
  straighten: (value) => edited({}, { straighten: value / 10 }),
  "vertical perspective": (y) => edited({}, { perspective: { x: 0, y } }),
};

/** Draws while a slider moves, and waits until the pixels are there. */
function measureSlides(source: Source, kind: Renderer["kind"]): Measured[] {
  const renderer = createRenderer(source, kind);
  const pen = document.createElement("canvas").getContext("2d");
  if (renderer?.kind !== kind || !pen) return [];
  const size = kind === "canvas" ? fast : SHOWN;
  const measured = Object.entries(slides).map(([name, edits]) => {
    const draw = (value: number) => {
      renderer.draw(edits(value), { size, part: wholePhoto });
      pen.drawImage(renderer.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
      pen.getImageData(0, 0, 1, 1);
    };
    // The layers are made once.
    draw(0);
    return {
      name: `${kind}: ${name}`,
      ...summary(Array.from({ length: DRAWS }, (_, n) => timed(() => draw(n + 1)))),
    };
  });
  renderer.dispose();
  return measured;
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function summary(times: number[]) {
  const sorted = times.sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    most: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  };
}

async function measured(name: string, work: () => Promise<unknown>, runs = 3): Promise<Measured> {
  const times: number[] = [];
  for (let n = 0; n < runs; n++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return { name, ...summary(times) };
}

/** Draws the photo in the size of the stored one and encodes it: what an export takes at least. */
function plain(source: Source): Promise<unknown> {
  const { width, height } = storedSizeOf(source, noEdits);
  const pen = createPen({ width, height });
  pen?.drawImage(source.photo, 0, 0, width, height);
  return new Promise<void>((resolve) =>
    pen?.canvas.toBlob(
      () => {
        releaseCanvas(pen.canvas);
        resolve();
      },
      "image/webp",
      0.92,
    ),
  );
}

async function open(url: string, keepsOriginal: boolean): Promise<Source> {
  return openSource(await (await fetch(url)).blob(), keepsOriginal);
}

/** Measures the canvas renderer. @param keepsOriginal whether the photo is stored as large as it is */
async function measure(url: string, keepsOriginal: boolean): Promise<Measured[]> {
  const source = await open(url, keepsOriginal);
  const details = await measured("layer of details", () => Promise.resolve(source.details()), 1);
  return [
    details,
    ...measureSlides(source, "canvas"),
    await measured("export, light", () => exportPhoto(source, edited({ light: 20 }))),
    await measured("export, with every tool", () => exportPhoto(source, edited(everything))),
    await measured("export, vertical perspective", () =>
      exportPhoto(source, edited({}, { perspective: { x: 0, y: 20 } })),
    ),
  ];
}

async function measurePlain(url: string, keepsOriginal: boolean): Promise<Measured[]> {
  const source = await open(url, keepsOriginal);
  return [await measured("drawn and encoded, unedited", () => plain(source))];
}

/** Measures WebGL that the processor emulates: only the work of the page is comparable with a graphics processor. */
async function measureWebgl(url: string, keepsOriginal: boolean): Promise<Measured[]> {
  const source = await open(url, keepsOriginal);
  allowEmulatedWebgl();
  return measureSlides(source, "webgl");
}

Object.assign(window, { measure, measurePlain, measureWebgl });
