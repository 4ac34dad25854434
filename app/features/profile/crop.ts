/** Which part of a picture is shown: how far in, and where its middle lies, in pixels of a square of side `side`. */
export interface Crop {
  /** 1 covers the square; more shows less. */
  zoom: number;
  x: number;
  y: number;
}

export const ZOOM_MAX = 3;

interface Size {
  width: number;
  height: number;
}

/** How large the picture is drawn in a square of `side`, and how far it may be moved from the middle without a gap. */
export function cropBounds({ width, height }: Size, zoom: number, side: number) {
  const scale = (side / Math.min(width, height)) * zoom;
  const drawn = { width: width * scale, height: height * scale };
  return { ...drawn, maxX: (drawn.width - side) / 2, maxY: (drawn.height - side) / 2 };
}

/** The same crop, moved as little as needed to leave no gap. */
export function withinBounds(picture: Size, crop: Crop, side: number): Crop {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const { maxX, maxY } = cropBounds(picture, zoom, side);
  return { zoom, x: clamp(crop.x, -maxX, maxX), y: clamp(crop.y, -maxY, maxY) };
}

/** The part of the picture's own pixels that a crop shows. */
export function cropSource(picture: Size, crop: Crop, side: number) {
  const { width } = cropBounds(picture, crop.zoom, side);
  const scale = width / picture.width;
  const size = side / scale;
  return {
    left: picture.width / 2 - crop.x / scale - size / 2,
    top: picture.height / 2 - crop.y / scale - size / 2,
    size,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
