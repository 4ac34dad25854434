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

/** Returns the size of the drawn image, and the largest offset from the centre without a gap. */
export function cropBounds({ width, height }: Size, zoom: number, frame: Size) {
  const scale = Math.max(frame.width / width, frame.height / height) * zoom;
  const drawn = { width: width * scale, height: height * scale };
  return { ...drawn, maxX: (drawn.width - frame.width) / 2, maxY: (drawn.height - frame.height) / 2 };
}

/** Returns the crop with the smallest change of offset that leaves no gap. */
export function withinBounds(picture: Size, crop: Crop, frame: Size): Crop {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const { maxX, maxY } = cropBounds(picture, zoom, frame);
  return { zoom, x: clamp(crop.x, -maxX, maxX), y: clamp(crop.y, -maxY, maxY) };
}

/** Returns the rectangle of the image's own pixels that a crop shows. */
export function cropSource(picture: Size, crop: Crop, frame: Size) {
  const scale = cropBounds(picture, crop.zoom, frame).width / picture.width;
  const [width, height] = [frame.width / scale, frame.height / scale];
  return {
    left: (picture.width - width) / 2 - crop.x / scale,
    top: (picture.height - height) / 2 - crop.y / scale,
    width,
    height,
  };
}

/** Draws a crop on a canvas of the given size. Returns null where canvases are not supported. */
export function drawCrop(
  picture: HTMLImageElement,
  crop: Crop,
  frame: Size,
  { width, height }: Size,
): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.imageSmoothingQuality = "high";
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const from = cropSource(natural, crop, frame);
  pen.drawImage(picture, from.left, from.top, from.width, from.height, 0, 0, width, height);
  return canvas;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
