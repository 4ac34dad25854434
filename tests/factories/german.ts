import { setupI18n } from "@lingui/core";
import type { Ctx } from "~/domain/context";
import { english } from "./english";

/**
 * Returns a port of texts that has some messages in German.
 * @param messages German texts by their English ones, both as translators see them
 */
export async function textsInGerman(messages: Record<string, string>): Promise<Ctx["textsIn"]> {
  // Loaded as it is: the macros of a test are compiled.
  const { msg } = await import("@lingui/core/runtime-macro");
  const translated = Object.entries(messages).map(([message, text]) => [msg({ message }).id, text] as const);
  const german = setupI18n({ locale: "de", messages: { de: Object.fromEntries(translated) } });
  return async (language) => (language === "de" ? german : english);
}
