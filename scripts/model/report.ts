import type { Cost } from "../../bench/costs/table";
import { databasesFor, type Habits, LIMITS, type Load, loadOf } from "./load";

/** Three digits that count, in words: 1,230,000 is "1.23 million". */
export function inWords(value: number): string {
  const units: [number, string][] = [
    [1e12, " trillion"],
    [1e9, " billion"],
    [1e6, " million"],
    [1, ""],
  ];
  const [size, unit] = units.find(([least]) => value >= least) ?? [1, ""];
  return `${Number((value / size).toPrecision(3)).toLocaleString("en-US", { maximumFractionDigits: 3 })}${unit}`;
}

type Line = [name: string, value: (load: Load, of: Habits) => string];

const asked: Line[] = [
  ["requests a second, busiest hour", ({ requests }) => inWords(requests)],
  ["… of which photos", ({ photos }) => inWords(photos)],
  ["database statements a second, busiest hour", ({ statements }) => inWords(statements)],
  ["rows read a day", ({ rowsRead }) => inWords(rowsRead)],
  ["rows written a day", ({ rowsWritten }) => inWords(rowsWritten)],
  ["sockets open, busiest hour", ({ sockets }) => inWords(sockets)],
  ["hub calls a second, busiest hour", ({ hubCalls }) => inWords(hubCalls)],
  ["calls of one like of the member with most connections", ({ widestFanOut }) => inWords(widestFanOut)],
  ["database, GB: accounts", ({ accounts }) => inWords(accounts)],
  ["database, GB: each month", ({ databaseGrowth }) => inWords(databaseGrowth)],
  ["photos, GB: each month", ({ photoGrowth }) => inWords(photoGrowth)],
  ["databases of 10 GB and 1,000 statements/s, half used", (load) => inWords(databasesFor(load))],
];

const total = ({ dollars }: Load) => Object.values(dollars).reduce((sum, one) => sum + one, 0);

/** The model's answer for each of these, as a Markdown table and what is full first. */
export function reportOf(all: Habits[], costs: Map<string, Cost>): string {
  const loads = all.map((of) => ({ of, load: loadOf(of, costs) }));
  const [first] = loads;
  if (!first) return "";
  const row = (name: string, cells: string[]) => `| ${[name, ...cells].join(" | ")} |`;
  const ofEach = (value: (load: Load, of: Habits) => string) => loads.map(({ load, of }) => value(load, of));
  return [
    row(
      "members",
      all.map(({ members }) => inWords(members)),
    ),
    row(
      "---",
      all.map(() => "---"),
    ),
    ...asked.map(([name, value]) => row(name, ofEach(value))),
    ...Object.keys(first.load.dollars).map((name) =>
      row(
        `$ a month: ${name}`,
        ofEach(({ dollars }) => inWords(dollars[name] ?? 0)),
      ),
    ),
    row(
      "**$ a month**",
      ofEach((load) => `**${inWords(total(load))}**`),
    ),
    row(
      "$ a member and month",
      ofEach((load, { members }) => inWords(total(load) / members)),
    ),
    "",
    ...first.load.limits.map(({ what, members }) => `- ${what}: full at ${inWords(members)} members`),
    `- calls an event of one hub: a fan-out goes in parts when somebody has ${inWords((LIMITS.callsAnEvent / first.load.widestFanOut) * first.of.connectionsOfTheMost)} connections`,
  ].join("\n");
}
