import ts from "typescript";

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
  const tree = ts.createSourceFile(
    file,
    source,
    {
      languageVersion: ts.ScriptTarget.Latest,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    },
    true,
    file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const titles: Passage[] = [];
  const literals: [start: number, end: number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node.expression)) titles.push(...titleOf(node, tree));
    if (isLiteral(node)) literals.push([node.getStart(tree), node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...titles, ...ofTokens(blanked(source, literals), SCRIPT)];
}

/** Tokens whose text may look like a comment. */
function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}

/** A source with its literals replaced by spaces; lines and indexes stay. */
function blanked(source: string, literals: [start: number, end: number][]): string {
  let code = "";
  let at = 0;
  for (const [start, end] of literals) {
    code += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return code + source.slice(at);
}

/** `test`, `it` and `describe`, with whatever follows them: `.each(…)`, `.skip`. */
function isTestCall(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["test", "it", "describe"].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    return isTestCall(callee.expression);
  }
  return ts.isTaggedTemplateExpression(callee) && isTestCall(callee.tag);
}

function titleOf({ arguments: [title] }: ts.CallExpression, tree: ts.SourceFile): Passage[] {
  if (!title || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return [];
  const text = ts.isTemplateExpression(title)
    ? title.head.text + title.templateSpans.map(({ literal }) => `x${literal.text}`).join("")
    : title.text;
  return [{ kind: "title", line: lineAt(tree.text, title.getStart(tree)), text }];
}

const SCRIPT = /(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)/g;
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
