/**
 * Returns a predicate that is true for the first items that have a size in all, as JSON; the last one may go beyond it.
 * For `filter`, once for each item in their order.
 */
export function withinBytes(bytes: number): (item: object) => boolean {
  let left = bytes;
  return (item) => {
    const fits = left > 0;
    left -= Buffer.byteLength(JSON.stringify(item));
    return fits;
  };
}
