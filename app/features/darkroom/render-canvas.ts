import { adjustPixels } from "./adjust-pixels";
import { inverse, isUnadjusted, sourceMatrix } from "./edits";
import type { Renderer } from "./renderer";

/** Returns a renderer that uses a 2D canvas and computes the adjustments in JavaScript. */
export function createCanvasRenderer(image: HTMLImageElement): Renderer | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  return {
    kind: "canvas",
    canvas,
    draw: (edits, size) => {
      // Setting the size clears the canvas.
      canvas.width = size.width;
      canvas.height = size.height;
      const [a, b, c, d, e, f] = inverse(sourceMatrix(natural, edits));
      context.imageSmoothingQuality = "high";
      // From fractions of the photo to pixels of the canvas; then the photo is drawn one unit wide and high.
      context.setTransform(
        a * size.width,
        b * size.height,
        c * size.width,
        d * size.height,
        e * size.width,
        f * size.height,
      );
      context.drawImage(image, 0, 0, 1, 1);
      if (isUnadjusted(edits.adjustments)) return;
      const pixels = context.getImageData(0, 0, size.width, size.height);
      adjustPixels(pixels.data, size, edits.adjustments);
      context.putImageData(pixels, 0, 0);
    },
    dispose: () => undefined,
  };
}
