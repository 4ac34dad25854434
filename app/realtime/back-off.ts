const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * How long to wait before another try, in milliseconds: twice as long each time, and anywhere in the second half of that, so
 * that the pages which a restart cut off do not all come back in one moment.
 * @param failures in a row so far, from 0
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
  return Math.round(longest * (0.5 + random() / 2));
}
