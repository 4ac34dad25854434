import type {
  CallExpression,
  Expression,
  JSXChild,
  JSXElement,
  JSXExpression,
  JSXFragment,
} from "oxc-parser";

/** The content that a child of an element renders. */
export interface Part {
  /** It is bare text, or may be. */
  isText?: boolean;
  /** It never comes or goes, and never changes. */
  isFixed?: boolean;
  /** Content of the caller. */
  isSlot?: boolean;
  /** It is broken even as the only child. */
  isBroken?: boolean;
}

/** The names of a file for elements, and the components of all files that may render nothing, or several nodes. */
export interface Names {
  elements: ReadonlyMap<string, Part>;
  renderers: ReadonlySet<string>;
  slots: ReadonlySet<string>;
  unsteady: ReadonlySet<string>;
}

const FIXED_TEXT: Part = { isText: true, isFixed: true };
const TEXT: Part = { isText: true };
const ELEMENT: Part = { isFixed: true };
export const ELEMENTS: Part = {};
const SLOT: Part = { isSlot: true };

export function partsOf(children: readonly JSXChild[], names: Names): Part[] {
  return children.map((child) => partOf(child, names)).filter((part) => part !== null);
}

/** Returns null for a child that never renders a node. */
export function partOf(node: JSXChild | JSXExpression, names: Names): Part | null {
  switch (node.type) {
    case "JSXText":
      // JSX drops whitespace with a line break.
      return node.value.trim() === "" && node.value.includes("\n") ? null : FIXED_TEXT;
    case "JSXEmptyExpression":
      return null;
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
      return partOf(node.expression, names);
    case "JSXElement": {
      const { name } = node.openingElement;
      if (isMessage(node)) return isSteadyMessage(node) ? FIXED_TEXT : TEXT;
      return name.type === "JSXIdentifier" && names.unsteady.has(name.name) ? ELEMENTS : ELEMENT;
    }
    case "JSXFragment": {
      const parts = partsOf(node.children, names);
      return { isText: parts.some(({ isText }) => isText) };
    }
    case "Literal":
      return typeof node.value === "string" || typeof node.value === "number" ? FIXED_TEXT : null;
    case "LogicalExpression":
    case "ConditionalExpression":
      return choice(alternatives(node), names);
    case "CallExpression":
      return ofCall(node, names);
    case "TaggedTemplateExpression":
      return node.quasi.expressions.length === 0 ? FIXED_TEXT : TEXT;
    default:
      return ofName(node, names);
  }
}

/** Returns whether an element is replaced by a text of the catalog. */
export function isMessage({ openingElement: { name } }: JSXElement): boolean {
  return name.type === "JSXIdentifier" && /^(Trans|Plural|Select|SelectOrdinal)$/.test(name.name);
}

/** Returns whether a message is always the same: React cannot change one whose node a translated page has replaced. */
export const isSteadyMessage = ({ children }: JSXElement): boolean =>
  children.length > 0 && children.every(isSteady);

/** Returns whether a part of a message is the same whenever it is rendered. A choice has its cases in attributes. */
function isSteady(child: JSXChild): boolean {
  return child.type === "JSXText" || isSite(child) || (child.type === "JSXElement" && !isMessage(child));
}

/** Returns whether a child is the site's name, which a document keeps. */
function isSite(child: JSXChild): boolean {
  if (child.type !== "JSXExpressionContainer") return false;
  return child.expression.type === "Identifier" && child.expression.name === "site";
}

/** Returns the values that a condition selects from. */
export function alternatives(node: Expression): Expression[] {
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(alternatives);
  if (node.type === "LogicalExpression")
    return (node.operator === "&&" ? [node.right] : [node.left, node.right]).flatMap(alternatives);
  return node.type === "ParenthesizedExpression" ? alternatives(node.expression) : [node];
}

function choice(options: Expression[], names: Names): Part {
  const parts = options.map((option) => partOf(option, names)).filter((part) => part !== null);
  const isText = parts.some((part) => part.isText);
  const isSwapped = isText && parts.some(({ isSlot }) => isSlot);
  // React cannot change a message, whose node a translated page has replaced. A string is set on the element.
  const isMessages =
    options.length > 1 && options.some((option) => option.type === "JSXElement" && isMessage(option));
  return {
    isText,
    isBroken: isSwapped || isMessages || parts.some(({ isBroken }) => isBroken) || isReused(options, names),
  };
}

/** Returns whether React renders two alternatives with the same node, of which one has text beside other children. */
export function isReused(options: Expression[], names: Names): boolean {
  const elements = options.filter((option) => option.type === "JSXElement");
  const nameOf = ({ openingElement: { name } }: JSXElement) =>
    name.type === "JSXIdentifier" ? name.name : "";
  return elements.some(
    (one) =>
      hasText(one, names) &&
      elements.some((other) => other !== one && nameOf(other) === nameOf(one) && keyOf(other) === keyOf(one)),
  );
}

function keyOf({ openingElement: { attributes } }: JSXElement): string {
  const key = attributes.find((one) => one.type === "JSXAttribute" && one.name.name === "key");
  return key?.type === "JSXAttribute" ? JSON.stringify(key.value) : "";
}

function hasText({ children }: JSXElement | JSXFragment, names: Names): boolean {
  const parts = partsOf(children, names);
  if (parts.length > 1 && parts.some(({ isText }) => isText)) return true;
  return children.some(
    (child) => (child.type === "JSXElement" || child.type === "JSXFragment") && hasText(child, names),
  );
}

/** A list is made by a function of its items. */
function ofCall({ callee, arguments: given }: CallExpression, names: Names): Part {
  if (callee.type === "Identifier") {
    if (names.slots.has(callee.name)) return SLOT;
    if (names.renderers.has(callee.name) || /^render|^(clone|create)Element$/.test(callee.name))
      return ELEMENTS;
  }
  const item = given.at(-1);
  if (item?.type !== "ArrowFunctionExpression") {
    return item?.type === "Identifier" && names.renderers.has(item.name) ? ELEMENTS : TEXT;
  }
  const isText = item.body.type !== "BlockStatement" && partOf(item.body, names)?.isText === true;
  return { isText, isBroken: isText };
}

function ofName(node: JSXChild | JSXExpression, names: Names): Part {
  const named = node.type === "MemberExpression" ? node.property : node;
  const name = named.type === "Identifier" ? named.name : "";
  if (name === "site") return FIXED_TEXT;
  return names.elements.get(name) ?? (names.slots.has(name) ? SLOT : TEXT);
}
