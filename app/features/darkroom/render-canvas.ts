import type { Size } from "~/ui/crop";
import { adjustPixels } from "./adjust-pixels";
import { isUnadjusted } from "./compare-edits";
import type { Edits } from "./edits";
import { hasPerspective, type ProjectiveMap, partMap, product, sourceMap } from "./geometry";
import { createGrainLayer } from "./grain";
import { createPen, releaseCanvas, releasePixels } from "./pen";
import { type Drawing, needsDetails, type Renderer } from "./renderer";
import type { Pixels, Source } from "./source";
import { createWarp } from "./warp";

type Bytes = Uint8ClampedArray<ArrayBuffer>;

/** Returns a renderer that uses a 2D canvas and computes the adjustments in JavaScript. */
export function createCanvasRenderer(source: Source): Renderer | null {
  const pen = createPen({ width: 1, height: 1 }, { willReadFrequently: true });
  if (!pen) return null;
  const { canvas } = pen;
  const photo = createPlacedLayer(source, () => source.photo);
  const details = createPlacedLayer(source, source.details);
  const grain = createGrainPixels(source);
  let result = new ImageData(1, 1);
  return {
    kind: "canvas",
    canvas,
    draw: (edits, drawing) => {
      const { width, height } = drawing.size;
      const own = photo.pixels(edits, drawing);
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      if (!own) return;
      if (result.width !== width || result.height !== height) {
        releasePixels(result.data);
        result = new ImageData(width, height);
      }
      const pixels = result.data;
      pixels.set(own);
      if (!isUnadjusted(edits.adjustments))
        adjustPixels(pixels, drawing.size, edits.adjustments, {
          details: needsDetails(edits) ? details.pixels(edits, drawing) : null,
          grain: grain.pixels(edits, drawing),
          part: drawing.part,
        });
      if (drawing.showsClipping) paintClipped(pixels);
      pen.putImageData(result, 0, 0);
    },
    isLost: () => false,
    dispose: () => {
      for (const layer of [photo, details, grain]) layer.dispose();
      releasePixels(result.data);
      releaseCanvas(canvas);
    },
  };
}

/** The pixels of a layer in the size of a drawing; null without one. They last until the next drawing. */
interface Layer {
  pixels: (edits: Edits, drawing: Drawing) => Bytes | null;
  dispose: () => void;
}

/** Returns a layer of the photo, placed as by the edits without the adjustments. */
function createPlacedLayer(source: Source, layerOf: () => Pixels | null): Layer {
  let warp: ReturnType<typeof createWarp> | null = null;
  const placing = cached((edits, { size, part }) => {
    const layer = layerOf();
    if (!layer) return null;
    const map = product(sourceMap(source.natural, edits), partMap(part));
    if (!hasPerspective(edits)) return placed(layer, map, size);
    warp ??= createWarp(layer);
    return warp.draw(map, size);
  });
  return {
    pixels: placing.pixels,
    dispose: () => {
      placing.dispose();
      warp?.dispose();
    },
  };
}

/** Returns the pixels of an image that a map without perspective places. */
function placed(layer: Pixels, map: ProjectiveMap, size: Size): Bytes | null {
  const pen = createPen(size, { willReadFrequently: true });
  if (!pen) return null;
  const [own = 1, skew = 0] = map;
  // As WebGL does: cubic interpolation takes twice as long, and an enlarged layer is smooth.
  if (Math.hypot(own * layer.width, skew * layer.height) < 0.9 * size.width)
    pen.imageSmoothingQuality = "low";
  const [a, b, c, d, e, f] = inverse(map);
  // From fractions of the photo to pixels of the canvas; then the photo is drawn one unit wide and high.
  pen.setTransform(
    a * size.width,
    b * size.height,
    c * size.width,
    d * size.height,
    e * size.width,
    f * size.height,
  );
  pen.drawImage(layer, 0, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, size.width, size.height);
  releaseCanvas(pen.canvas);
  return data;
}

/** Returns the reverse of a map without perspective, as the six numbers of a canvas. */
function inverse([a = 1, b = 0, , c = 0, d = 1, , e = 0, f = 0]: ProjectiveMap): DOMMatrixLike {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

type DOMMatrixLike = [a: number, b: number, c: number, d: number, e: number, f: number];

/** Keeps the last result until another part of the photo, or another position of it, is drawn. */
function cached(make: Layer["pixels"]): Layer {
  let key = "";
  let made: Bytes | null = null;
  const dispose = () => {
    if (made) releasePixels(made);
    made = null;
    key = "";
  };
  return {
    dispose,
    pixels: (edits, drawing) => {
      const { adjustments: _, look: __, ...position } = edits;
      const next = JSON.stringify([position, drawing.size, drawing.part]);
      if (next !== key) {
        dispose();
        made = make(edits, drawing);
        key = next;
      }
      return made;
    },
  };
}

function createGrainPixels(source: Source): Layer {
  const grain = createGrainLayer(source);
  const reading = cached((edits, drawing) => {
    const layer = grain.draw(edits, drawing);
    return layer && pixelsOf(layer);
  });
  return {
    pixels: (edits, drawing) => (edits.adjustments.grain === 0 ? null : reading.pixels(edits, drawing)),
    dispose: () => {
      reading.dispose();
      grain.dispose();
    },
  };
}

function pixelsOf(layer: HTMLCanvasElement & Size): Bytes | null {
  return layer.getContext("2d")?.getImageData(0, 0, layer.width, layer.height).data ?? null;
}

/** Paints pixels that have lost their details, as the fragment shader does. */
function paintClipped(pixels: Bytes): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const most = Math.max(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number);
    if (most === 255) pixels.set([255, 51, 38], at);
    else if (most === 0) pixels.set([51, 102, 255], at);
  }
}
