/** Groups items by a key, in order. `Map.groupBy` is missing in Safari before 17.4. */
export function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown): Map<unknown, Item[]> {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
