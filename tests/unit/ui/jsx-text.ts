import {
  type ArrowFunctionExpression,
  type Expression,
  type Function as FunctionNode,
  type JSXElement,
  type JSXFragment,
  type Node,
  parseSync,
  Visitor,
} from "oxc-parser";
import {
  alternatives,
  ELEMENTS,
  isMessage,
  isReused,
  isSteadyMessage,
  type Names,
  type Part,
  partOf,
  partsOf,
} from "./jsx-parts";

export interface Source {
  file: string;
  text: string;
}

interface Component {
  name: string;
  node: Node;
  returned: Expression[];
}

interface Facts extends Source {
  jsx: (JSXElement | JSXFragment)[];
  components: Component[];
  names: Names;
}

/**
 * Returns the text that the translation of a page breaks, as `file:line: problem: source`. A browser's translation
 * replaces text nodes. React then throws when it removes one or inserts an element before one, and its updates of one
 * are not seen (https://github.com/facebook/react/issues/11538). Text is safe as the only child, a string, and as
 * literal text that nothing is inserted before.
 */
export function brokenByTranslation(sources: readonly Source[]): string[] {
  const files = sources.map(factsOf);
  const unsteady = new Set(["Suspense"]);
  let known = 0;
  // A component that renders another one of these is one too.
  while (known < unsteady.size) {
    known = unsteady.size;
    for (const { components, names } of files)
      for (const { name, returned } of components)
        if (!returned.every((value) => partOf(value, { ...names, unsteady })?.isFixed)) unsteady.add(name);
  }
  return files.flatMap((facts) => findingsIn({ ...facts, names: { ...facts.names, unsteady } }));
}

function findingsIn({ file, text, jsx, components, names }: Facts): string[] {
  const messages = jsx.filter((node) => node.type === "JSXElement" && isMessage(node));
  const isPart = (node: Node) =>
    messages.some(
      ({ start, end }) => start <= node.start && node.end <= end && end - start > node.end - node.start,
    );
  const findings = [
    ...jsx.filter((node) => !isPart(node)).map((node) => ({ node, problem: problemOf(node, names) })),
    ...components.map(({ node, returned }) => ({ node, problem: problemOfComponent(returned, names) })),
  ];
  return findings.flatMap(({ node: { start, end }, problem }) => {
    const line = text.slice(0, start).split("\n").length;
    const code = text.slice(start, end).replace(/\s+/g, " ").slice(0, 120);
    return problem ? [`${file}:${line}: ${problem}: ${code}`] : [];
  });
}

function problemOf(node: JSXElement | JSXFragment, names: Names): string | null {
  const parts = partsOf(node.children, names);
  if (node.type === "JSXElement" && isMessage(node) && !node.children.some(isElement))
    return isSteadyMessage(node) ? null : "write a message that changes as a string";
  if (node.type === "JSXFragment" && parts.some(({ isText }) => isText)) return "no bare text in a fragment";
  if (isMixed(parts)) return "give the text an element of its own, or write one string";
  return parts.some(({ isBroken }) => isBroken) ? "give each alternative an element with a key" : null;
}

function problemOfComponent(returned: Expression[], names: Names): string | null {
  if (returned.some((value) => partOf(value, names)?.isText)) return "return an element, not bare text";
  return isReused(returned.flatMap(alternatives), names)
    ? "give each alternative an element with a key"
    : null;
}

const isElement = ({ type }: JSXElement["children"][number]) => type === "JSXElement";

function isMixed(parts: readonly Part[]): boolean {
  const changing = parts.findIndex(({ isFixed }) => !isFixed);
  return (
    parts.length > 1 &&
    parts.some(({ isText, isFixed }, at) => isText && (!isFixed || (changing >= 0 && changing < at)))
  );
}

function factsOf({ file, text }: Source): Facts {
  const { program } = parseSync(file, text);
  const jsx: Facts["jsx"] = [];
  const functions: Component[] = [];
  const constants: { name: string; value: Expression }[] = [];
  const slots = new Set(["children"]);
  const open: Component[] = [];
  const enter = (node: FunctionNode | ArrowFunctionExpression) => {
    const name = node.type === "ArrowFunctionExpression" ? "" : (node.id?.name ?? "");
    const isValue = node.type === "ArrowFunctionExpression" && node.body.type !== "BlockStatement";
    open.push({ name, node, returned: isValue ? [node.body as Expression] : [] });
    functions.push(...open.slice(-1));
  };
  const exit = () => open.pop();
  new Visitor({
    JSXElement: (node) => jsx.push(node),
    JSXFragment: (node) => jsx.push(node),
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    "FunctionDeclaration:exit": exit,
    "FunctionExpression:exit": exit,
    "ArrowFunctionExpression:exit": exit,
    ReturnStatement: ({ argument }) => {
      if (argument) open.at(-1)?.returned.push(argument);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init) constants.push({ name: id.name, value: init });
    },
    TSPropertySignature: ({ key, typeAnnotation: type }) => {
      const isSlot = type && /\b(ReactNode|ReactElement|Trigger)\b/.test(text.slice(type.start, type.end));
      if (isSlot && key.type === "Identifier") slots.add(key.name);
    },
  }).visit(program);
  const hasJsx = ({ start, end }: Node) => jsx.some((one) => start <= one.start && one.end <= end);
  const renderers = new Set(functions.filter(({ node }) => hasJsx(node)).map(({ name }) => name));
  const elements = new Map<string, Part>();
  const names = { elements, renderers, slots, unsteady: new Set<string>() };
  for (const { name, value } of constants) {
    if (value.type === "ArrowFunctionExpression" && hasJsx(value)) renderers.add(name);
    else if (hasJsx(value) || value.type === "CallExpression")
      elements.set(name, partOf(value, names) ?? ELEMENTS);
  }
  const components = functions.filter(({ name, node }) => /^[A-Z]/.test(name) && hasJsx(node));
  return { file, text, jsx, components, names };
}
