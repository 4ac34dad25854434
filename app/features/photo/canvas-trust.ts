/** Side of the pattern, and tolerance of its values: some browsers add invisible noise against tracking. */
const SIDE = 16;
const TOLERANCE = 16;

let trusted: boolean | undefined;

/**
 * Returns whether a canvas gives back what was drawn. Browsers that resist fingerprinting (Firefox with
 * `privacy.resistFingerprinting`, Tor Browser) return other pixels, without an error. Tried once for each page.
 */
export function canvasIsTrue(): boolean {
  trusted ??= tryCanvas();
  return trusted;
}

function tryCanvas(): boolean {
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return false;
  const colourAt = (x: number, y: number) => [x * SIDE, y * SIDE, (x ^ y) * SIDE] as const;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      context.fillStyle = `rgb(${colourAt(x, y).join(" ")})`;
      context.fillRect(x, y, 1, 1);
    }
  }
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return data.every((value, at) => {
    const pixel = Math.floor(at / 4);
    const expected = colourAt(pixel % SIDE, Math.floor(pixel / SIDE))[at % 4] ?? 255;
    return Math.abs(value - expected) <= TOLERANCE;
  });
}
