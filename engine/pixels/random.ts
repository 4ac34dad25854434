/** A seeded pseudorandom source: the same seed returns the same numbers on every machine. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  between(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** mulberry32, a generator with 32 bits of state. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

/** Returns the FNV-1a hash of a text, as a seed. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
