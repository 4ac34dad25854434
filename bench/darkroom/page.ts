import { createRenderer } from "~/features/darkroom/create-renderer";
import { type Edits, noEdits } from "~/features/darkroom/edits";
import { exportPhoto } from "~/features/darkroom/export-photo";
import { looks } from "~/features/darkroom/looks";
import { allowEmulatedWebgl } from "../../tests/factories/emulated-webgl";

export interface Measured {
  kind: string;
  /** Milliseconds of one drawn preview. */
  previewMs: number;
}

export interface Report {
  previews: Measured[];
  /** Milliseconds of an export, and of drawing the original once and encoding it. */
  exportMs: number;
  plainMs: number;
}

const DRAWS = 30;

const edits = (straighten: number): Edits => ({
  ...noEdits,
  straighten,
  adjustments: { ...noEdits.adjustments, ...looks.Film, vignette: 40 },
});

/** Draws on every frame while a slider moves, and waits until the pixels are there. */
function measurePreview(image: HTMLImageElement, kind: "webgl" | "canvas", side: number): Measured | null {
  const renderer = createRenderer(image, kind);
  if (!renderer || renderer.kind !== kind) return null;
  const pixel = document.createElement("canvas").getContext("2d");
  const size = { width: side, height: Math.round((side * image.naturalHeight) / image.naturalWidth) };
  const draw = (n: number) => {
    renderer.draw(edits((n % 20) / 2), size);
    pixel?.drawImage(renderer.canvas, 0, 0, 1, 1, 0, 0, 1, 1);
    pixel?.getImageData(0, 0, 1, 1);
  };
  draw(0);
  const started = performance.now();
  for (let n = 0; n < DRAWS; n++) draw(n);
  const previewMs = (performance.now() - started) / DRAWS;
  renderer.dispose();
  return { kind: `${kind}, ${size.width} × ${size.height}`, previewMs };
}

async function measure(url: string): Promise<Report> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const plain = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.92));
  };
  await plain();
  const times = { plainMs: await timed(plain), exportMs: await timed(() => exportPhoto(image, edits(3))) };
  const canvas = measurePreview(image, "canvas", 320);
  allowEmulatedWebgl();
  const previews = [canvas, measurePreview(image, "webgl", 320), measurePreview(image, "webgl", 960)];
  return { ...times, previews: previews.filter((one) => one !== null) };
}

Object.assign(window, { measure });
