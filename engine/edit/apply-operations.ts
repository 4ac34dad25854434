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

/** The picture that comes after another, whose planes are freed unless it goes on with them. */
function replaceRaster(before: Raster, raster: Raster): Raster {
  const kept = planesOf(raster);
  free(...planesOf(before).filter((plane) => !kept.includes(plane)));
  return raster;
}

/**
 * Applies the operations one after the other; the result has the size asked for, turned or cropped where they say so.
 * The source is used up.
 */
export async function applyOperations(
  source: Raster,
  operations: Operation[],
  size: Size,
  checkpoint: Checkpoint,
): Promise<EditResult> {
  // A style paints smaller than most photos are: what it shrinks anyway is not shrunk before.
  const isShrunkLater = operations[0]?.isStyle && source.width >= size.width;
  let raster = isShrunkLater ? source : replaceRaster(source, resize(source, size.width, size.height));
  let wanted = size;
  for (const operation of operations) {
    await checkpoint();
    raster = replaceRaster(raster, await operation.apply(raster, wanted, checkpoint));
    if (operation.shape === "turned") wanted = { width: wanted.height, height: wanted.width };
    if (operation.shape === "square") {
      const side = Math.min(wanted.width, wanted.height);
      wanted = { width: side, height: side };
    }
  }
  const isExact = operations.some((operation) => operation.isExact);
  const enlarged = isExact ? resizeNearest : resize;
  return {
    raster: replaceRaster(raster, enlarged(raster, wanted.width, wanted.height)),
    did: operations.map(({ did }) => did),
    isExact,
  };
}
