import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, describe, expect, test } from "vitest";
import { languages } from "~/contract/languages";
import routes from "~/routes";
import { type Behind, measureBehind, readBehindTable, withBehindTable } from "../../bench/costs/behind";
import { callNames, measureCosts, serveCostWorld, variantNames } from "../../bench/costs/measure";
import { pageShots, uncountedPages } from "../../bench/costs/page-shots";
import { catalogSize, measureScripts, type ScriptPage, type Scripts } from "../../bench/costs/scripts";
import { budgetOf, type Cost, readTables, withTables } from "../../bench/costs/table";
import { projectRoot } from "../../scripts/local-state";
import { faultsOf } from "./html";

const KB = 1024;
const document = readFileSync(path.join(projectRoot, "docs/performance.md"), "utf8");
const budgets = readTables(document);
const budgetFor = (name: string): Cost => {
  const budget = budgets.get(name);
  if (!budget) throw new Error(`${name} has no budget: \`npm run costs\` writes one.`);
  return budget;
};

function pagesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path: at, index, children }) =>
    children ? pagesOf(children) : index ? ["/"] : at && at !== "*" ? [`/${at}`] : [],
  );
}

describe("docs/performance.md", () => {
  test("has a budget for every page and call, and no others", () => {
    expect(Object.keys(pageShots).concat(uncountedPages).sort()).toEqual(pagesOf(routes).sort());
    expect([...budgets.keys()].sort()).toEqual(
      [...Object.keys(pageShots), ...callNames, ...variantNames].sort(),
    );
  });

  test("has the format that `npm run costs` writes", () => {
    expect(withTables(document, budgets)).toBe(document);
    expect(withBehindTable(document, readBehindTable(document))).toBe(document);
  });
});

test("a size beside the border of two budgets keeps the former one", () => {
  const cost = { statements: 1, trips: 1, rowsRead: 1, rowsWritten: 0, script: null };
  const budget = (size: number, former?: number) =>
    budgetOf(
      { ...cost, kilobytes: size / 1.05 },
      former === undefined ? undefined : { ...cost, kilobytes: former },
    ).kilobytes;
  expect([budget(6.99), budget(7.01)]).toEqual([7, 8]);
  expect([budget(6.99, 8), budget(7.01, 8), budget(6.99, 7), budget(7.01, 7)]).toEqual([8, 8, 7, 7]);
  expect([budget(6.9, 8), budget(7.1, 7)]).toEqual([7, 8]);
});

test("a budget for scripts leaves room, and is the same for a page that has grown or shrunk a little", () => {
  const cost = { statements: 1, trips: 1, rowsRead: 1, rowsWritten: 0, kilobytes: 1 };
  const budget = (script: number, former?: number) =>
    budgetOf({ ...cost, script }, former === undefined ? undefined : { ...cost, script: former }).script;
  expect([budget(150.2), budget(154, 155), budget(148, 155), budget(155.1, 155), budget(146, 155)]).toEqual([
    155, 155, 155, 160, 150,
  ]);
});

/**
 * Gzipped kilobytes of the scripts and texts that a page loads until its network is idle, in the language with the
 * largest ones, and the number of scripts.
 */
const scriptBudgets: Record<ScriptPage, Pick<Scripts, "kilobytes" | "files">> = {
  "/login": { kilobytes: 150, files: 17 },
  "/feed": { kilobytes: 169, files: 12 },
  "/chat": { kilobytes: 175, files: 14 },
  "/post": { kilobytes: 196, files: 25 },
  "/post/:id": { kilobytes: 179, files: 19 },
  "/profile": { kilobytes: 171, files: 20 },
};

describe("the budgets", () => {
  let costs: Map<string, Cost>;
  let scripts: Map<ScriptPage, Scripts>;
  const documents = new Map<string, string>();
  beforeAll(async () => {
    const world = await serveCostWorld();
    try {
      costs = await measureCosts(world, (page, html) => documents.set(page, html));
      // After the costs: what a browser stores would be counted in them.
      scripts = await measureScripts(world.url);
    } finally {
      await world.close();
    }
  });

  test.each([...Object.keys(pageShots), ...callNames, ...variantNames])("%s is within its budget", (name) => {
    const cost = costs.get(name);
    const budget = budgetFor(name);
    for (const measure of [
      "statements",
      "trips",
      "rowsRead",
      "rowsWritten",
      "kilobytes",
      "script",
    ] as const) {
      expect(cost?.[measure] ?? 0, `${measure} of ${name}`).toBeLessThanOrEqual(budget[measure] ?? 0);
    }
  });

  const redirects = ["/logout", "/language", "/announcement"];
  test.each(Object.keys(pageShots).filter((page) => !redirects.includes(page)))(
    "%s has a valid document",
    async (page) => {
      expect(await faultsOf(documents.get(page) ?? "")).toEqual([]);
    },
  );

  const reads = callNames.filter((name) => name.startsWith("GET "));
  // The session's role decides about the search, which the command line runs without a session.
  const afterSession = "/moderation/members";
  test.each([...Object.keys(pageShots), ...reads])("%s makes at most one trip", (name) => {
    expect(costs.get(name)?.trips).toBeLessThanOrEqual(name === afterSession ? 2 : 1);
  });

  // docs/performance.md gives the reasons.
  const threeTrips = [
    "POST /api/media",
    "POST /api/ai/generate",
    "POST /api/ai/edit",
    "POST /api/ai/style",
    "POST /api/account/password",
    "POST /api/account/email",
    "POST /api/account/identity",
    "POST /api/account/recovery-codes",
    "POST /api/auth/login/code",
    "POST /api/account/email/resend",
    "DELETE /api/account",
  ];
  const mostTrips = (name: string) => (name === "POST /api/reports" ? 4 : threeTrips.includes(name) ? 3 : 2);
  const writes = callNames.filter((name) => !reads.includes(name));
  test.each(writes)("%s makes at most two trips, or more with a reason", (name) => {
    expect(costs.get(name)?.trips).toBeLessThanOrEqual(mostTrips(name));
  });

  test.each(Object.entries(scriptBudgets))(
    "%s loads few scripts and texts without a press",
    (name, budget) => {
      // The keys of the record are the names of the pages.
      const { kilobytes = Number.NaN, files, catalogs = [] } = scripts.get(name as ScriptPage) ?? {};
      expect(files, `files of ${name}`).toBeLessThanOrEqual(budget.files);
      for (const { code } of languages)
        expect(kilobytes + catalogSize(catalogs, code), `KB of ${name} in ${code}`).toBeLessThanOrEqual(
          budget.kilobytes,
        );
    },
  );

  test("the landing page loads no script", () => {
    expect(costs.get("/")?.script).toBe(0);
  });

  test("the feed takes one round trip, two statements, two rows for each of 200 connections and 200 more", () => {
    const feed = costs.get("GET /api/feed");
    expect(feed).toMatchObject({ statements: 2, trips: 1 });
    expect(feed?.rowsRead).toBeLessThanOrEqual(2 * 200 + 200);
  });

  test("a post of a member with 200 connections writes at most 15 rows, and one for each of its four words", () => {
    expect(costs.get("POST /api/posts")?.rowsWritten).toBeLessThanOrEqual(15 + 4);
  });
});

describe("everything behind a reply", () => {
  let behind: Behind;
  beforeAll(async () => {
    behind = await measureBehind();
  });

  test.each([...readBehindTable(document)])("of %s tabs is within its budget", (row, budget) => {
    const counts = behind.get(row);
    expect(counts).toBeDefined();
    // The keys of the counts.
    for (const [name, number] of Object.entries(counts ?? {}))
      expect(number, name).toBeLessThanOrEqual(budget[name as keyof typeof budget]);
  });

  test("a like makes at most two requests of the database and two hub writes, a comment three and two", () => {
    for (const [row, { requests, hubWrites }] of behind) {
      if (row.includes("/like`")) expect(requests, row).toBeLessThanOrEqual(2);
      if (row.includes("/comment`")) expect(requests, row).toBeLessThanOrEqual(3);
      expect(hubWrites, row).toBeLessThanOrEqual(2);
    }
  });
});

test("the Worker's code is at most 620 KB (gzip)", () => {
  const folder = path.join(projectRoot, "build/server");
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const sizes = modules.map((name) => gzipSync(readFileSync(path.join(folder, name))).length);
  expect(modules).toContain("index.js");
  expect(sizes.reduce((sum, size) => sum + size, 0) / KB).toBeLessThanOrEqual(620);
});
