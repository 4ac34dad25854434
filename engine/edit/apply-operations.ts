import type { Checkpoint } from "../checkpoint";
import { free } from "../pixels/free";
import { planesOf, type Raster } from "../pixels/raster";
import { resize, resizeNearest, type Size } from "../pixels/resize";
import type { Operation } from "./operations";

export interface EditResult {
  raster: Raster;
  did: string[];
  isExact: boolean;
}

/** Frees the planes of the old raster that the new one does not share, and returns the new one. */
function replaceRaster(before: Raster, raster: Raster): Raster {
  const nextPlanes = planesOf(raster);
  free(...planesOf(before).filter((plane) => !nextPlanes.includes(plane)));
  return raster;
}

/**
 * Applies the operations in order and resizes the result to the requested size (with its sides swapped after a
 * quarter turn, square after a crop). Frees the source.
 */
export async function applyOperations(
  source: Raster,
  operations: Operation[],
  size: Size,
  checkpoint: Checkpoint,
): Promise<EditResult> {
  // A style shrinks its source to its own working size; resizing before that would be wasted work.
  const isShrunkLater = operations[0]?.isStyle && source.width >= size.width;
  let raster = isShrunkLater ? source : replaceRaster(source, resize(source, size.width, size.height));
  let targetSize = size;
  for (const operation of operations) {
    await checkpoint();
    raster = replaceRaster(raster, await operation.apply(raster, targetSize, checkpoint));
    if (operation.shape === "turned") targetSize = { width: targetSize.height, height: targetSize.width };
    if (operation.shape === "square") {
      const side = Math.min(targetSize.width, targetSize.height);
      targetSize = { width: side, height: side };
    }
  }
  const isExact = operations.some((operation) => operation.isExact);
  const resizeTo = isExact ? resizeNearest : resize;
  return {
    raster: replaceRaster(raster, resizeTo(raster, targetSize.width, targetSize.height)),
    did: operations.map(({ did }) => did),
    isExact,
  };
}
