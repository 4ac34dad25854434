const numbers = new Intl.NumberFormat("en");

/** Returns a count with its noun: "1 like", "1,204 comments". */
export function countLabel(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
