import { type Expression, type JSXChild, type JSXElement, parseSync, Visitor } from "oxc-parser";
import { alternatives } from "./jsx-parts";
import type { Source } from "./jsx-text";

/**
 * Returns the usernames, hashtags, codes and wordmarks in elements without `translate="no"`, as `file:line: source`.
 * A browser's translation would change them
 * (https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/translate).
 */
export const translatedNames = (sources: readonly Source[]): string[] =>
  elementsOutside(
    (node) => hasAttribute(node, "translate"),
    (node) => isCode(node) || node.children.some(isName),
    sources,
  );

/**
 * Returns the usernames and hashtags in elements that do not isolate them (`bdi`, `dir`), as `file:line: source`. On a
 * right-to-left page, dots and underscores at their ends would be at the other end (UAX #9).
 */
export const reorderedNames = (sources: readonly Source[]): string[] =>
  elementsOutside(
    (node) => isNamed(node, ["bdi"]) || hasAttribute(node, "dir"),
    (node) => node.children.some(isUsernameOrTagIn),
    sources,
  );

/** Returns the elements that match and are in no marked one. */
function elementsOutside(
  isMarked: (node: JSXElement) => boolean,
  matches: (node: JSXElement) => boolean,
  sources: readonly Source[],
): string[] {
  return sources.flatMap(({ file, text }) => {
    const findings: string[] = [];
    let marked = 0;
    new Visitor({
      JSXElement: (node) => {
        if (isMarked(node)) marked += 1;
        const line = text.slice(0, node.start).split("\n").length;
        if (marked === 0 && matches(node))
          findings.push(`${file}:${line}: ${text.slice(node.start, node.end).replace(/\s+/g, " ")}`);
      },
      "JSXElement:exit": (node) => {
        if (isMarked(node)) marked -= 1;
      },
    }).visit(parseSync(file, text).program);
    return findings;
  });
}

function hasAttribute({ openingElement: { attributes } }: JSXElement, attribute: string): boolean {
  return attributes.some((one) => one.type === "JSXAttribute" && one.name.name === attribute);
}

function isNamed({ openingElement: { name } }: JSXElement, names: readonly string[]): boolean {
  return name.type === "JSXIdentifier" && names.includes(name.name);
}

const isCode = (node: JSXElement): boolean => isNamed(node, ["code", "kbd"]);

function isName(child: JSXChild): boolean {
  return isSiteName(child) || isUsernameOrTagIn(child);
}

function isSiteName(child: JSXChild): boolean {
  if (child.type !== "JSXExpressionContainer" || child.expression.type !== "CallExpression") return false;
  const { callee } = child.expression;
  return callee.type === "Identifier" && callee.name === "nameOf";
}

function isUsernameOrTagIn(child: JSXChild): boolean {
  if (child.type !== "JSXExpressionContainer" || child.expression.type === "JSXEmptyExpression") return false;
  return alternatives(child.expression).some(isUsernameOrTag);
}

function isUsernameOrTag(value: Expression): boolean {
  if (value.type === "Identifier") return value.name === "username";
  if (value.type === "MemberExpression")
    return value.property.type === "Identifier" && value.property.name === "username";
  if (value.type !== "TemplateLiteral") return false;
  const isTag = value.quasis.some(
    ({ value: { raw } }, at) => raw.endsWith("#") && at < value.expressions.length,
  );
  return isTag || value.expressions.some(isUsernameOrTag);
}
