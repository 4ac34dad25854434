const BASE_MS = 500;
const MAX_MS = 15_000;

/**
 * Returns the delay before the next attempt, in milliseconds: exponential, with jitter over the upper half, so that pages
 * that a restart disconnected do not all reconnect at once.
 * @param failures number of consecutive failures, from 0
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(BASE_MS * 2 ** failures, MAX_MS);
  return Math.round(ceiling * (0.5 + random() / 2));
}
