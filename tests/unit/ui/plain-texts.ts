import { type JSXElement, type Node, parseSync, Visitor } from "oxc-parser";
import { isMessage } from "./jsx-parts";
import type { Source } from "./jsx-text";

/** Tags and functions whose strings are texts of the catalog, or not for members. */
const TAGS = new Set(["t", "msg", "plural", "select"]);
const CALLS =
  /^(t|msg|plural|select|defineMessage|logError|logEvent|console|require|matchMedia|querySelector)$/;
/** Names of attributes and properties that members read. */
const READ =
  /^(title|label|text|hint|alt|placeholder|description|name|message|action|heading|error|question|note|summary|aria-label|aria-description|aria-roledescription|aria-valuetext)$/;
/** A word or sentence as members read it. */
const WORDS = /^\p{Lu}[\p{Ll}’']*( |[.,!?…:]?$)|^[\p{Ll}]+ [\p{Ll}]/u;
const SENTENCE = /^\p{Lu}(?:\p{Ll}[\p{L}’']*)?[ ,].*\p{L}/u;

/** Returns the texts that members read and that bypass the catalog, as `file:line: text`. */
export function plainTexts(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const findings: string[] = [];
    const skipped: Node[] = [];
    const report = ({ start }: Node, words: string) => {
      const isSkipped = skipped.some((node) => node.start <= start && start < node.end);
      if (!isSkipped)
        findings.push(
          `${file}:${text.slice(0, start).split("\n").length}: ${words.trim().replace(/\s+/g, " ")}`,
        );
    };
    const reportText = (node: Node, words: string, isRead: boolean) => {
      if ((isRead ? WORDS : SENTENCE).test(words)) report(node, words);
    };
    new Visitor({
      JSXElement: (node: JSXElement) => {
        if (isMessage(node)) skipped.push(node);
      },
      TaggedTemplateExpression: (node) => {
        if (node.tag.type === "Identifier" && TAGS.has(node.tag.name)) skipped.push(node);
      },
      CallExpression: (node) => {
        const { callee } = node;
        const name = callee.type === "MemberExpression" ? callee.object : callee;
        if (name.type === "Identifier" && CALLS.test(name.name)) skipped.push(node);
      },
      NewExpression: (node) => {
        // Errors of programmers.
        if (node.callee.type === "Identifier" && /^(Type|Range)?Error$|^DOMException$/.test(node.callee.name))
          skipped.push(node);
      },
      ImportDeclaration: (node) => {
        skipped.push(node);
      },
      JSXText: (node) => {
        if (/\p{L}{2}/u.test(node.value)) report(node, node.value);
      },
      JSXAttribute: (node) => {
        const { name, value } = node;
        const isRead = name.type === "JSXIdentifier" && READ.test(name.name);
        if (value?.type === "Literal") {
          skipped.push(value);
          if (isRead && WORDS.test(value.value))
            findings.push(`${file}:${text.slice(0, node.start).split("\n").length}: ${value.value}`);
        }
      },
      Property: (node) => {
        const { key, value } = node;
        const isRead = key.type === "Identifier" && READ.test(key.name);
        if (isRead && value.type === "Literal" && typeof value.value === "string") {
          reportText(value, value.value, true);
          skipped.push(value);
        }
      },
      Literal: (node) => {
        if (typeof node.value === "string") reportText(node, node.value, false);
      },
      TemplateLiteral: (node) => {
        const words = node.quasis.map(({ value }) => value.cooked ?? "").join("\u0000");
        if (SENTENCE.test(words)) report(node, words);
      },
    }).visit(parseSync(file, text).program);
    return findings;
  });
}
