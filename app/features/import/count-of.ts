/** Returns a count with its noun, as in "1,200 posts". The feed's `countLabel` would become a chunk of its own, which the feed loads. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
