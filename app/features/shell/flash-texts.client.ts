import { i18n } from "@lingui/core";
import { type Flash, type FlashTexts, flashes } from "~/contract/flash";

/** Returns the texts of a toast in the language of the page; null for an unknown name. */
export function flashTexts(name: string): { title: string; text?: string } | null {
  if (!Object.hasOwn(flashes, name)) return null;
  // The keys of the table are those of its type.
  const { title, text }: FlashTexts = flashes[name as Flash];
  return { title: i18n._(title), text: text && i18n._(text) };
}
