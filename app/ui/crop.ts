export interface Size {
  width: number;
  height: number;
}

/**
 * The part of an image that a frame shows: the zoom, and the offset of the image's centre from the frame's, in frame
 * pixels.
 */
export interface Crop {
  /** 1 covers the frame exactly; larger values zoom in. */
  zoom: number;
  x: number;
  y: number;
}

export const ZOOM_MAX = 3;

/** The crop that shows as much of the image as the frame can. */
export const wholeCrop: Crop = { zoom: 1, x: 0, y: 0 };

/**
 * Returns the size of the drawn image, and the largest offset from the centre without a gap, in the directions of the
 * image's own sides.
 * @param angle by which the image is turned behind the frame, clockwise, in radians
 */
export function cropBounds({ width, height }: Size, zoom: number, frame: Size, angle = 0) {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  // The smallest rectangle with the image's directions around the frame.
  const covered = {
    width: frame.width * cos + frame.height * sin,
    height: frame.width * sin + frame.height * cos,
  };
  const scale = Math.max(covered.width / width, covered.height / height) * zoom;
  const drawn = { width: width * scale, height: height * scale };
  return { ...drawn, maxX: (drawn.width - covered.width) / 2, maxY: (drawn.height - covered.height) / 2 };
}

/**
 * Clamps the crop to the nearest one that fills the frame.
 * @param natural the image's own size
 * @param angle see `cropBounds`
 */
export function withinBounds(natural: Size, crop: Crop, frame: Size, angle = 0): Crop {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const { maxX, maxY } = cropBounds(natural, zoom, frame, angle);
  const own = turned(crop, -angle);
  return { zoom, ...turned({ x: clamp(own.x, -maxX, maxX), y: clamp(own.y, -maxY, maxY) }, angle) };
}

/** Returns a position after a turn around the origin, clockwise, in radians. */
export function turned({ x, y }: Point, angle: number): Point {
  if (angle === 0) return { x, y };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** A position in frame pixels, from the frame's centre. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Returns the crop after pointers have moved `from` some positions `to` others: one pointer drags the image; two also
 * zoom it, around the point between them.
 */
export function dragged(
  natural: Size,
  crop: Crop,
  frame: Size,
  { from, to }: { from: readonly Point[]; to: readonly Point[] },
  angle = 0,
): Crop {
  const zoom = clamp((crop.zoom * distance(to)) / distance(from), 1, ZOOM_MAX);
  const [start, end] = [middle(from), middle(to)];
  const factor = zoom / crop.zoom;
  const x = end.x + (crop.x - start.x) * factor;
  const y = end.y + (crop.y - start.y) * factor;
  return withinBounds(natural, { zoom, x, y }, frame, angle);
}

/** Returns the distance of two points, at least 1; always 1 for a single point. */
export function distance([a, b]: readonly Point[]): number {
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1;
}

/** Returns the centre of some points. */
export function middle(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Returns the rectangle of the image's own pixels that a crop shows. */
export function cropSource(natural: Size, crop: Crop, frame: Size) {
  const scale = cropBounds(natural, crop.zoom, frame).width / natural.width;
  const [width, height] = [frame.width / scale, frame.height / scale];
  return {
    left: (natural.width - width) / 2 - crop.x / scale,
    top: (natural.height - height) / 2 - crop.y / scale,
    width,
    height,
  };
}

/** Draws a crop on a canvas of the given size. Returns null where canvases are not supported. */
export function drawCrop(
  image: HTMLImageElement,
  crop: Crop,
  frame: Size,
  { width, height }: Size,
): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const from = cropSource(natural, crop, frame);
  context.drawImage(image, from.left, from.top, from.width, from.height, 0, 0, width, height);
  return canvas;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
