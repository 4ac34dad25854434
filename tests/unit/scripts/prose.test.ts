import { describe, expect, test } from "vitest";
import { passagesOf } from "../../../scripts/prose/passages";
import { findingsIn, longComments } from "../../../scripts/prose/rules";

const rulesIn = (file: string, source: string) =>
  passagesOf(file, source)
    .flatMap(findingsIn)
    .map(({ line, rule }) => `${line}: ${rule.split(":")[0]}`);
const NOUN = "name the subject";
/** A placeholder of a template literal, inside a fixture. */
const HOLE = ["$", "{a}"].join("");

describe("prose rule", () => {
  test.each([
    "// What is left is sent.",
    "/** Returns the post. Who asks twice gets it twice. */",
    "/**\n * Returns the post.\n *\n * - How long it lasts.\n */",
    "// Where the reader was.",
    "const a = <p>text</p>; // whatever comes",
    "f({ a: 1 }, /* whose hub this is */ 2);",
    "const a = <div>{/* Why it failed. */}</div>;",
  ])("flags a comment that opens with a noun clause: %s", (source) => {
    expect(rulesIn("a.tsx", source).join()).toContain(NOUN);
  });

  test.each([
    'const a = "What is left // Who asks";',
    `const a = \`// What is left ${HOLE} /* Who asks */\`;`,
    "const a = <p>// What is left</p>;",
    "const a = /\\/\\/ What/;",
    "// Why does it wait?",
    "// How to add a call.",
    "// Where storage is off, drafts last as long as the page.",
    "/** Sends it.\n * @returns what is left */",
    "// Sends what is left.",
  ])("lets pass: %s", (source) => {
    expect(rulesIn("a.tsx", source)).toEqual([]);
  });

  test("reads the titles of tests, also of test.each", () => {
    expect(rulesIn("a.ts", 'test("what is left is sent", run);')).toEqual([`1: ${NOUN}`]);
    expect(rulesIn("a.ts", '\ntest.each([1])("who asks %s", run);')).toEqual([`2: ${NOUN}`]);
    expect(rulesIn("a.ts", `describe.skip(\`how ${HOLE} works\`, run);`)).toEqual([`1: ${NOUN}`]);
    expect(rulesIn("a.ts", 'say("what is left");')).toEqual([]);
  });

  test("joins line comments, and counts lines from the start of the file", () => {
    const source = "\n// Sends the frame. It is\n// kept. What\n// fails is retried.\n";
    expect(rulesIn("a.ts", source)).toEqual([`3: ${NOUN}`]);
  });

  test.each([
    ["a.css", '.a { content: "/* What */" } /* What is left. */'],
    ["a.sql", "SELECT '-- What'; -- What is left.\n--> statement-breakpoint"],
    ["a.toml", 'a = "# What" # What is left.'],
    ["a.md", "Some `What` text.\n\n```sh\nWhat is left\n```\n\n## What is left\n"],
    ["a.md", "| a | b |\n| --- | --- |\n| Who asks | gets it |"],
    ["a.md", "- **Who** asks gets it."],
  ])("finds one opening in %s", (file, source) => {
    expect(rulesIn(file, source)).toHaveLength(1);
  });

  test.each([
    ["// See contract.md.", "cite docs/product.md"],
    ["// The rule is spec point 5.", "cite docs/product.md"],
    ["// Sends it as in ../shared/a.", "name no file outside the repository"],
    ["// The members are told.", "say published, sent or shown, not 'told'"],
    ["// The hub hears of it.", "say receives or received, not 'heard'"],
    ["// Reads the author's circle.", "say audience or connections, not 'circle'"],
  ])("flags %s", (source, rule) => {
    expect(rulesIn("a.ts", source)).toEqual([`1: ${rule}`]);
  });
});

test("flags comment lines of more than 120 columns, and no code", () => {
  const [fits, isLong] = ["x".repeat(117), "x".repeat(118)];
  const source = [`// ${fits}`, ` * ${isLong}`, `f("${isLong}"); // code`, `// ${isLong}`].join("\n");
  expect(longComments(source).map(({ line }) => line)).toEqual([2, 4]);
});
