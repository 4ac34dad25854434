import { billOf } from "~/contract/bill";
import type { Cost } from "../../bench/costs/table";
import { feedTimes } from "./feed-latency";
import { type Habits, times } from "./habits";
import { hubDay, type Keeping } from "./hub-day";
import { databasesFor, LIMITS, type Load, loadOf, membersFor, type Wall } from "./load";
import { sizesAfter } from "./storage";

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

const YEAR = 365;
const TWO_YEARS = 2 * YEAR;
const THREE_YEARS = 3 * YEAR;

/** Returns a limit and when it is reached, such as "main: gigabytes after 2.5 years". */
export function formatWall({ database, resource, days }: Wall): string {
  const when =
    days === 0
      ? "at once"
      : days < YEAR
        ? `after ${Math.round((days / YEAR) * 12)} months`
        : `after ${formatNumber(Number((days / YEAR).toFixed(1)))} years`;
  return `${database}: ${resource} ${Number.isFinite(days) ? when : "never"}`;
}

const sizeIn = (days: number, database: "main" | "chat") => (_: Load, habits: Habits) =>
  formatNumber(sizesAfter(habits, days)[database]);

/** Rows of the table before those of the bill. */
const loadRows: [name: string, value: (load: Load, habits: Habits) => string][] = [
  ["requests a second, busiest hour", ({ requests }) => formatNumber(requests)],
  ["… of which photos", ({ photos }) => formatNumber(photos)],
  ["main database: statements a second, busiest hour", ({ statements }) => formatNumber(statements.main)],
  ["messages: statements a second, busiest hour", ({ statements }) => formatNumber(statements.chat)],
  ["rows read a day", ({ rowsRead }) => formatNumber(rowsRead)],
  ["rows written a day", ({ rowsWritten }) => formatNumber(rowsWritten)],
  ["sockets open, busiest hour", ({ sockets }) => formatNumber(sockets)],
  ["hub calls a second, busiest hour", ({ hubCalls }) => formatNumber(hubCalls)],
  ["calls of one like of the member with most connections", ({ widestFanOut }) => formatNumber(widestFanOut)],
  ["main database, GB: accounts and connections", sizeIn(0, "main")],
  ["… after one year", sizeIn(YEAR, "main")],
  ["… after two years", sizeIn(TWO_YEARS, "main")],
  ["… after three years", sizeIn(THREE_YEARS, "main")],
  ["messages, GB: after one year", sizeIn(YEAR, "chat")],
  ["… after two years", sizeIn(TWO_YEARS, "chat")],
  ["… after three years", sizeIn(THREE_YEARS, "chat")],
  ["photos, GB: each month", ({ photoGrowth }) => formatNumber(photoGrowth)],
  ["first wall", ({ walls: [wall] }) => (wall ? formatWall(wall) : "none")],
  ["second wall", ({ walls: [, wall] }) => (wall ? formatWall(wall) : "none")],
  [
    "databases of messages for three years, half used",
    ({ statements }, habits) =>
      formatNumber(databasesFor(sizesAfter(habits, THREE_YEARS).chat, statements.chat)),
  ],
];

const billed = ({ usage }: Load) => billOf(usage);
const total = (load: Load) => Object.values(billed(load)).reduce((sum, one) => sum + one, 0);

const DATABASES = [1, 4, 16];
const FEEDS = ["/feed", "GET /api/feed"];

/** Returns lines about the time of a feed page with posts divided among databases, one for each size of the site. */
function feedLines(loads: { habits: Habits; load: Load }[]): string[] {
  return loads.map(({ habits, load }) => {
    const { cold } = hubDay(habits, "sockets");
    const aDay = FEEDS.reduce((sum, name) => sum + times(habits, name) * (cold.get(name) ?? 0), 0);
    const feeds = (aDay / load.mainStatementsADay) * load.statements.main;
    const others = load.statements.main - feeds;
    const results = DATABASES.map((count) => {
      const found = feedTimes({ feeds, others, connections: habits.connections }, count);
      return found ? `${[found.p50, found.p95, found.p99].map(formatNumber).join(" / ")} ms` : "overloaded";
    });
    return `- ${formatNumber(habits.members)} members, a page of the feed (p50 / p95 / p99) from ${DATABASES.join(", ")} databases of posts: ${results.join("; ")}`;
  });
}

/** Returns a Markdown table with a column for each set of habits, then the limits. */
export function reportOf(all: Habits[], costs: Map<string, Cost>): string {
  const loads = all.map((habits) => ({ habits, load: loadOf(habits, costs) }));
  const [first] = loads;
  if (!first) return "";
  const row = (name: string, values: string[]) => `| ${[name, ...values].join(" | ")} |`;
  const cells = (value: (load: Load, habits: Habits) => string) =>
    loads.map(({ load, habits }) => value(load, habits));
  const share = (keeping: Keeping) => formatNumber(loadOf(first.habits, costs, keeping).statementsADay);
  const carried = (database: "main" | "chat") =>
    formatNumber(membersFor(first.habits, first.load, database, TWO_YEARS));
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
    ...Object.keys(billed(first.load)).map((line) =>
      row(
        `$ a month: ${line}`,
        cells((load) => formatNumber(billed(load)[line] ?? 0)),
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
    `- one main database carries ${carried("main")} members for two years, one database of messages ${carried("chat")}`,
    `- statements of an active member's day: ${formatNumber(first.load.statementsADay)}; ${share("memory")} if hubs kept everything in memory, ${share("nowhere")} without their reads; ${formatNumber(100 * first.load.warmReads)} % of the reads through hubs make no statement`,
    `- calls an event of one hub: a fan-out goes in parts when somebody has ${formatNumber((LIMITS.callsAnEvent / first.load.widestFanOut) * first.habits.maxConnections)} connections`,
    ...feedLines(loads),
  ].join("\n");
}
