import { createPicture, type Picture, planesOf } from "../pixels/picture";

/** A picture whose pixel (x, y) is the source's pixel at the index that `from` gives. */
function rearranged(
  source: Picture,
  width: number,
  height: number,
  from: (x: number, y: number) => number,
): Picture {
  const target = createPicture(width, height);
  const planes = planesOf(source);
  planesOf(target).forEach((plane, index) => {
    for (let y = 0, at = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, at += 1) plane[at] = planes[index]?.[from(x, y)] ?? 0;
    }
  });
  return target;
}

export const turnedRight = (p: Picture): Picture =>
  rearranged(p, p.height, p.width, (x, y) => (p.height - 1 - x) * p.width + y);

export const turnedLeft = (p: Picture): Picture =>
  rearranged(p, p.height, p.width, (x, y) => x * p.width + p.width - 1 - y);

export const turnedOver = (p: Picture): Picture =>
  rearranged(p, p.width, p.height, (x, y) => (p.height - 1 - y) * p.width + p.width - 1 - x);

export const flipped = (p: Picture): Picture =>
  rearranged(p, p.width, p.height, (x, y) => y * p.width + p.width - 1 - x);

export const flippedDown = (p: Picture): Picture =>
  rearranged(p, p.width, p.height, (x, y) => (p.height - 1 - y) * p.width + x);

/** The middle of it. */
export function square(p: Picture): Picture {
  const side = Math.min(p.width, p.height);
  const left = (p.width - side) >> 1;
  const top = (p.height - side) >> 1;
  return rearranged(p, side, side, (x, y) => (top + y) * p.width + left + x);
}

/** A white margin inside the picture's own size, so that nothing around it has to move. */
export function bordered(p: Picture): Picture {
  const margin = Math.round(Math.min(p.width, p.height) * 0.05);
  const target = rearranged(p, p.width, p.height, (x, y) => y * p.width + x);
  for (const plane of planesOf(target)) {
    for (let y = 0, at = 0; y < p.height; y += 1) {
      for (let x = 0; x < p.width; x += 1, at += 1) {
        if (Math.min(x, y, p.width - 1 - x, p.height - 1 - y) < margin) plane[at] = 0.985;
      }
    }
  }
  return target;
}
