import type { MessageDescriptor } from "@lingui/core";

/**
 * Returns a message in English, with its values in place of their names. In the browser, which has no English of its own, it returns
 * the id.
 * @param descriptor a message without plurals: those need a catalog
 */
export function inEnglish({ id, message, values = {} }: MessageDescriptor): string {
  return message?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])) ?? id;
}

/** The messages of rules, by their English. */
const rules = new Map<string, MessageDescriptor>();

/**
 * Returns the message of a rule of a schema in English, because Zod's messages are strings; `ruleMessage` finds the descriptor again.
 * For texts at the top of a module only: they are kept.
 */
export function ruleText(descriptor: MessageDescriptor): string {
  const text = inEnglish(descriptor);
  rules.set(text, descriptor);
  return text;
}

/** Returns the descriptor of a rule's message; one without a translation for other texts. */
export function ruleMessage(text: string): MessageDescriptor {
  return rules.get(text) ?? { id: text, message: text };
}
