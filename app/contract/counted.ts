let rules: Intl.PluralRules | undefined;

/** Returns a count with its noun, in English: "1 like", "1,204 comments", "2 replies". */
export function counted(count: number, one: string, other = `${one}s`): string {
  // Made by the first use: making formats of `Intl` was most of the time in which a page's modules are evaluated.
  rules ??= new Intl.PluralRules("en");
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${rules.select(count) === "one" ? one : other}`;
}
