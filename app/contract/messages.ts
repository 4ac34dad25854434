import type { I18n, MessageDescriptor } from "@lingui/core";
import { formatTag } from "./languages";

/** The forms of a placeholder that English text of the code has: a name, a number, and a plural. */
const PLACEHOLDER = /\{(\w+)(?:, (?:(number)|plural, one \{([^{}]*)\} other \{([^{}]*)\}))?\}/g;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Returns a message in English, with its values in place of their names. Returns the id in the browser, which has no
 * English catalog.
 * @param descriptor its values may be messages themselves, and times of ISO 8601, of which it shows the day
 */
export function inEnglish({ id, message, values = {} }: MessageDescriptor): string {
  if (message === undefined) return id;
  return message.replace(
    PLACEHOLDER,
    (_, name: string, number: string | undefined, one: string | undefined, other: string | undefined) => {
      const value = values[name];
      if (number !== undefined) return Number(value).toLocaleString("en");
      const form = value === 1 ? one : other;
      if (form !== undefined) return form.replaceAll("#", Number(value).toLocaleString("en"));
      return isMessage(value) ? inEnglish(value) : dayOr(value, "en-GB");
    },
  );
}

/** Returns a message in the language of a page. Its values are those of `inEnglish`. */
export function messageIn(i18n: I18n, descriptor: MessageDescriptor): string {
  const tag = i18n.locale === "en" ? "en-GB" : formatTag(i18n.locale);
  const values = Object.entries(descriptor.values ?? {}).map(([name, value]) => [
    name,
    isMessage(value) ? messageIn(i18n, value) : typeof value === "number" ? value : dayOr(value, tag),
  ]);
  return i18n._({ ...descriptor, values: Object.fromEntries(values) });
}

const isMessage = (value: unknown): value is MessageDescriptor =>
  typeof value === "object" && value !== null && "id" in value;

const dayOr = (value: unknown, tag: string): string =>
  typeof value === "string" && TIME.test(value)
    ? new Date(value).toLocaleDateString(tag, { dateStyle: "long", timeZone: "UTC" })
    : String(value);

/** The messages of rules, by what schemas have for them. */
const rules = new Map<string, MessageDescriptor>();

/**
 * Returns the message of a schema's rule in English, because Zod's messages are strings; `ruleMessage` finds the
 * descriptor again. For texts at the top of a module only: they are kept.
 */
export function ruleText(descriptor: MessageDescriptor): string {
  const { id, message, values } = descriptor;
  // In the browser two rules can have one message, with other values.
  const text = message === undefined && values ? id + JSON.stringify(values) : inEnglish(descriptor);
  rules.set(text, descriptor);
  return text;
}

/** Returns the descriptor of a rule's message; one without a translation for other texts. */
export function ruleMessage(text: string): MessageDescriptor {
  return rules.get(text) ?? { id: text, message: text };
}

/** Returns the messages of broken rules in the language of a page. */
export const rulesIn =
  (i18n: I18n) =>
  (issues: readonly { message: string }[]): string[] =>
    issues.map(({ message }) => messageIn(i18n, ruleMessage(message)));
