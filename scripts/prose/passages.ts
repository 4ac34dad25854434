import { type Argument, type Expression, parseSync, Visitor } from "oxc-parser";

/** A piece of prose in a source file: a comment, a test title, or a block of a document. */
export interface Passage {
  kind: "comment" | "tag" | "title" | "heading" | "text";
  /** Line of the file that `text` starts on, from 1. */
  line: number;
  /** Keeps the line breaks of the file. */
  text: string;
}

/** Returns the prose of a file, chosen by its extension. Strings and code are not prose, test titles are. */
export function passagesOf(file: string, source: string): Passage[] {
  if (/\.(ts|tsx|mjs|js)$/.test(file)) return ofScript(file, source);
  if (file.endsWith(".css")) return ofTokens(source, CSS);
  if (file.endsWith(".sql")) return ofTokens(source, SQL);
  if (file.endsWith(".toml")) return ofTokens(source, TOML);
  return ofMarkdown(source);
}

function ofScript(file: string, source: string): Passage[] {
  const { program, comments } = parseSync(file, source);
  const titles: Passage[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title && isTestCall(callee)) titles.push(...titleOf(title, source));
    },
  }).visit(program);
  return [
    ...titles,
    ...ofComments(
      source,
      comments.map(({ start, end }) => [start, end]),
    ),
  ];
}

/** `test`, `it` and `describe`, with whatever follows them: `.each(…)`, `.skip`. */
function isTestCall(callee: Expression): boolean {
  switch (callee.type) {
    case "Identifier":
      return ["test", "it", "describe"].includes(callee.name);
    case "MemberExpression":
      return isTestCall(callee.object);
    case "CallExpression":
      return isTestCall(callee.callee);
    default:
      return callee.type === "TaggedTemplateExpression" && isTestCall(callee.tag);
  }
}

function titleOf(title: Argument, source: string): Passage[] {
  const line = lineAt(source, title.start);
  if (title.type === "TemplateLiteral")
    return [{ kind: "title", line, text: title.quasis.map(({ value }) => value.cooked).join("x") }];
  return title.type === "Literal" && typeof title.value === "string"
    ? [{ kind: "title", line, text: title.value }]
    : [];
}

/** Alternatives: strings, to be skipped, and then comments in the group `comment`. */
const CSS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<comment>\/\*[\s\S]*?\*\/)/g;
const SQL = /'(?:''|[^'])*'|`[^`]*`|"[^"]*"|(?<comment>--(?!>).*|\/\*[\s\S]*?\*\/)/g;
const TOML = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|(?<comment>#.*)/g;

function ofTokens(source: string, tokens: RegExp): Passage[] {
  const comments = [...source.matchAll(tokens)]
    .filter(({ groups }) => groups?.comment !== undefined)
    .map(({ index, 0: text }): [number, number] => [index, index + text.length]);
  return ofComments(source, comments);
}

/** Comments as passages; line comments with nothing but space between them are one. */
function ofComments(source: string, comments: [start: number, end: number][]): Passage[] {
  const merged: [start: number, end: number][] = [];
  for (const [start, end] of comments) {
    const last = merged.at(-1);
    const between = last ? source.slice(last[1], start) : "";
    const isLine = !source.startsWith("/*", start);
    if (last && isLine && !source.startsWith("/*", last[0]) && /^\n[ \t]*$/.test(between)) last[1] = end;
    else merged.push([start, end]);
  }
  return merged.flatMap(([start, end]) => {
    const text = source
      .slice(start, end)
      .replace(/\*\/$/, "")
      .replace(/^[ \t]*(?:\/\*+|\*|\/\/+|--|#+)[ \t]?/gm, "")
      .replace(/^biome-ignore [^:]+:/gm, "");
    return blocks(text, lineAt(source, start));
  });
}

/** Splits a comment at blank lines, list items and tags. */
function blocks(text: string, firstLine: number): Passage[] {
  const passages: Passage[] = [];
  let open: Passage | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const tag = /^\s*@\w+\s*/.exec(line);
    const start = tag ?? /^\s*(?:[-*]|\d+\.)\s+/.exec(line);
    if (line.trim() === "") open = undefined;
    else if (open && !start) open.text += `\n${line}`;
    else {
      open = {
        kind: tag ? "tag" : "comment",
        line: firstLine + at,
        text: line.slice(start?.[0].length ?? 0),
      };
      passages.push(open);
    }
  }
  return passages;
}

/** Headings, paragraphs, list items and cells of tables; no code. */
function ofMarkdown(source: string): Passage[] {
  const text = source
    .replace(/^( *)```[\s\S]*?^ *```$|<!--[\s\S]*?-->/gm, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`\n]*`/g, "x")
    .replace(/\]\([^)]*\)/g, "]");
  const passages: Passage[] = [];
  let open: Passage | undefined;
  for (const [at, line] of text.split("\n").entries()) {
    const heading = /^#+ +/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.|>)\s+/.exec(line);
    const add = (kind: Passage["kind"], words: string) => {
      open = { kind, line: at + 1, text: words.replace(/^[*_[!"]+/, "") };
      passages.push(open);
    };
    if (line.trim() === "") open = undefined;
    else if (heading) {
      add("heading", line.slice(heading[0].length));
      open = undefined;
    } else if (line.startsWith("|")) {
      for (const cell of line.split("|").map((one) => one.trim())) if (cell) add("text", cell);
      open = undefined;
    } else if (open && !item) open.text += `\n${line}`;
    else add("text", line.slice(item?.[0].length ?? 0).trimStart());
  }
  return passages;
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}
