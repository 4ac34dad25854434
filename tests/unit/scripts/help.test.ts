import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { defaultHabits } from "../../../scripts/model/habits";

// Plain JavaScript, as it runs before anything is installed.
const { addedTo, commandOf, commands, helpOf, problemOf } = await import(
  pathToFileURL(path.join(projectRoot, "scripts/help.mjs")).href
);
const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));

test("each command of package.json has its help, with an example that it takes", () => {
  expect(Object.keys(commands).sort()).toEqual(Object.keys(scripts).sort());
  for (const [name, { does, example }] of Object.entries<{ does: string; example: string }>(commands)) {
    expect(helpOf(name)).toContain(does);
    const call = new RegExp(`npm (?:run )?${name}(?: --)?(?: (.+))?$`).exec(example);
    expect(call, example).not.toBeNull();
    expect(problemOf(name, call?.[1]?.split(" ") ?? []), example).toBeNull();
  }
});

test("the options of the model are its habits", () => {
  const habits = Object.entries(defaultHabits).filter(([, value]) => typeof value === "number");
  expect(Object.keys(commands.model.options)).toEqual(habits.map(([name]) => `--${name} N`));
});

test.each([
  ["start", ["--logs"], 'Unknown option "--logs". See npm start -- --help.'],
  ["reset", ["now"], 'npm run reset takes no argument "now". See npm run reset -- --help.'],
  ["mutants", ["--only"], "--only needs a value. See npm run mutants -- --help."],
  ["test", ["--all=yes"], "--all takes no value. See npm test -- --help."],
  ["admin", ["suspend", "eve", "--reason", "spam", "--days=7", "--remote"], null],
  ["fix", ["--unsafe"], null],
])("checks the arguments of %s: %j", (name, args, problem) => {
  expect(problemOf(name, args)).toBe(problem);
});

test("finds the command that npm or a person runs, and what was added to it", () => {
  const words = ["scripts/deploy.ts", "--check"];
  expect(commandOf(words, scripts, "deploy")).toBe("deploy");
  expect(commandOf(words, scripts, undefined)).toBe("deploy");
  expect(addedTo("deploy", words, scripts)).toEqual(["--check"]);
  // A tool inside of a command, and one by hand.
  expect(commandOf(["vitest", "run"], scripts, "test")).toBeNull();
  expect(addedTo("bench:ai", ["--build", "bench/ai.ts", "--help"], scripts)).toEqual(["--help"]);
});
