import type { Picture } from "../pixels/picture";
import { resize, resizeNearest, type Size } from "../pixels/resize";
import type { Breathe } from "../styles/style";
import type { Operation } from "./operations";

export interface Edited {
  picture: Picture;
  did: string[];
  isExact: boolean;
}

/** Applies the operations one after the other; the result has the size asked for, turned or cropped where they say so. */
export async function edited(
  source: Picture,
  operations: Operation[],
  size: Size,
  breathe: Breathe,
): Promise<Edited> {
  let picture = resize(source, size.width, size.height);
  let wanted = size;
  for (const operation of operations) {
    await breathe();
    picture = await operation.apply(picture, breathe);
    if (operation.shape === "turned") wanted = { width: wanted.height, height: wanted.width };
    if (operation.shape === "square") {
      const side = Math.min(wanted.width, wanted.height);
      wanted = { width: side, height: side };
    }
  }
  const isExact = operations.some((operation) => operation.isExact);
  const enlarged = isExact ? resizeNearest : resize;
  return {
    picture: enlarged(picture, wanted.width, wanted.height),
    did: operations.map(({ did }) => did),
    isExact,
  };
}
