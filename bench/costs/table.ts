import type { DbCost } from "~/db/client";

/** The cost of one page or call. */
export interface Cost extends DbCost {
  /** The gzipped reply. */
  kilobytes: number;
  /** Gzipped kilobytes of JavaScript that a page's document names; null for a call. */
  script: number | null;
}

/** Cloudflare's prices in dollars per million: https://developers.cloudflare.com/workers/platform/pricing/ */
const PRICE = { request: 0.3, rowRead: 0.001, rowWritten: 1 };

const HEADS = {
  page: "| page | statements | trips | rows read | rows written | document, KB | JavaScript, KB | $ per million |",
  call: "| call | statements | trips | rows read | rows written | reply, KB | $ per million |",
};

/** Returns the price in dollars of a million requests and their rows. */
export function perMillion({ rowsRead, rowsWritten }: DbCost): number {
  return PRICE.request + rowsRead * PRICE.rowRead + rowsWritten * PRICE.rowWritten;
}

/** By so many kilobytes may replies differ from run to run. */
const NOISE = 0.05;

/** Kilobytes by which the scripts of a page may grow. */
const SCRIPT_SLACK = 4;

/**
 * Returns a measurement as a budget: rounded up to kilobytes, replies with a margin of 5 %, because ids and nonces
 * compress differently, and scripts with a slack. A size near the border of two budgets keeps the former one, so each
 * run writes the same; scripts keep it until they are above it or further below than twice the slack.
 */
export function budgetOf({ kilobytes, script, ...exact }: Cost, former?: Cost): Cost {
  const size = kilobytes * 1.05;
  const isSame = former && size > former.kilobytes - 1 - NOISE && size < former.kilobytes + NOISE;
  return {
    ...exact,
    kilobytes: isSame ? former.kilobytes : Math.ceil(size),
    script: script && scriptBudget(script, former?.script ?? 0),
  };
}

const scriptBudget = (script: number, former: number) =>
  script <= former && script > former - 2 * SCRIPT_SLACK ? former : Math.ceil(script) + SCRIPT_SLACK;

/**
 * Returns the document with new tables.
 * @throws when it has no place for them
 */
export function withTables(document: string, costs: Map<string, Cost>): string {
  const isPage = (name: string) => name.startsWith("/");
  const table = (head: string, ofPages: boolean) => [
    head,
    head.replace(/[^|]+/g, "---"),
    ...[...costs]
      .filter(([name]) => isPage(name) === ofPages)
      .map(([name, cost]) => `| ${cells(name, cost, ofPages).join(" | ")} |`),
  ];
  return withPart(document, "costs", [...table(HEADS.page, true), "", ...table(HEADS.call, false)]);
}

function cells(name: string, cost: Cost, isPage: boolean): (string | number)[] {
  const { statements, trips, rowsRead, rowsWritten, kilobytes, script } = cost;
  return [
    `\`${name}\``,
    statements,
    trips,
    rowsRead,
    rowsWritten,
    kilobytes,
    ...(isPage ? [script ?? "–"] : []),
    perMillion(cost).toFixed(2),
  ];
}

/** Returns the budgets in the document's tables. */
export function readTables(document: string): Map<string, Cost> {
  const budgets = new Map<string, Cost>();
  for (const line of partOf(document, "costs").split("\n")) {
    const [, quoted = "", ...numbers] = line.split("|").map((cell) => cell.trim());
    const name = /^`(.+)`$/.exec(quoted)?.[1];
    if (!name) continue;
    const [statements, trips, rowsRead, rowsWritten, kilobytes] = numbers.map(Number);
    const script = numbers.length > 7 ? Number(numbers[5]) : Number.NaN;
    budgets.set(name, {
      statements: statements ?? 0,
      trips: trips ?? 0,
      rowsRead: rowsRead ?? 0,
      rowsWritten: rowsWritten ?? 0,
      kilobytes: kilobytes ?? 0,
      script: Number.isNaN(script) ? null : script,
    });
  }
  return budgets;
}

/** Returns the document with other lines between the markers of a part. @throws when it has no place for them */
export function withPart(document: string, part: string, lines: readonly string[]): string {
  const [before, , after] = split(document, part);
  return `${before}\n${lines.join("\n")}\n${after}`;
}

/** Returns the lines between the markers of a part. @throws when the document has no place for it */
export const partOf = (document: string, part: string): string => split(document, part)[1];

/** Splits the document into the text up to a part, the part, and the text from its end on. */
function split(document: string, part: string): [string, string, string] {
  const marker = `<!-- ${part}: written by \`npm run costs\` -->`;
  const start = document.indexOf(marker) + marker.length;
  const end = document.indexOf(`<!-- ${part} end -->`);
  if (!document.includes(marker) || end < start)
    throw new Error(`The document has no place for the ${part}.`);
  return [document.slice(0, start), document.slice(start, end), document.slice(end)];
}
