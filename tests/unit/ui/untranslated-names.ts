import { type Expression, type JSXChild, type JSXElement, parseSync, Visitor } from "oxc-parser";
import { alternatives } from "./jsx-parts";
import type { Source } from "./jsx-text";

/**
 * Returns the usernames, hashtags, codes and wordmarks in elements without `translate="no"`, as `file:line: source`.
 * A browser's translation would change them
 * (https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/translate).
 */
export function translatedNames(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, text }) => {
    const findings: string[] = [];
    let marked = 0;
    new Visitor({
      JSXElement: (node) => {
        if (isMarked(node)) marked += 1;
        const found = marked === 0 && (isCode(node) || node.children.some(isName));
        const line = text.slice(0, node.start).split("\n").length;
        if (found) findings.push(`${file}:${line}: ${text.slice(node.start, node.end).replace(/\s+/g, " ")}`);
      },
      "JSXElement:exit": (node) => {
        if (isMarked(node)) marked -= 1;
      },
    }).visit(parseSync(file, text).program);
    return findings;
  });
}

function isMarked({ openingElement: { attributes } }: JSXElement): boolean {
  return attributes.some((one) => one.type === "JSXAttribute" && one.name.name === "translate");
}

function isCode({ openingElement: { name } }: JSXElement): boolean {
  return name.type === "JSXIdentifier" && ["code", "kbd"].includes(name.name);
}

function isName(child: JSXChild): boolean {
  if (child.type === "JSXText") return child.value.trim() === "Afterglow";
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
