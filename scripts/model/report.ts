import type { Cost } from "../../bench/costs/table";
import type { Keeping } from "./hub-day";
import { databasesFor, type Habits, LIMITS, type Load, loadOf } from "./load";

/** Formats a number with three significant digits and a unit: 1,230,000 is "1.23 million". */
export function formatNumber(value: number): string {
  const units: [number, string][] = [
    [1e12, " trillion"],
    [1e9, " billion"],
    [1e6, " million"],
    [1, ""],
  ];
  const [size, unit] = units.find(([minimum]) => value >= minimum) ?? [1, ""];
  return `${Number((value / size).toPrecision(3)).toLocaleString("en-US", { maximumFractionDigits: 3 })}${unit}`;
}

/** Rows of the table before those of the costs. */
const loadRows: [name: string, value: (load: Load) => string][] = [
  ["requests a second, busiest hour", ({ requests }) => formatNumber(requests)],
  ["… of which photos", ({ photos }) => formatNumber(photos)],
  ["database statements a second, busiest hour", ({ statements }) => formatNumber(statements)],
  ["rows read a day", ({ rowsRead }) => formatNumber(rowsRead)],
  ["rows written a day", ({ rowsWritten }) => formatNumber(rowsWritten)],
  ["sockets open, busiest hour", ({ sockets }) => formatNumber(sockets)],
  ["hub calls a second, busiest hour", ({ hubCalls }) => formatNumber(hubCalls)],
  ["calls of one like of the member with most connections", ({ widestFanOut }) => formatNumber(widestFanOut)],
  ["database, GB: accounts", ({ accounts }) => formatNumber(accounts)],
  ["database, GB: each month", ({ databaseGrowth }) => formatNumber(databaseGrowth)],
  ["photos, GB: each month", ({ photoGrowth }) => formatNumber(photoGrowth)],
  ["databases of 10 GB and 1,000 statements/s, half used", (load) => formatNumber(databasesFor(load))],
];

const total = ({ dollars }: Load) => Object.values(dollars).reduce((sum, one) => sum + one, 0);

/** Returns a Markdown table with a column for each set of habits, then the limits in the order in which they are reached. */
export function reportOf(all: Habits[], costs: Map<string, Cost>): string {
  const loads = all.map((habits) => ({ habits, load: loadOf(habits, costs) }));
  const [first] = loads;
  if (!first) return "";
  const row = (name: string, values: string[]) => `| ${[name, ...values].join(" | ")} |`;
  const cells = (value: (load: Load, habits: Habits) => string) =>
    loads.map(({ load, habits }) => value(load, habits));
  const share = (keeping: Keeping) => formatNumber(loadOf(first.habits, costs, keeping).statementsADay);
  return [
    row(
      "members",
      all.map(({ members }) => formatNumber(members)),
    ),
    row(
      "---",
      all.map(() => "---"),
    ),
    ...loadRows.map(([name, value]) => row(name, cells(value))),
    ...Object.keys(first.load.dollars).map((name) =>
      row(
        `$ a month: ${name}`,
        cells(({ dollars }) => formatNumber(dollars[name] ?? 0)),
      ),
    ),
    row(
      "**$ a month**",
      cells((load) => `**${formatNumber(total(load))}**`),
    ),
    row(
      "$ a member and month",
      cells((load, { members }) => formatNumber(total(load) / members)),
    ),
    "",
    ...first.load.limits.map(
      ({ resource, members }) => `- ${resource}: full at ${formatNumber(members)} members`,
    ),
    `- statements of an active member's day: ${formatNumber(first.load.statementsADay)}; ${share("memory")} if hubs kept everything in memory, ${share("nowhere")} without their reads; ${formatNumber(100 * first.load.warmReads)} % of the reads through hubs make no statement`,
    `- calls an event of one hub: a fan-out goes in parts when somebody has ${formatNumber((LIMITS.callsAnEvent / first.load.widestFanOut) * first.habits.maxConnections)} connections`,
  ].join("\n");
}
