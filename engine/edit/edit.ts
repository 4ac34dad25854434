import { free } from "../pixels/free";
import { type Picture, planesOf } from "../pixels/picture";
import { resize, resizeNearest, type Size } from "../pixels/resize";
import type { Breathe } from "../styles/style";
import type { Operation } from "./operations";

export interface Edited {
  picture: Picture;
  did: string[];
  isExact: boolean;
}

/** The picture that comes after another, whose planes are freed unless it goes on with them. */
function after(before: Picture, picture: Picture): Picture {
  const kept = planesOf(picture);
  free(...planesOf(before).filter((plane) => !kept.includes(plane)));
  return picture;
}

/**
 * Applies the operations one after the other; the result has the size asked for, turned or cropped where they say so.
 * The source is used up.
 */
export async function edited(
  source: Picture,
  operations: Operation[],
  size: Size,
  breathe: Breathe,
): Promise<Edited> {
  // A style paints smaller than most photos are: what it shrinks anyway is not shrunk before.
  const isShrunkLater = operations[0]?.isStyle && source.width >= size.width;
  let picture = isShrunkLater ? source : after(source, resize(source, size.width, size.height));
  let wanted = size;
  for (const operation of operations) {
    await breathe();
    picture = after(picture, await operation.apply(picture, wanted, breathe));
    if (operation.shape === "turned") wanted = { width: wanted.height, height: wanted.width };
    if (operation.shape === "square") {
      const side = Math.min(wanted.width, wanted.height);
      wanted = { width: side, height: side };
    }
  }
  const isExact = operations.some((operation) => operation.isExact);
  const enlarged = isExact ? resizeNearest : resize;
  return {
    picture: after(picture, enlarged(picture, wanted.width, wanted.height)),
    did: operations.map(({ did }) => did),
    isExact,
  };
}
