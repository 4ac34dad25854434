import { createRandom as createSource } from "../../engine/pixels/random";

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Roughly normal, mean 0, deviation 1. */
  bell(): number;
  pick<Item>(items: readonly Item[]): Item;
  /** A new array with the same items in another order. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Chance that is the same on every machine, which is all a demo world asks of it. */
export function createRandom(seed: number): Random {
  const { next, between } = createSource(seed);
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error("There is nothing to pick from");
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
    bell: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    pick,
    shuffle,
  };
}
