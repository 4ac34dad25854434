/** The delays before attempts, in milliseconds: the first one, and the longest. */
export interface Delays {
  firstMs: number;
  longestMs: number;
}

/**
 * Returns the delay before the next attempt, in milliseconds: doubled for each failure, with jitter over the upper
 * half, so that clients stopped by the same fault do not retry at once.
 * @param failures number of failures before this one, from 0
 */
export function backOff(
  failures: number,
  { firstMs, longestMs }: Delays,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(firstMs * 2 ** failures, longestMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}
