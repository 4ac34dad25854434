import { createRandom as createEngineRandom } from "../../engine/pixels/random";

export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Returns an integer between low and high, both inclusive. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns a shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Returns a seeded pseudorandom source: the demo data is the same on every machine. */
export function createRandom(seed: number): Random {
  const { next, between } = createEngineRandom(seed);
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error("Cannot pick from an empty list");
    return item;
  }

  function shuffle<Item>(items: readonly Item[]): Item[] {
    const drawn = items.map((item) => ({ item, order: next() }));
    return drawn.sort((one, other) => one.order - other.order).map(({ item }) => item);
  }

  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick,
    shuffle,
  };
}
