import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { JSONReport, JSONReportSuite, JSONReportTest } from "@playwright/test/reporter";
import { runCommand } from "./command";
import { inNewestRuntime } from "./newest-workerd";
import { build, runTool, type ToolResult } from "./run";
import { reportStaticChecks, runStaticChecks } from "./static-checks";
import { type Share, shareOf } from "./test-part";

/**
 * `npm test` proves every rule once. `-- --all` proves it in every place: the journeys in Firefox and WebKit, the
 * screens on a phone, the browser tests of second proofs (`@all` in their titles), chats in several databases, the
 * newest runtime, a lost reply of every trip, deployments to a double of Cloudflare's API. `-- --part 1/3` runs a part.
 */
const { all, part } = parseArgs({
  options: { all: { type: "boolean", default: false }, part: { type: "string" } },
}).values;
const vitestProjects = ["unit", "build", "workers", all ? "production" : "chats"];
// `npm run test:browsers` runs the journeys in Chromium too. The desktop tests cover its behaviour.
const browserProjects = ["desktop", ...(all ? ["phone", "firefox", "webkit"] : [])];

const inProjects = (names: string[]) => names.flatMap((name) => ["--project", name]);

/** The counts of a step. The last line prints their sums. */
interface Count {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(path.join(tmpdir(), "afterglow-test-"));

/** Reads the counts of a runner's report. A runner that fails without a failed test or report is one failure. */
function countTests(
  { ok }: ToolResult,
  report: string,
  read: (json: Record<string, unknown>) => Count,
): Count {
  const file = path.join(reports, report);
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

function testsOf({ specs, suites = [] }: JSONReportSuite): JSONReportTest[] {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)];
}

/** Prints a line for each browser that this machine does not have (tests/browsers/test.ts). */
function reportMissingBrowsers({ suites }: JSONReport): void {
  const counts = new Map<string, number>();
  for (const { annotations, status } of suites.flatMap(testsOf)) {
    const reason = annotations.find(({ description }) => description?.endsWith(" is not installed"));
    if (status === "skipped" && reason?.description)
      counts.set(reason.description, (counts.get(reason.description) ?? 0) + 1);
  }
  for (const [reason, count] of counts) console.log(`${count} browser tests skipped: ${reason}.`);
}

async function runVitest(projects: string[], env: Record<string, string>): Promise<Count> {
  const report = `vitest-${projects[0]}.json`;
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${path.join(reports, report)}`,
  ];
  const args = ["run", ...reporters, ...inProjects(projects)];
  return countTests(await runTool("vitest", args, { live: true, env }), report, (json) => ({
    passed: Number(json.numPassedTests),
    failed: Number(json.numFailedTests),
  }));
}

/** Returns the counts of the browser tests. @param options Playwright's, beside those of all runs */
async function runBrowsers(options: string[]): Promise<Count> {
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, "playwright.json"),
    AFTERGLOW_EVERYWHERE: all ? "1" : "",
  };
  const once = all ? [] : ["--grep-invert=@all"];
  const args = ["test", ...options, ...once, ...inProjects(browserProjects)];
  const result = await runTool("playwright", args, { live: true, env });
  return countTests(result, "playwright.json", (json) => {
    // Written by Playwright's JSON reporter.
    reportMissingBrowsers(json as unknown as JSONReport);
    const stats = json.stats as Record<string, number>;
    return { passed: stats.expected ?? 0, failed: stats.unexpected ?? 0 };
  });
}

/** Whether the app is built, for the tests of the build and of browsers. */
let isBuilt = false;

const tryBuild = async () => {
  isBuilt = (await build().then(() => true, console.error)) === true;
};

interface Step {
  name: string;
  run: () => Promise<Count>;
}

const codeSteps: Step[] = [
  {
    name: "static checks, and the build",
    run: async () => {
      const building = tryBuild();
      const results = await runStaticChecks();
      const failed = reportStaticChecks(results);
      await building;
      return { passed: results.length - failed, failed: failed + (isBuilt ? 0 : 1) };
    },
  },
  {
    name: "unit, build and workers tests",
    run: () =>
      runVitest(vitestProjects, {
        AFTERGLOW_EVERYWHERE: all ? "1" : "",
        AFTERGLOW_IS_BUILT: isBuilt ? "1" : "",
      }),
  },
  ...(all
    ? [{ name: "workers tests, elsewhere", run: async () => runVitest(["elsewhere"], inNewestRuntime()) }]
    : []),
];

const buildStep: Step = {
  name: "the build",
  run: async () => {
    await tryBuild();
    return { passed: 0, failed: isBuilt ? 0 : 1 };
  },
};

const stepsOf = ({ hasCode, browsers }: Share): Step[] => [
  ...(hasCode ? codeSteps : [buildStep]),
  ...(browsers ? [{ name: "browser tests", run: () => runBrowsers(browsers) }] : []),
];

await runCommand(async () => {
  const total: Count = { passed: 0, failed: 0 };
  for (const { name, run } of stepsOf(shareOf(part))) {
    console.log(`\n— ${name}`);
    const started = Date.now();
    const { passed, failed } = await run().catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1 };
    });
    console.log(
      `— ${name}: ${failed === 0 ? "ok" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    total.passed += passed;
    total.failed += failed;
  }
  rmSync(reports, { recursive: true, force: true });

  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
});
