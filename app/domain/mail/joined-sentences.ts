import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

const pair = msg({ message: "{sentence} {next}", comment: "Two whole sentences, one after the other." });

/** Returns whole sentences as one text: not every language has a space between them. */
export const joined = (i18n: I18n, sentences: readonly string[]): string =>
  sentences.reduce((sentence, next) => i18n._({ ...pair, values: { sentence, next } }));
