import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { projectRoot } from "../../../scripts/local-state";
import { shareOf } from "../../../scripts/test-part";
import { heldBackIn } from "../../../scripts/updates";

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
/** The package itself, in the lock file. */
const locked: { version: string; license: string } = JSON.parse(textOf("package-lock.json")).packages[""];
const WORKFLOWS = ".github/workflows";
const workflows = readdirSync(path.join(projectRoot, WORKFLOWS)).map((file) => ({
  file,
  text: textOf(`${WORKFLOWS}/${file}`),
}));

/** Licences whose packages can be parts of a work under the MIT licence, with a notice. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT OR Apache-2.0",
  "Unlicense",
]);
/** Packages under other licences, each a file of its own that can be replaced, as those licences ask. */
const replaceable = ["@resvg/resvg-wasm", "libheif-js"];

test("the version is the newest one of CHANGELOG.md, with a date", () => {
  const headings = textOf("CHANGELOG.md")
    .match(/^## .*$/gm)
    ?.filter((one) => one !== "## Unreleased");
  expect(headings?.[0]).toMatch(/^## \d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/);
  expect(headings?.[0]?.split(" ")[1]).toBe(manifest.version);
  expect(locked.version).toBe(manifest.version);
});

test("the licence is MIT, and those of the packages in the product allow it", () => {
  expect(textOf("LICENSE")).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} Afterglow contributors\n/);
  expect([manifest.license, locked.license]).toEqual(["MIT", "MIT"]);
  const rows = [...textOf("THIRD_PARTY_NOTICES.md").matchAll(/^\| `([^`]+)` \| ([^|]+) \| [^|]+ \|$/gm)];
  expect(rows.length).toBeGreaterThan(50);
  const others = rows.filter(([, , licence = ""]) => !permissive.has(licence)).map(([, name]) => name);
  expect(others).toEqual(replaceable);
});

describe.each(workflows)("the workflow $file", ({ text }) => {
  test("pins each action by the hash of its commit, with its version", () => {
    const uses = [...text.matchAll(/\buses: (.+)$/gm)].map(([, action = ""]) => action);
    expect(uses).not.toEqual([]);
    const own = /^\.\/\.github\/workflows\/[\w-]+\.yml$/;
    const pinned = /^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((action) => !own.test(action) && !pinned.test(action))).toEqual([]);
  });

  test("may only read the repository, and names secrets without their values", () => {
    expect(text.match(/^ *permissions:(?:\n? +.*)*/gm)).toEqual(["permissions:\n  contents: read"]);
    const entries = [...text.matchAll(/^ +(\w*(?:TOKEN|SECRET|KEY|PASSWORD)\w*): (.+)$/gim)];
    for (const [, name, value] of entries) expect(value).toBe(`\${{ secrets.${name} }}`);
    // A value would be long: nothing but the hashes of actions is.
    const long = text.match(/\b(?=\w*\d)\w{24,}\b/g) ?? [];
    expect(long.filter((word) => !text.includes(`@${word} # v`))).toEqual([]);
  });
});

/** Returns the text of each job of a workflow by its name. */
function jobsOf(workflow: string): Record<string, string> {
  const [, jobs = ""] = workflow.split("\njobs:\n");
  return Object.fromEntries(
    [...jobs.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n| {2}#.*\n)+)/gm)].map(([, name, job]) => [name, job]),
  );
}

test("the tests run in all parts, each to its end, and one job needs every other", () => {
  const { ci, ...others } = jobsOf(textOf(`${WORKFLOWS}/ci.yml`));
  const parts = /part: \[(.+)\]/.exec(others.test ?? "")?.[1]?.split(", ") ?? [];
  expect(parts).toEqual(parts.map((_, at) => `${at + 1}/${parts.length}`));
  const shares = parts.map(shareOf);
  expect(shares.some(({ hasCode }) => hasCode)).toBe(true);
  expect(shares.some(({ browsers }) => browsers)).toBe(true);
  expect(others.test).toContain(`run: npm test -- --all --part \${{ matrix.part }}\n`);
  for (const job of Object.values(others)) expect(job).toContain("fail-fast: false\n");
  const names = Object.keys(others);
  expect(ci).toContain(`needs: [${names.join(", ")}]\n    if: always()\n`);
  expect(ci).toContain(`test "$RESULTS" = "${names.map(() => "success").join(" ")}"\n`);
});

test("a release waits for its tests, for staging and for an approval, and for the release before", () => {
  const deploy = textOf(`${WORKFLOWS}/deploy.yml`);
  const jobs = jobsOf(deploy);
  expect(deploy).toContain("\nconcurrency:\n  group: deploy\n  cancel-in-progress: false\n");
  expect(jobs.test).toContain(`uses: ./${WORKFLOWS}/ci.yml`);
  expect(jobs.staging).toMatch(/needs: test\n.*environment: staging\n.*deploy -- --env staging --check\n/s);
  expect(jobs.production).toMatch(/needs: staging\n.*environment: production\n.*deploy -- --check\n/s);
});

test("backups run every night, one at a time, with nothing to do without a store", () => {
  const backup = textOf(`${WORKFLOWS}/backup.yml`);
  expect(backup).toMatch(/schedule:\n +- cron: "\d+ \d+ \* \* \*"\n/);
  expect(backup).toContain("\nconcurrency:\n  group: backup\n  cancel-in-progress: false\n");
  expect(backup).toContain("if: vars.BACKUP_STORE != ''\n");
  expect(backup).toContain('run: npm run backup -- "$BACKUP_STORE"\n');
  // docs/deploy.md names each of them.
  const names = [...backup.matchAll(/\$\{\{ (?:secrets|vars)\.(\w+) \}\}/g)].map(([, name]) => name);
  expect(names.filter((name) => !textOf("docs/deploy.md").includes(`\`${name}\``))).toEqual([]);
});

test("Dependabot leaves the packages that docs/dependencies.md holds back", () => {
  const ignored = [...textOf(".github/dependabot.yml").matchAll(/dependency-name: "(.+)"/g)].map(
    ([, name]) => name,
  );
  expect(ignored).toEqual([...heldBackIn(textOf("docs/dependencies.md")).keys()]);
});

test("links of the issue templates lead to files of this repository", () => {
  const folder = ".github/ISSUE_TEMPLATE";
  const texts = readdirSync(path.join(projectRoot, folder)).map((file) => textOf(`${folder}/${file}`));
  const linked = texts.flatMap((text) => [...text.matchAll(/\]\(\.\.\/blob\/HEAD\/([^)]+)\)/g)]);
  expect(linked).not.toEqual([]);
  for (const [, file = ""] of linked) expect(textOf(file)).not.toBe("");
});
