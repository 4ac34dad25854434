/** A package in the output of `npm outdated --json`. */
export interface Outdated {
  current: string;
  latest: string;
}

/** A package with its reason from the table "Held back" of docs/dependencies.md. */
export type HeldBack = Map<string, string>;

/** Returns the table "Held back" of docs/dependencies.md. */
export function heldBackIn(document: string): HeldBack {
  const [, section = ""] = document.split("\n## Held back\n");
  const [table = ""] = section.split("\n## ");
  return new Map(
    [...table.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = "", reason = ""]) => [name, reason]),
  );
}

/** Returns the packages to install, as `name@version`, and a line for each one that is held back. */
export function updatesOf(outdated: Record<string, Outdated>, heldBack: HeldBack) {
  // The tag `latest` can be an older version: some packages keep it on a line that they still maintain.
  const packages = Object.entries(outdated).filter(([, { current, latest }]) => compare(latest, current) > 0);
  return {
    raised: packages.filter(([name]) => !heldBack.has(name)).map(([name, { latest }]) => `${name}@${latest}`),
    held: packages
      .filter(([name]) => heldBack.has(name))
      .map(([name, { current, latest }]) => `${name} stays ${current}, not ${latest}: ${heldBack.get(name)}`),
  };
}

/** Returns the newest release that is in all of these lists. */
export function newestOfAll(lists: string[][]): string | undefined {
  const [first = [], ...others] = lists;
  return first
    .filter((version) => /^[\d.]+$/.test(version) && others.every((list) => list.includes(version)))
    .sort(compare)
    .at(-1);
}

/** Compares two releases: `1.10.0` is newer than `1.9.0`. */
const compare = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
