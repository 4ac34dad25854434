import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** The parts of a message: its placeholders and tags, and the forms of each of its choices. */
interface Shape {
  names: Set<string>;
  choices: { name: string; kind: string; forms: string[] }[];
}

/** Returns what is wrong with the translation of a message; an empty list for a good one. */
export function faultsOf(message: string, translation: string, language: string): string[] {
  if (!translation.trim()) return ["has no translation"];
  let shape: Shape;
  try {
    shape = shapeOf(translation);
  } catch (error) {
    return [`cannot be read: ${String(error).split("\n")[0]}`];
  }
  const source = shapeOf(message);
  const faults: string[] = [];
  for (const name of source.names) if (!shape.names.has(name)) faults.push(`lacks ${name}`);
  for (const name of shape.names)
    if (!source.names.has(name)) faults.push(`has ${name}, which English has not`);
  for (const { name, kind, forms } of shape.choices)
    faults.push(...faultsOfForms(name, kind, forms, source, language));
  if (/^\s/.test(message) !== /^\s/.test(translation) || /\s$/.test(message) !== /\s$/.test(translation))
    faults.push("begins or ends with another space");
  return faults;
}

function faultsOfForms(
  name: string,
  kind: string,
  forms: string[],
  source: Shape,
  language: string,
): string[] {
  const options = { type: kind === "selectordinal" ? "ordinal" : "cardinal" } as const;
  const needed =
    kind === "select"
      ? source.choices.filter((choice) => choice.name === name).flatMap((choice) => choice.forms)
      : new Intl.PluralRules(language, options).resolvedOptions().pluralCategories;
  const missing = needed.filter((form) => !forms.includes(form));
  // "one" of the number 1 alone.
  const isExact = (form: string) => form === "one" && forms.includes("1");
  return missing.filter((form) => !isExact(form)).map((form) => `lacks the form ${form} of ${name}`);
}

type Token = ReturnType<typeof compileMessageOrThrow>[number];

/** @throws when it is no message */
function shapeOf(message: string): Shape {
  const shape: Shape = { names: new Set(), choices: [] };
  const visit = (token: Token | unknown): void => {
    if (typeof token === "string") {
      for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) shape.names.add(tag);
      return;
    }
    if (!Array.isArray(token)) return;
    const [name, kind, forms] = token;
    shape.names.add(`{${name}}`);
    if (typeof forms !== "object" || forms === null) return;
    const cases = Object.entries(forms).filter(([form]) => form !== "offset");
    shape.choices.push({ name, kind, forms: cases.map(([form]) => form) });
    for (const [, parts] of cases) [parts].flat().forEach(visit);
  };
  compileMessageOrThrow(message).forEach(visit);
  return shape;
}
