const numbers = new Intl.NumberFormat("en");

/** "1 like", "1,204 comments". */
export function counted(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}
