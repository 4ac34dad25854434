/** Returns a count with its noun: "1 like", "1,204 comments". */
export function countLabel(count: number, noun: string): string {
  // Creating an `Intl.NumberFormat` was most of the time in which a page's modules are evaluated.
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${count === 1 ? "" : "s"}`;
}
