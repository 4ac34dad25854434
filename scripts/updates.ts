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
  const packages = Object.entries(outdated);
  return {
    raised: packages.filter(([name]) => !heldBack.has(name)).map(([name, { latest }]) => `${name}@${latest}`),
    held: packages
      .filter(([name]) => heldBack.has(name))
      .map(([name, { current, latest }]) => `${name} stays ${current}, not ${latest}: ${heldBack.get(name)}`),
  };
}
